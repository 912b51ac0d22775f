import { describe, expect, it } from 'vitest'
import { readEntity } from '../testing/index.js'

const start = '0 HATCH\n100 AcDbHatch\n10 0\n20 0\n30 7\n210 0\n220 0\n230 1\n2 ANSI31'

describe('DXF hatch', () => {
  it('has polyline boundaries with bulges, and the lines of its pattern', () => {
    const hatch = `${start}\n70 0\n71 0\n91 1\n92 3\n72 1\n73 1\n93 3\n10 0\n20 0\n42 1\n10 4\n20 0\n42 0\n10 4\n20 4\n42 0\n97 0
      75 1\n76 1\n52 0\n41 1\n77 0\n78 2\n53 45\n43 1\n44 2\n45 -3\n46 4\n79 2\n49 5\n49 -1\n53 90\n43 0\n44 0\n45 1\n46 1\n79 0\n98 1\n10 2\n20 2`
    expect(readEntity('hatch', hatch)).toMatchObject({
      patternName: 'ANSI31',
      isSolid: false,
      elevation: 7,
      style: 1,
      gradient: null,
      paths: [
        {
          flags: 3,
          edges: [
            {
              kind: 'polyline',
              vertices: [
                { x: 0, y: 0, bulge: 1 },
                { x: 4, y: 0, bulge: 0 },
                { x: 4, y: 4, bulge: 0 },
              ],
            },
          ],
        },
      ],
      patternLines: [
        { angle: Math.PI / 4, base: [1, 2], offset: [-3, 4], dashes: [5, -1] },
        { angle: Math.PI / 2, base: [0, 0], offset: [1, 1], dashes: [] },
      ],
    })
  })

  it('has boundaries of lines, arcs, ellipses and splines, each with its sources', () => {
    const line = '72 1\n10 0\n20 0\n11 4\n21 0'
    const arc = '72 2\n10 4\n20 2\n40 2\n50 270\n51 90\n73 1'
    const ellipse = '72 3\n10 2\n20 4\n11 2\n21 0\n40 0.5\n50 0\n51 180\n73 0'
    const spline =
      '72 4\n94 2\n73 1\n74 0\n95 6\n96 3\n40 0\n40 0\n40 0\n40 1\n40 1\n40 1\n10 0\n20 4\n42 1\n10 -1\n20 2\n42 2\n10 0\n20 0\n42 1'
    const fit = '97 2\n11 0\n21 4\n11 0\n21 0\n12 1\n22 0\n13 1\n23 0'
    const square = '92 2\n72 0\n73 1\n93 2\n10 0\n20 0\n10 1\n20 1\n97 1\n330 A1'
    const hatch = `${start}\n70 1\n71 1\n91 2\n92 1\n93 4\n${line}\n${arc}\n${ellipse}\n${spline}\n${fit}\n97 1\n330 A0\n${square}\n75 0\n76 1\n98 0`
    const { paths, isSolid, patternLines } = readEntity('hatch', hatch)
    expect(isSolid).toBe(true)
    expect(patternLines).toEqual([])
    expect(paths.map(({ flags, edges }) => [flags, edges.map(({ kind }) => kind)])).toEqual([
      [1, ['line', 'arc', 'ellipse', 'spline']],
      [2, ['polyline']],
    ])
    expect(paths[0]?.edges.slice(1)).toMatchObject([
      { center: [4, 2], radius: 2, startAngle: 1.5 * Math.PI, endAngle: 0.5 * Math.PI, isCounterClockwise: true },
      { center: [2, 4], majorAxis: [2, 0], radiusRatio: 0.5, endAngle: Math.PI, isCounterClockwise: false },
      {
        degree: 2,
        knots: [0, 0, 0, 1, 1, 1],
        controlPoints: [
          [0, 4],
          [-1, 2],
          [0, 0],
        ],
        weights: [1, 2, 1],
      },
    ])
  })

  it('has a spline without fit points, which releases before 2010 do not state', () => {
    const spline = '72 4\n94 1\n73 0\n74 0\n95 4\n96 2\n40 0\n40 0\n40 1\n40 1\n10 0\n20 0\n10 1\n20 1'
    const hatch = `${start}\n70 1\n91 1\n92 1\n93 2\n${spline}\n72 1\n10 1\n20 1\n11 0\n21 0\n97 0\n75 0`
    expect(readEntity('hatch', hatch).paths[0]?.edges.map(({ kind }) => kind)).toEqual(['spline', 'line'])
  })

  it('has a gradient of two colours, exact ones before numbered ones', () => {
    const gradient =
      '450 1\n451 0\n460 0.5\n461 0\n452 0\n462 0.25\n453 2\n463 0\n63 5\n421 255\n463 1\n63 2\n470 LINEAR'
    const hatch = `${start}\n70 1\n91 0\n75 0\n76 1\n98 0\n${gradient}`
    expect(readEntity('hatch', hatch).gradient).toEqual({
      angle: 0.5,
      isSingleColor: false,
      tint: 0.25,
      colors: [
        { kind: 'rgb', rgb: 255 },
        { kind: 'index', index: 2 },
      ],
    })
  })

  it('ends a boundary at an edge of an unknown kind', () => {
    const hatch = `${start}\n70 1\n91 1\n92 1\n93 2\n72 1\n10 0\n20 0\n11 4\n21 0\n72 9\n10 1\n97 0\n75 2`
    expect(readEntity('hatch', hatch)).toMatchObject({ style: 2, paths: [{ edges: [{ kind: 'line' }] }] })
  })
})
