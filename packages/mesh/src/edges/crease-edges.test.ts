import { describe, expect, it } from 'vitest'
import { prepareMesh } from '../prepare-mesh.js'

/**
 * Creates a square sheet of 3 by 3 points with the midpoint of one side lifted; the fold from there ends in the centre.
 */
function pulledSheet(lift: number): { center: number; all: number } {
  const positions = Array.from({ length: 9 }, (_, at) => [at % 3, Math.floor(at / 3), at === 7 ? lift : 0]).flat()
  const flat = [0, 1, 4, 0, 4, 3, 1, 2, 4, 2, 5, 4]
  const pulled = [3, 4, 6, 4, 7, 6, 4, 8, 7, 4, 5, 8]
  const mesh = prepareMesh({ positions: Float64Array.from(positions), indices: Uint32Array.from([...flat, ...pulled]) })
  if (!mesh) throw new Error('no mesh')
  const isCenter = (vertex = 0): boolean =>
    [1, 1, 0].every(
      (value, axis) =>
        Math.abs((mesh.positions[vertex * 3 + axis] ?? 0) * mesh.step + (mesh.origin[axis] ?? 0) - value) < 0.01,
    )
  return { center: [...mesh.edges].filter(isCenter).length, all: mesh.edges.length / 2 }
}

describe('crease edges', () => {
  it('exclude a soft crease that ends inside the surface', () => {
    expect(pulledSheet(0.4)).toEqual({ center: 0, all: 8 })
  })

  it('include a sharp crease that ends inside the surface', () => {
    expect(pulledSheet(1.2).center).toBeGreaterThan(0)
  })

  it('include a soft crease from border to border', () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0.4, 2, 0, 0, 0, 1, 0, 1, 1, 0.4, 2, 1, 0)
    const mesh = prepareMesh({ positions, indices: Uint32Array.of(0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4) })
    expect(mesh?.edges).toHaveLength(2 * 7)
  })
})
