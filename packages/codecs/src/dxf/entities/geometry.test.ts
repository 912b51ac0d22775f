import { describe, expect, it } from 'vitest'
import { readEntity, readModel } from '../testing/index.js'

describe('header of a DXF entity', () => {
  it('states colour, weight, line type, opacity and visibility', () => {
    const line = readEntity(
      'line',
      '0 LINE\n5 A1\n100 AcDbEntity\n8 Walls\n6 DASHED\n62 1\n420 255\n48 2.5\n370 50\n440 33554559\n60 1\n100 AcDbLine\n10 1\n20 2\n11 3\n21 4',
      { tables: '0 LTYPE\n5 20\n2 Dashed\n49 2\n49 -1' },
    )
    expect(line).toMatchObject({
      handle: 0xa1,
      name: 'LINE',
      layer: { name: 'Walls' },
      lineType: { name: 'Dashed', segments: [{ length: 2 }, { length: -1 }] },
      color: { kind: 'rgb', rgb: 255 },
      lineTypeScale: 2.5,
      lineWeight: 50,
      opacity: 0.5,
      isInvisible: true,
    })
  })

  it('inherits what it does not state', () => {
    expect(readEntity('point', '0 POINT\n10 1\n20 2')).toMatchObject({
      layer: { name: '0' },
      lineType: { name: 'ByLayer' },
      color: { kind: 'byLayer' },
      lineTypeScale: 1,
      lineWeight: -1,
      opacity: 'byLayer',
      isInvisible: false,
      savedGraphics: null,
      dictionaryHandle: 0,
    })
  })

  it('has the line type of the block by any capitals', () => {
    expect(readEntity('point', '0 POINT\n6 BYBLOCK\n62 0\n10 1')).toMatchObject({
      lineType: { name: 'ByBlock' },
      color: { kind: 'byBlock' },
    })
  })

  it('keeps saved graphics, and the class of an object of a missing program', () => {
    const graphics = '160 3\n310 0102\n310 03'
    const [sun, proxy] = readModel({
      entities: `0 SUN\n100 AcDbEntity\n8 0\n${graphics}
        0 ACAD_PROXY_ENTITY\n100 AcDbEntity\n8 0\n100 AcDbProxyEntity\n90 498\n91 501\n92 1\n310 09\n93 2\n310 0808`,
      more: '0 SECTION\n2 CLASSES\n0 CLASS\n1 FIRST\n0 CLASS\n1 AEC_WALL\n0 ENDSEC',
    })
    expect([sun?.name, sun?.kind, [...(sun?.savedGraphics ?? [])]]).toEqual(['SUN', 'custom', [1, 2, 3]])
    expect([proxy?.name, proxy?.kind, [...(proxy?.savedGraphics ?? [])]]).toEqual(['AEC_WALL', 'custom', [9]])
  })
})

describe('DXF curve', () => {
  it('is a line with a thickness and an extrusion direction', () => {
    expect(readEntity('line', '0 LINE\n39 5\n10 1\n20 2\n30 3\n11 4\n21 5\n31 6\n210 1\n220 0\n230 0')).toMatchObject({
      start: [1, 2, 3],
      end: [4, 5, 6],
      thickness: 5,
      normal: [1, 0, 0],
    })
  })

  it('is a line of release 9 under its old name', () => {
    expect(readEntity('line', '0 3DLINE\n10 1\n20 2\n30 3\n11 4\n21 5\n31 6')).toMatchObject({
      name: 'LINE',
      end: [4, 5, 6],
    })
  })

  it('is a circle or an arc, whose angles are in degrees', () => {
    expect(readEntity('circle', '0 CIRCLE\n10 1\n20 2\n40 3')).toMatchObject({ center: [1, 2, 0], radius: 3 })
    const arc = readEntity('arc', '0 ARC\n10 1\n20 2\n40 3\n50 90\n51 180')
    expect([arc.radius, arc.startAngle, arc.endAngle]).toEqual([3, Math.PI / 2, Math.PI])
  })

  it('is an ellipse, whose parameters are in radians', () => {
    const ellipse = readEntity('ellipse', '0 ELLIPSE\n10 1\n20 2\n11 4\n21 0\n40 0.5\n41 1')
    expect(ellipse).toMatchObject({ majorAxis: [4, 0, 0], radiusRatio: 0.5, startParameter: 1 })
    expect(ellipse.endParameter).toBeCloseTo(2 * Math.PI)
  })

  it('is a ray or a construction line', () => {
    expect(readEntity('ray', '0 RAY\n10 1\n11 0\n21 1')).toMatchObject({ start: [1, 0, 0], direction: [0, 1, 0] })
    expect(readModel({ entities: '0 XLINE\n10 1\n11 0\n21 1' })).toMatchObject([{ kind: 'xline', start: [1, 0, 0] }])
  })

  it('is a spline by weighted control points, of which fit points are not used', () => {
    const spline =
      '0 SPLINE\n70 5\n71 2\n40 0\n40 0\n40 1\n40 1\n10 0\n20 0\n30 0\n41 1\n10 4\n20 2\n30 1\n41 2\n11 9\n21 9'
    expect(readEntity('spline', spline)).toMatchObject({
      degree: 2,
      isClosed: true,
      knots: [0, 0, 1, 1],
      controlPoints: [
        [0, 0, 0],
        [4, 2, 1],
      ],
      weights: [1, 2],
      fitPoints: [],
    })
  })

  it('is a spline through points where it has no control points', () => {
    expect(readEntity('spline', '0 SPLINE\n70 8\n71 3\n11 0\n21 0\n11 1\n21 2')).toMatchObject({
      controlPoints: [],
      fitPoints: [
        [0, 0, 0],
        [1, 2, 0],
      ],
    })
  })
})

describe('DXF face', () => {
  it('is a solid, of which a trace is another name, with the third point as the missing fourth', () => {
    expect(readEntity('solid', '0 TRACE\n10 0\n20 0\n11 2\n21 0\n12 0\n22 2\n39 4')).toMatchObject({
      name: 'SOLID',
      corners: [
        [0, 0, 0],
        [2, 0, 0],
        [0, 2, 0],
        [0, 2, 0],
      ],
      thickness: 4,
    })
  })

  it('is a 3DFACE with hidden edges', () => {
    const face = '0 3DFACE\n10 0\n20 0\n30 1\n11 2\n21 0\n31 1\n12 2\n22 2\n32 1\n13 0\n23 2\n33 1\n70 5'
    expect(readEntity('face', face)).toMatchObject({
      hiddenEdges: 5,
      corners: [
        [0, 0, 1],
        [2, 0, 1],
        [2, 2, 1],
        [0, 2, 1],
      ],
    })
  })
})
