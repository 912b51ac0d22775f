import { describe, expect, it } from 'vitest'
import { newClipBudget } from '@kamar/mesh'
import { parseChunks } from '../container/chunks.js'
import { MalformedRecordError } from '@kamar/codecs/records'
import { container, integers, record, rows, shorts, concat } from '../testing/record-writer.js'
import { cubeCorners, cubeSides, meshRecord, polyRecord, type WrittenPolygon } from '../testing/shapes.js'
import { cutByDiagonals } from './cut-by-diagonals.js'
import { readEditableMesh } from './editable-mesh.js'
import { readEditablePoly } from './editable-poly.js'

const within = (shape: Uint8Array) => parseChunks(parseChunks(shape)[0]?.bytes ?? new Uint8Array())
const mesh = (shape: Uint8Array) => readEditableMesh(within(shape))
const poly = (shape: Uint8Array) => readEditablePoly(within(shape), newClipBudget())

const square = [
  [0, 0, 0],
  [2, 0, 0],
  [2, 2, 0],
  [0, 2, 0],
]
const halves = [
  { vertices: [0, 1, 2], group: 4, materialId: 3 },
  { vertices: [0, 2, 3], group: 1 },
] as const

describe('3ds Max Editable Mesh', () => {
  it('has vertices, smoothing groups and material IDs', () => {
    const shape = mesh(meshRecord(square, halves))
    expect([...shape.positions]).toEqual(square.flat())
    expect([...shape.indices]).toEqual([0, 1, 2, 0, 2, 3])
    expect([[...shape.groups], [...shape.materialIds]]).toEqual([
      [4, 1],
      [3, 0],
    ])
    expect(shape).toMatchObject({ textures: null, normals: null, skipped: 0 })
  })

  it('takes texture coordinates from its first map channel', () => {
    const map = {
      rows: [
        [0, 0, 0],
        [1, 0, 0],
        [1, 1, 0],
      ],
      faces: [
        [0, 1, 2],
        [2, 1, 0],
      ],
    }
    const { textures } = mesh(meshRecord(square, halves, { map }))
    expect(textures && [[...textures.values], [...textures.rows]]).toEqual([map.rows.flat(), [0, 1, 2, 2, 1, 0]])
  })

  it('has no texture coordinates when the map has other faces', () => {
    const map = { rows: [[0, 0, 0]], faces: [[0, 0, 0]] }
    expect(mesh(meshRecord(square, halves, { map })).textures).toBeNull()
  })

  it('has explicit normals only when all faces have some', () => {
    const up = { rows: [[0, 0, 1]], faces: [[0, 0, 0]] }
    expect(mesh(meshRecord(square, halves, { normals: up })).normals).toBeNull()
    const both = { ...up, faces: [...up.faces, ...up.faces] }
    const { normals } = mesh(meshRecord(square, halves, { normals: both }))
    expect(normals && [...normals.rows]).toEqual([0, 0, 0, 0, 0, 0])
  })

  it.each([
    ['a face with a missing vertex', meshRecord(square, [{ vertices: [0, 1, 4] }])],
    ['a map face with a missing row', meshRecord(square, [{ vertices: [0, 1, 2] }], oneFace([0, 0, 7]))],
    ['a missing normal', meshRecord(square, [{ vertices: [0, 1, 2] }], oneDirection([0, 5, 0]))],
    [
      'trailing bytes after the vertices',
      container(0x08fe, record(0x0914, rows(square), shorts(1)), createMeshWithoutFaces()),
    ],
    [
      'fewer vertices than stated',
      container(0x08fe, record(0x0914, integers(5), rows(square)), createMeshWithoutFaces()),
    ],
    [
      'trailing bytes after the faces',
      container(0x08fe, record(0x0914, rows(square)), createMeshWithoutFaces(shorts(1))),
    ],
    ['no vertices', container(0x08fe, createMeshWithoutFaces())],
    ['no faces', container(0x08fe, record(0x0914, rows(square)))],
  ])('is malformed with %s', (_, shape) => {
    expect(() => mesh(shape)).toThrow(MalformedRecordError)
  })
})

function oneFace(face: readonly number[]) {
  return { map: { rows: [[0, 0, 0]], faces: [face] } }
}

function oneDirection(face: readonly number[]) {
  return { normals: { rows: [[0, 0, 1]], faces: [face] } }
}

function createMeshWithoutFaces(...more: readonly Uint8Array[]): Uint8Array {
  return record(0x0912, integers(0), ...more)
}

/** Computes twice the area of all triangles. */
function doubleArea({
  positions,
  indices,
}: {
  readonly positions: Float32Array
  readonly indices: Uint32Array
}): number {
  let sum = 0
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [...indices.subarray(at, at + 3)].map((vertex) => positions.subarray(3 * vertex, 3 * vertex + 3))
    if (!a || !b || !c) continue
    const [u, v] = [b, c].map((end) => [end[0] - a[0], end[1] - a[1], end[2] - a[2]])
    if (!u || !v) continue
    const [ux = 0, uy = 0, uz = 0] = u
    const [vx = 0, vy = 0, vz = 0] = v
    sum += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx)
  }
  return sum
}

