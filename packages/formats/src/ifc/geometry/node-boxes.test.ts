import { meshStageReady, prepareMesh } from '@kamar/mesh'
import type { PreparedMesh } from '@kamar/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { NodeBoxes } from './node-boxes.js'

beforeAll(() => meshStageReady)

/** Creates a rectangle of this size with one corner at the origin. */
function sheet(width: number, depth: number): PreparedMesh {
  const mesh = prepareMesh({
    positions: Float32Array.of(0, 0, 0, width, 0, 0, width, depth, 0, 0, depth, 0),
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
  })
  if (!mesh) throw new Error('nothing was left of a sheet')
  return mesh
}
const at = (x: number, y: number): Float64Array => Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, 0)

describe('NodeBoxes.sideBySide', () => {
  it('separates elements of any number and size', () => {
    const boxes = new NodeBoxes()
    const sizes = Array.from({ length: 30 }, (_, node) => [0.2 + (node % 7), 0.5 + (node % 3)] as const)
    sizes.forEach(([width, depth], node) => boxes.add(node, sheet(width, depth), at(0, 0)))
    const footprints = [...boxes.sideBySide()].map(([node, [x, y]]) => {
      const [width, depth] = sizes[node] ?? [0, 0]
      return { left: x, right: x + width, near: y, far: y + depth }
    })
    expect(footprints).toHaveLength(30)
    for (const [index, one] of footprints.entries()) {
      for (const other of footprints.slice(index + 1)) {
        const isDisjoint = one.right < other.left || other.right < one.left
        expect(isDisjoint || one.far < other.near || other.far < one.near).toBe(true)
      }
    }
  })

  it('arranges elements in an approximately square grid', () => {
    const boxes = new NodeBoxes()
    for (let node = 0; node < 100; node++) boxes.add(node, sheet(1, 1), at(0, 0))
    const moves = [...boxes.sideBySide().values()]
    const [width, depth] = [0, 1].map((axis) => Math.max(...moves.map((move) => move[axis] ?? 0)))
    expect((width ?? 0) / (depth ?? 1)).toBeGreaterThan(0.5)
    expect((width ?? 0) / (depth ?? 1)).toBeLessThan(2)
  })

  it('moves the parts of an element together from any position', () => {
    const boxes = new NodeBoxes()
    boxes.add(5, sheet(1, 1), at(100, 200))
    boxes.add(5, sheet(1, 1), at(103, 200))
    boxes.add(2, sheet(2, 2), at(-7, 0))
    const moves = boxes.sideBySide()
    expect([...moves.keys()]).toEqual([2, 5])
    const [x = 0, y = 0] = moves.get(5) ?? []
    // Node 2 covers 0 to 2 along both axes.
    expect(100 + x > 2 || 200 + y > 2).toBe(true)
    expect(Math.min(100 + x, 200 + y)).toBeGreaterThanOrEqual(0)
    expect(moves.get(2)).toEqual([7, 0])
  })

  it('returns no moves without elements', () => {
    expect(new NodeBoxes().sideBySide().size).toBe(0)
  })
})
