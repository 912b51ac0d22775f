import { describe, expect, it } from 'vitest'
import { readEntity, readModel } from '../testing/index.js'

const vertex = (x: number, y: number, z: number, more = ''): string =>
  `0 VERTEX\n8 0\n10 ${x}\n20 ${y}\n30 ${z}\n${more}\n`
const end = '0 SEQEND\n8 0\n'

describe('DXF polyline', () => {
  it('has bulges, and widths of its own or the constant one', () => {
    const polyline =
      '0 LWPOLYLINE\n90 3\n70 1\n38 5\n39 2\n43 0.5\n10 0\n20 0\n10 2\n20 0\n42 1\n40 3\n41 4\n10 2\n20 2'
    expect(readEntity('polyline', polyline)).toMatchObject({
      isClosed: true,
      elevation: 5,
      thickness: 2,
      vertices: [
        { x: 0, y: 0, bulge: 0, startWidth: 0.5, endWidth: 0.5 },
        { x: 2, y: 0, bulge: 1, startWidth: 3, endWidth: 4 },
        { x: 2, y: 2, bulge: 0, startWidth: 0.5, endWidth: 0.5 },
      ],
    })
  })

  it('consists of vertex records up to release 13, without the control points of a smoothed one', () => {
    const polyline = `0 POLYLINE\n66 1\n70 5\n40 0.25\n41 0.25\n10 0\n20 0\n30 7\n${vertex(9, 9, 7, '70 16')}${vertex(0, 0, 7, '70 8\n42 1')}${vertex(2, 0, 7, '70 8\n40 1\n41 2')}${end}`
    const [first, line] = readModel({ entities: `${polyline}0 LINE\n10 0\n20 0\n11 1\n21 1` })
    expect(first).toMatchObject({
      kind: 'polyline',
      isClosed: true,
      elevation: 7,
      vertices: [
        { x: 0, y: 0, bulge: 1, startWidth: 0.25, endWidth: 0.25 },
        { x: 2, y: 0, bulge: 0, startWidth: 1, endWidth: 2 },
      ],
    })
    expect(line?.kind).toBe('line')
  })

  it('is in space by its flags', () => {
    const polyline = `0 POLYLINE\n66 1\n70 9\n${vertex(0, 0, 0, '70 32')}${vertex(1, 1, 9, '70 32')}${end}`
    expect(readEntity('polyline3d', polyline)).toMatchObject({
      isClosed: true,
      vertices: [
        [0, 0, 0],
        [1, 1, 9],
      ],
    })
  })

  it('is a polygon mesh of its rows, or of the finer ones of a smoothed mesh', () => {
    const vertices = [0, 1, 2, 3].map((at) => vertex(at % 2, Math.floor(at / 2), 5, '70 64')).join('')
    const mesh = (more: string): string => `0 POLYLINE\n66 1\n70 49\n71 2\n72 2\n${more}${vertices}${end}`
    expect(readEntity('polygonMesh', mesh(''))).toMatchObject({
      rowCount: 2,
      columnCount: 2,
      areRowsClosed: true,
      areColumnsClosed: true,
      vertices: [
        [0, 0, 5],
        [1, 0, 5],
        [0, 1, 5],
        [1, 1, 5],
      ],
    })
    expect(readEntity('polygonMesh', mesh('73 1\n74 4\n75 6\n'))).toMatchObject({ rowCount: 1, columnCount: 4 })
  })

  it('is a polyface mesh, whose last vertex records are faces', () => {
    const points = [vertex(0, 0, 7, '70 192'), vertex(4, 0, 7, '70 192'), vertex(0, 4, 7, '70 192')].join('')
    const mesh = `0 POLYLINE\n66 1\n70 64\n71 3\n72 1\n${points}0 VERTEX\n8 0\n10 0\n20 0\n70 128\n71 1\n72 -2\n73 3\n${end}`
    expect(readEntity('polyfaceMesh', mesh)).toMatchObject({
      vertices: [
        [0, 0, 7],
        [4, 0, 7],
        [0, 4, 7],
      ],
      faces: [[1, -2, 3, 0]],
    })
  })

  it('ends with the file where its end is missing', () => {
    expect(
      readEntity('polyline3d', `0 POLYLINE\n66 1\n70 8\n${vertex(0, 0, 0)}${vertex(1, 1, 1)}`).vertices,
    ).toHaveLength(2)
  })
})

describe('DXF mesh', () => {
  const vertices = '92 3\n10 0\n20 0\n30 0\n10 1\n20 0\n30 0\n10 0\n20 1\n30 0'
  const mesh = (faces: string): string => `0 MESH\n100 AcDbSubDMesh\n71 2\n91 0\n${vertices}\n${faces}`

  it('has faces as vertex numbers', () => {
    const { faces } = readEntity('mesh', mesh('93 7\n90 3\n90 0\n90 1\n90 2\n90 2\n90 1\n90 0\n94 1\n90 0\n90 1'))
    expect(faces).toEqual([
      [0, 1, 2],
      [1, 0],
    ])
  })

  it.each(['93 99\n90 9\n90 0', '93 3\n90 -5\n90 0\n90 1', '93 1000000000\n90 1000000000'])(
    'ends at its last group where its counts are wrong: %j',
    (faces) => {
      expect(readEntity('mesh', mesh(faces)).faces.flat().length).toBeLessThan(4)
    },
  )
})
