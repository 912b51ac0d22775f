import type { MeshInput, PreparedMesh } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { prepareMesh } from '../prepare-mesh.js'
import { box, transform, merge, flip, unshared } from '../testing/shapes.js'

function prepared(input: MeshInput): PreparedMesh {
  const mesh = prepareMesh(input)
  if (mesh === null) throw new Error('nothing was left of the mesh')
  return mesh
}
const triangleCount = (mesh: PreparedMesh): number => (mesh.levels[0]?.count ?? 0) / 3

type Point = readonly [number, number, number]

/**
 * Creates a box of 1 × 1 × 1 whose face at y = 0 is cut into strips at these x; the other faces lack these vertices.
 */
function stripedBox(cuts: readonly number[], shift = 0): MeshInput {
  const plain = unshared(box([0, 0, 0], [1, 1, 1]))
  const coordinates: number[] = []
  for (let at = 0; at < plain.positions.length; at += 9) {
    const triangle = [...plain.positions.subarray(at, at + 9)]
    if (![1, 4, 7].every((y) => triangle[y] === 0)) coordinates.push(...triangle)
  }
  const xs = [0, ...cuts, 1]
  for (let strip = 0; strip + 1 < xs.length; strip++) {
    const [left, right] = [xs[strip], xs[strip + 1]]
    const [leftY, rightY] = [left, right].map((x) => (x === 0 || x === 1 ? 0 : shift))
    const corners: Point[] = [
      [left, leftY ?? 0, 0],
      [right, rightY ?? 0, 0],
      [right, rightY ?? 0, 1],
      [left, leftY ?? 0, 1],
    ]
    for (const at of [0, 1, 2, 0, 2, 3]) coordinates.push(...(corners[at] ?? []))
  }
  return {
    positions: Float32Array.from(coordinates),
    indices: Uint32Array.from({ length: coordinates.length / 3 }, (_, at) => at),
  }
}

describe('mesh edge with a subdivided neighbour', () => {
  it.each([
    ['two segments', [0.5]],
    ['many segments', [0.1, 0.2, 0.35, 0.8, 0.9]],
    ['segments of very different lengths', [0.001, 0.999]],
  ])('is split into %s', (_, cuts) => {
    const mesh = prepared(stripedBox(cuts))
    expect(mesh.closed).toBe(true)
    expect(mesh.volume).toBeCloseTo(1, 4)
    expect(mesh.area).toBeCloseTo(6, 4)
    expect(triangleCount(mesh)).toBe(10 + 2 * (cuts.length + 1) + 2 * cuts.length)
  })

  it('is split regardless of the triangle orientation', () => {
    const mesh = prepared(flip(stripedBox([0.25, 0.5]), (triangle) => triangle % 2 === 0))
    expect(mesh.closed).toBe(true)
    expect(mesh.volume).toBeCloseTo(1, 4)
  })

  it('is split only within one quantisation step', () => {
    const inside = prepared(stripedBox([0.5], 0.00005))
    expect(inside.closed).toBe(true)
    const offsetMesh = prepared(stripedBox([0.5], 0.002))
    expect(offsetMesh.closed).toBe(false)
    expect(triangleCount(offsetMesh)).toBe(14)
  })

  it('has no feature edges across the split', () => {
    const lines = prepared(box([0, 0, 0], [1, 1, 1])).edges.length / 2
    // Two of the twelve edges now consist of three segments each.
    expect(prepared(stripedBox([0.3, 0.6])).edges.length / 2).toBe(lines + 4)
  })

  it('retains the colour of the split face', () => {
    const input = stripedBox([0.5])
    const colors = new Uint8Array((input.positions.length / 3) * 4).fill(255)
    // Triangles of the striped face come last.
    colors.fill(0, colors.length - 4 * 12, colors.length)
    const mesh = prepared({ ...input, colors })
    expect(mesh.closed).toBe(true)
    const dark = [...mesh.indices].filter((vertex) => mesh.colors?.[vertex * 4] === 0)
    expect(dark).toHaveLength(12)
  })
})

describe('open mesh border', () => {
  it('stays open without a neighbour', () => {
    const open = unshared(box([0, 0, 0], [1, 1, 1]))
    const lid = { ...open, indices: open.indices.slice(0, 30) }
    const mesh = prepared(lid)
    expect(mesh.closed).toBe(false)
    expect(triangleCount(mesh)).toBe(10)
  })

  it('is not closed by a neighbour that only touches part of it', () => {
    const sheet = (from: Point, to: Point): MeshInput => ({
      positions: Float32Array.of(...from, to[0], from[1], 0, ...to, from[0], to[1], 0),
      indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
    })
    const mesh = prepared(merge(sheet([0, 0, 0], [4, 1, 0]), sheet([1, 1, 0], [2, 2, 0])))
    expect(mesh.closed).toBe(false)
    expect(triangleCount(mesh)).toBe(4)
    expect(mesh.area).toBeCloseTo(5, 4)
  })

  it('gains no triangles between two adjacent boxes', () => {
    const boxes = merge(box([0, 0, 0], [1, 1, 1]), transform(box([0, 0, 0], [1, 1, 1]), [1.5, 0, 0], 0.5))
    expect(triangleCount(prepared(boxes))).toBe(24)
  })

  it('gains no triangles on a large sheet', () => {
    const side = 200
    const positions = Float32Array.from({ length: side * side * 3 }, (_, at) => {
      const vertex = Math.floor(at / 3)
      return [vertex % side, Math.floor(vertex / side), Math.sin(vertex)][at % 3] ?? 0
    })
    const indices: number[] = []
    for (let y = 0; y + 1 < side; y++) {
      for (let x = 0; x + 1 < side; x++) {
        const at = y * side + x
        indices.push(at, at + 1, at + side + 1, at, at + side + 1, at + side)
      }
    }
    const mesh = prepared({ positions, indices: Uint32Array.from(indices) })
    expect(triangleCount(mesh)).toBe(2 * (side - 1) ** 2)
  })
})
