import type { Entity, PolygonMesh } from '@kamar/codecs/drawing'
import type { Vector } from '@kamar/core/math'
import { newClipBudget } from '@kamar/mesh'
import { describe, expect, it } from 'vitest'
import { createEntity, createPolyline } from '../testing/records.js'
import { triangulateEntity } from './polygons.js'

interface Measured {
  readonly triangles: number
  readonly area: number
  readonly min: readonly number[]
  readonly max: readonly number[]
}

/** Measures the triangles, their area and their bounding box, in metres of the world. */
function measured(entity: Entity, metres = 1): Measured | null {
  const local = triangulateEntity(entity, metres, newClipBudget())
  if (!local) return null
  const { positions, indices } = local.mesh
  const getVertex = (index: number): number[] =>
    [0, 1, 2].map((axis) => (positions[3 * index + axis] ?? Number.NaN) + local.origin[axis]!)
  const vertices = Array.from(indices, getVertex)
  let area = 0
  for (let at = 0; at < vertices.length; at += 3) {
    const [a = [], b = [], c = []] = vertices.slice(at, at + 3)
    const [u, v] = [b, c].map((end) => end.map((value, axis) => value - a[axis]!)) as [number[], number[]]
    area += Math.hypot(u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!) / 2
  }
  const edge = (pick: (...values: number[]) => number): number[] =>
    [0, 1, 2].map((axis) => Number(pick(...vertices.map((vertex) => vertex[axis]!)).toFixed(6)) + 0)
  return { triangles: indices.length / 3, area, min: edge(Math.min), max: edge(Math.max) }
}

const at = (x: number, y: number, z = 0): Vector => [x, y, z]

const face = (...corners: [Vector, Vector, Vector, Vector]): Entity => createEntity('face', { corners })

const thick = (entity: Entity, thickness: number, normal = at(0, 0, 1)): Entity =>
  ({ ...entity, thickness, normal }) as Entity

describe('DWG 3DFACE', () => {
  it('has two triangles for four corners', () => {
    expect(measured(face(at(0, 0, 5), at(2, 0, 5), at(2, 3, 5), at(0, 3, 5)))).toMatchObject({
      ...{ triangles: 2, area: 6, min: [0, 0, 5], max: [2, 3, 5] },
    })
  })

  it('has one triangle when its last corners coincide', () => {
    const top = at(0, 3)
    expect(measured(face(at(0, 0), at(2, 0), top, top))).toMatchObject({ triangles: 1, area: 3 })
  })

  it('is in metres with its origin at the first corner', () => {
    const local = triangulateEntity(
      face(at(1e6, 0), at(1e6 + 2000, 0), at(1e6, 2000), at(1e6, 2000)),
      0.001,
      newClipBudget(),
    )
    expect(local?.origin).toEqual([1000, 0, 0])
    expect([...(local?.mesh.positions ?? [])]).toEqual([0, 0, 0, 2, 0, 0, 0, 2, 0])
  })

  it.each([
    ['when it is a single point', face(at(1, 1), at(1, 1), at(1, 1), at(1, 1))],
    ['with a non-finite vertex', face(at(Number.NaN, 0), at(1, 0), at(1, 1), at(0, 1))],
    ['with an infinite vertex', face(at(0, 0), at(Infinity, 0), at(1, 1), at(0, 1))],
  ])('has no mesh %s', (_name, entity) => {
    expect(measured(entity)).toBeNull()
  })
})