describe('3ds Max Editable Poly', () => {
  it('is triangulated along its stated diagonals', () => {
    const shape = poly(polyRecord(square, [{ vertices: [0, 1, 2, 3], diagonals: [1, 3] }]))
    const sides = [...shape.indices].map((_, at, all) => all.slice(3 * at, 3 * at + 3)).slice(0, 2)
    expect(sides.every((side) => side.includes(1) && side.includes(3))).toBe(true)
    expect(doubleArea(shape)).toBe(8)
  })

  it('passes smoothing groups and material IDs of polygons to their triangles', () => {
    const polygons: WrittenPolygon[] = cubeSides.map((vertices, side) => ({
      vertices,
      diagonals: [0, 2],
      ...(side % 2 === 0 && { group: side + 1 }),
      ...(side > 2 && { materialId: side }),
      isSelected: side === 5,
    }))
    const shape = poly(polyRecord(cubeCorners(2), polygons))
    expect([...shape.groups]).toEqual([1, 1, 0, 0, 3, 3, 0, 0, 5, 5, 0, 0])
    expect([...shape.materialIds]).toEqual([0, 0, 0, 0, 0, 0, 3, 3, 4, 4, 5, 5])
    expect(doubleArea(shape)).toBe(2 * 6 * 4)
  })

  it('is triangulated without diagonals, also when concave', () => {
    const arrow = [...square, [1, 0.5, 0]]
    const shape = poly(polyRecord(arrow, [{ vertices: [0, 4, 1, 2, 3] }]))
    expect(shape.indices).toHaveLength(9)
    expect(doubleArea(shape)).toBeCloseTo(8 - 1)
  })

  it('has texture coordinates and explicit normals at triangle corners', () => {
    const faces = [[3, 2, 1, 0]]
    const extras = { map: { rows: square, faces }, normals: { rows: square.map(() => [0, 0, 1]), faces } }
    const shape = poly(polyRecord(square, [{ vertices: [0, 1, 2, 3], diagonals: [0, 2] }], extras))
    const mirrored = [...shape.indices].map((vertex) => 3 - vertex)
    expect([...(shape.textures?.rows ?? [])]).toEqual(mirrored)
    expect([...(shape.normals?.rows ?? [])]).toEqual(mirrored)
  })

  it('has no texture coordinates and normals when their faces differ', () => {
    const extras = { map: { rows: square, faces: [[0, 1, 2]] }, normals: { rows: square, faces: [[0, 1, 2]] } }
    const shape = poly(polyRecord(square, [{ vertices: [0, 1, 2, 3], diagonals: [0, 2] }], extras))
    expect(shape).toMatchObject({ textures: null, normals: null })
  })

  it('omits and counts polygons with two corners', () => {
    const shape = poly(polyRecord(square, [{ vertices: [0, 1] }, { vertices: [0, 1, 2] }]))
    expect([shape.skipped, shape.indices.length]).toEqual([1, 3])
  })

  it('draws nothing for a polygon without area', () => {
    const shape = poly(polyRecord(square, [{ vertices: [0, 1, 0, 1] }]))
    expect([shape.skipped, shape.indices.length]).toEqual([0, 0])
  })

  it.each([
    ['a missing vertex', polyRecord(square, [{ vertices: [0, 1, 9] }])],
    ['a map face with a missing row', polyRecord(square, [{ vertices: [0, 1, 2] }], oneFace([0, 0, 7]))],
    ['a missing normal', polyRecord(square, [{ vertices: [0, 1, 2] }], oneDirection([0, 5, 0]))],
    ['a vertex count that exceeds the data', container(0x08fe, vertices(), record(0x011a, integers(1, 99999, 1)))],
    ['trailing bytes', container(0x08fe, vertices(), record(0x011a, integers(0, 1)))],
    ['no polygons', container(0x08fe, vertices())],
    ['no vertices', container(0x08fe, record(0x011a, integers(0)))],
  ])('is malformed with %s', (_, shape) => {
    expect(() => poly(shape)).toThrow(MalformedRecordError)
  })
})

function vertices(): Uint8Array {
  return record(0x0100, integers(1), concat(integers(0), integers(0, 0, 0)))
}

describe('polygon diagonals', () => {
  it('split a polygon of n corners into n − 2 triangles', () => {
    const fan = cutByDiagonals(6, [0, 2, 0, 3, 0, 4])
    expect(fan).toHaveLength(12)
    expect(new Set(fan)).toEqual(new Set([0, 1, 2, 3, 4, 5]))
    expect(cutByDiagonals(3, [])).toEqual([0, 1, 2])
  })

  it('keep the winding of the polygon', () => {
    const triangles = cutByDiagonals(5, [1, 3, 1, 4]) ?? []
    for (let at = 0; at < triangles.length; at += 3) {
      const [a, b, c] = triangles.slice(at, at + 3)
      expect(((b - a + 5) % 5) + ((c - b + 5) % 5) + ((a - c + 5) % 5)).toBe(5)
    }
  })

  it.each([
    ['are too few', 6, [0, 2, 0, 3]],
    ['contain a duplicate', 5, [0, 2, 2, 0]],
    ['cross', 6, [0, 2, 1, 3, 3, 5]],
    ['are edges of the polygon', 5, [0, 1, 1, 2]],
    ['refer to missing vertices', 4, [0, 4]],
    ['connect a vertex with itself', 4, [2, 2]],
    ['are missing', 5, []],
  ])('are rejected when they %s', (_, count, diagonals) => {
    expect(cutByDiagonals(count, diagonals)).toBeNull()
  })
})
