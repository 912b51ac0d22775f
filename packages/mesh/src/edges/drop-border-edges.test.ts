import { describe, expect, it } from 'vitest'
import { prepareMesh } from '../prepare-mesh.js'
import { dropBorderEdges } from './drop-border-edges.js'

/** Two squares that meet at a right angle along the y axis. */
const corner = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1),
  indices: Uint32Array.of(0, 1, 2, 0, 2, 3, 0, 3, 5, 0, 5, 4),
}

describe('dropBorderEdges', () => {
  it('keeps the crease between two faces and removes the border around them', () => {
    const prepared = prepareMesh(corner)
    if (prepared === null) throw new Error('nothing is left of the corner')
    expect(prepared.edges).toHaveLength(2 * 7)
    const { edges } = dropBorderEdges(prepared)
    expect(edges).toHaveLength(2)
    const at = (vertex: number): number[] =>
      [...prepared.positions.subarray(3 * vertex, 3 * vertex + 3)].map(
        (value, axis) => prepared.origin[axis] + prepared.step * value,
      )
    const ends = [...edges].map(at).toSorted((a, b) => a[1] - b[1])
    expect(ends[0].map(Math.round)).toEqual([0, 0, 0])
    expect(ends[1].map(Math.round)).toEqual([0, 1, 0])
  })

  it('keeps every edge of a closed mesh and all else of the mesh', () => {
    const tetrahedron = {
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
      indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3),
    }
    const prepared = prepareMesh(tetrahedron)
    if (prepared === null) throw new Error('nothing is left of the tetrahedron')
    expect(dropBorderEdges(prepared)).toEqual(prepared)
  })

  it('returns a mesh without edges as it is', () => {
    const prepared = prepareMesh({ ...corner, edges: new Uint32Array() })
    if (prepared === null) throw new Error('nothing is left of the corner')
    expect(dropBorderEdges(prepared)).toBe(prepared)
  })
})