describe('DWG thickness', () => {
  it('makes a wall of a line', () => {
    expect(measured(thick(createEntity('line', { start: at(0, 0, 1), end: at(4, 3, 1) }), 2))).toMatchObject({
      ...{ triangles: 2, min: [0, 0, 1], max: [4, 3, 3] },
    })
    expect(measured(thick(createEntity('line', { start: at(0, 0), end: at(4, 3) }), 2))?.area).toBeCloseTo(10, 9)
  })

  it('goes downward when negative', () => {
    expect(measured(thick(createEntity('line', { start: at(0, 0), end: at(4, 0) }), -2))).toMatchObject({
      min: [0, 0, -2],
      max: [4, 0, 0],
    })
  })

  it('goes along the normal of a line without changing its ends', () => {
    const line = thick(createEntity('line', { start: at(1, 2, 3), end: at(1, 2, 7) }), 5, at(1, 0, 0))
    expect(measured(line)).toMatchObject({ min: [1, 2, 3], max: [6, 2, 7] })
  })

  it('makes a cylinder of a circle and half of one of an arc', () => {
    const circle = thick(createEntity('circle', { center: at(10, 0), radius: 2 }), 3)
    const fullCircle = measured(circle)
    expect(fullCircle?.area).toBeGreaterThan(0.99 * 2 * Math.PI * 2 * 3)
    expect(fullCircle?.area).toBeLessThan(2 * Math.PI * 2 * 3)
    const shape = { center: at(10, 0), radius: 2, startAngle: 0, endAngle: Math.PI }
    const arc = thick(createEntity('arc', shape), 3)
    expect(measured(arc)).toMatchObject({ min: [8, 0, 0], max: [12, 2, 3] })
    expect((measured(arc)?.area ?? 0) / (fullCircle?.area ?? 1)).toBeCloseTo(0.5, 2)
  })

  it('goes along the normal of a circle', () => {
    const circle = thick(createEntity('circle', { center: at(0, 0, 7), radius: 1 }), 2, at(1, 0, 0))
    expect(measured(circle)).toMatchObject({ min: [7, -1, -1], max: [9, 1, 1] })
  })

  it.each([
    [false, 3],
    [true, 4],
  ])('makes of a polyline with closed flag %s a wall of %i sides', (isClosed, sides) => {
    const vertices = [
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
    ] as const
    const outline = thick({ ...createPolyline(...vertices), isClosed, elevation: 10 }, 3)
    const measurement = measured(outline)
    expect(measurement).toMatchObject({ triangles: 2 * sides, min: [0, 0, 10], max: [2, 2, 13] })
    expect(measurement?.area).toBeCloseTo(sides * 6, 9)
  })

  it('makes sides, bottom and top of a SOLID, whose third corner lies opposite its second', () => {
    const corners = [at(0, 0), at(2, 0), at(0, 3), at(2, 3)] as const
    const measurement = measured(thick(createEntity('solid', { corners }), 4))
    expect(measurement).toMatchObject({ triangles: 12, min: [0, 0, 0], max: [2, 3, 4] })
    expect(measurement?.area).toBeCloseTo(2 * 6 + 2 * (2 + 3) * 4, 9)
  })

  it('makes no mesh when zero or invalid, or of an entity without extent', () => {
    expect(measured(thick(createEntity('line', { start: at(0, 0), end: at(4, 0) }), 0))).toBeNull()
    expect(measured(thick(createEntity('line', { start: at(1, 1), end: at(1, 1) }), 5))).toBeNull()
    expect(measured(thick(createEntity('line', { start: at(0, 0), end: at(4, 0) }), Number.NaN))).toBeNull()
    expect(measured(createEntity('point'))).toBeNull()
  })
})

const square = [at(0, 0), at(2, 0), at(2, 2), at(0, 2)]

describe('DWG MESH', () => {
  const meshWith = (faces: number[][]): Entity => createEntity('mesh', { vertices: square, faces })

  it('has faces with any number of corners', () => {
    expect(measured(meshWith([[0, 1, 2, 3]]))).toMatchObject({ triangles: 2, area: 4 })
    expect(measured(meshWith([[0, 1, 2]]))).toMatchObject({ triangles: 1, area: 2 })
  })

  it.each([
    ['without faces', []],
    ['of two vertices', [[0, 1]]],
    [
      'of missing vertices',
      [
        [7, 8, 9],
        [-1, -2, -3],
      ],
    ],
  ])('has no mesh %s', (_name, faces) => {
    expect(measured(meshWith(faces))).toBeNull()
  })
})

describe('DWG polyface mesh', () => {
  const polyface = (...faces: (readonly number[])[]): Entity =>
    createEntity('polyfaceMesh', { vertices: square, faces })

  it.each([
    ['has one-based vertex indices', [1, 2, 3, 4], 2, 4],
    ['has hidden edges for negative indices', [-1, 2, -3, 4], 2, 4],
    ['has triangles for a zero last index', [1, 2, 3, 0], 1, 2],
    ['omits missing vertices', [1, 2, 3, 99], 1, 2],
  ] as const)('%s', (_name, indices, triangles, area) => {
    expect(measured(polyface(indices))).toMatchObject({ triangles, area })
  })

  it('has no mesh for an edge or without faces', () => {
    expect(measured(polyface([1, 2, 0, 0]))).toBeNull()
    expect(measured(polyface())).toBeNull()
  })
})

describe('DWG polygon mesh', () => {
  const vertices = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => at(row, column, row * column)))
  const net = (rowCount: number, columnCount: number, more: Partial<PolygonMesh> = {}): Entity =>
    createEntity('polygonMesh', { vertices, rowCount, columnCount, ...more })

  it.each([
    ['open', {}, 4],
    ['closed in M', { areRowsClosed: true }, 6],
    ['closed in N', { areColumnsClosed: true }, 6],
    ['closed in both directions', { areRowsClosed: true, areColumnsClosed: true }, 9],
  ])('has faces between neighbours when %s', (_name, more, faces) => {
    const triangles = measured(net(3, 3, more))?.triangles ?? 0
    expect(triangles).toBeGreaterThan(faces)
    expect(triangles).toBeLessThanOrEqual(2 * faces)
  })

  it.each([
    [1, 9],
    [30_000, 30_000],
    [0, 0],
    [-3, 3],
  ])('has no mesh at a size of %i by %i', (rows, columns) => {
    expect(measured(net(rows, columns))).toBeNull()
  })
})
