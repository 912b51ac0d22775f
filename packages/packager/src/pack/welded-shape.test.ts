import { prepareMesh } from '@kamar/mesh'
import { describe, expect, it } from 'vitest'
import { quantisedShape } from '../test-support/scene-stores.js'
import { boxMesh } from '../test-support/written-package.js'
import { computeArea, haveSameTriangles, weldShape } from './welded-shape.js'

function prepareBox(width: number, depth: number, height: number): Parameters<typeof weldShape>[0] {
  const mesh = prepareMesh(boxMesh(width, depth, height))
  if (mesh === null) throw new Error('a box has triangles')
  return mesh
}

describe('weldShape', () => {
  const box = prepareBox(1, 2, 4)

  it('joins the vertices of the faces at each corner of a box', () => {
    const { positions, positionByVertex, indices, size } = weldShape(box)
    expect([box.positions.length / 3, positions.length / 3, indices.length]).toEqual([24, 8, 36])
    expect(size).toBeCloseTo(4, 3)
    positionByVertex.forEach((position, vertex) => {
      const own = box.positions.subarray(vertex * 3, vertex * 3 + 3)
      expect(positions.subarray(position * 3, position * 3 + 3)).toEqual(own)
    })
    indices.forEach((position, at) => expect(position).toBe(positionByVertex[box.indices[at]]))
  })

  it('takes the triangles of level 0 alone', () => {
    const levels = [
      { start: 3, count: 6, errorMetres: 0 },
      { start: 12, count: 3, errorMetres: 1 },
    ]
    const { indices, positionByVertex } = weldShape({ ...box, levels })
    expect([...indices]).toEqual([...box.indices.subarray(3, 9)].map((vertex) => positionByVertex[vertex]))
  })
})

describe('haveSameTriangles', () => {
  it('is true for boxes of any size, which differ in positions only', () => {
    const [one, other] = [weldShape(prepareBox(1, 2, 4)), weldShape(prepareBox(7, 0.1, 3))]
    expect(one.hash).toBe(other.hash)
    expect(one.hash >>> 0).toBe(one.hash)
    expect(haveSameTriangles(one, other)).toBe(true)
  })

  it('is false when hash, number of positions, number of triangles or a single index differs', () => {
    const shape = quantisedShape([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 2, 0, 2, 3])
    expect(haveSameTriangles(shape, { ...shape, positions: new Uint16Array(12) })).toBe(true)
    expect(haveSameTriangles(shape, { ...shape, hash: shape.hash + 1 })).toBe(false)
    expect(haveSameTriangles(shape, { ...shape, positions: new Uint16Array(15) })).toBe(false)
    expect(haveSameTriangles(shape, { ...shape, indices: Uint32Array.of(0, 1, 2) })).toBe(false)
    expect(haveSameTriangles({ ...shape, indices: Uint32Array.of(0, 1, 2) }, shape)).toBe(false)
    expect(haveSameTriangles(shape, { ...shape, indices: Uint32Array.of(0, 1, 2, 0, 2, 1) })).toBe(false)
    expect(haveSameTriangles(shape, { ...shape, indices: Uint32Array.of(3, 1, 2, 0, 2, 3) })).toBe(false)
  })

  it('has hashes that depend on the order of the indices and on the number of positions', () => {
    const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0]
    const computeHash = (shape: {
      readonly positions: readonly number[]
      readonly indices: readonly number[]
    }): number =>
      weldShape({
        ...prepareBox(1, 1, 1),
        positions: Uint16Array.from(shape.positions),
        indices: Uint32Array.from(shape.indices),
        levels: [{ start: 0, count: 3, errorMetres: 0 }],
      }).hash
    const hashes = [
      computeHash({ positions, indices: [0, 1, 2] }),
      computeHash({ positions, indices: [0, 2, 1] }),
      computeHash({ positions, indices: [1, 2, 0] }),
      computeHash({ positions: [...positions, 9, 9, 9], indices: [0, 1, 2] }),
    ]
    expect(new Set(hashes).size).toBe(4)
  })
})

describe('computeArea', () => {
  it('is the area of the positions in square metres', () => {
    expect(computeArea(weldShape(prepareBox(1, 2, 4)))).toBeCloseTo(2 * (2 + 4 + 8), 3)
    expect(computeArea(quantisedShape([0, 0, 0, 30, 0, 0, 0, 40, 0], [0, 1, 2], 0.1))).toBeCloseTo(6)
  })

  it('is that of the mapped positions under a matrix', () => {
    const box = weldShape(prepareBox(1, 2, 4))
    expect(computeArea(box, Float64Array.of(2, 0, 0, 0, 3, 0, 0, 0, 0.5))).toBeCloseTo(2 * (2 * 6 + 2 * 2 + 6 * 2), 3)
    // Columns: x to y and z, y to x; the triangle becomes (0, 3, 3), (4, 0, 0).
    const triangle = quantisedShape([0, 0, 0, 3, 0, 0, 0, 4, 0], [0, 1, 2])
    expect(computeArea(triangle, Float64Array.of(0, 1, 1, 1, 0, 0, 0, 0, 9))).toBeCloseTo((3 * Math.SQRT2 * 4) / 2)
  })
})
