import { describe, expect, it } from 'vitest'
import { prepareMesh } from './prepare-mesh.js'

/** A strip of `count` squares along x, bent by an angle (degrees) at each joint; vertices are shared. */
function strip(count: number, degrees = 0): { positions: Float64Array; indices: Uint32Array } {
  const positions: number[] = []
  const indices: number[] = []
  let [x, z, turned] = [0, 0, 0]
  for (let joint = 0; joint <= count; joint++) {
    positions.push(x, 0, z, x, 1, z)
    x += Math.cos(turned)
    z += Math.sin(turned)
    turned += (degrees * Math.PI) / 180
    if (joint === count) continue
    const first = 2 * joint
    indices.push(first, first + 2, first + 3, first, first + 3, first + 1)
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) }
}

/** Edges as pairs of places in metres. */
function edgesOf(mesh: NonNullable<ReturnType<typeof prepareMesh>>): string[] {
  const place = (vertex: number): string =>
    [0, 1, 2].map((axis) => (mesh.origin[axis] + mesh.positions[3 * vertex + axis] * mesh.step).toFixed(2)).join(' ')
  return Array.from({ length: mesh.edges.length / 2 }, (_, at) =>
    [place(mesh.edges[2 * at]), place(mesh.edges[2 * at + 1])].toSorted().join(' – '),
  )
}

describe('edges of the source', () => {
  it('are drawn whatever the angle, and others are not', () => {
    const flat = strip(3)
    const found = prepareMesh({ ...flat, edges: Uint32Array.of(2, 3) })
    expect(found && edgesOf(found)).toEqual(['1.00 0.00 0.00 – 1.00 1.00 0.00'])
    const byAngle = prepareMesh(flat)
    expect(byAngle && edgesOf(byAngle)).toHaveLength(8)
  })

  it('are drawn once, though both faces state them', () => {
    const found = prepareMesh({ ...strip(2), edges: Uint32Array.of(2, 3, 3, 2, 2, 3) })
    expect(found && edgesOf(found)).toHaveLength(1)
  })

  it('are sides of triangles; what is none, no vertex or no length is left out', () => {
    const found = prepareMesh({ ...strip(2), edges: Uint32Array.of(0, 5, 0, 99, 1, 1, 0, 1, 7) })
    expect(found && edgesOf(found)).toEqual(['0.00 0.00 0.00 – 0.00 1.00 0.00'])
  })

  it('may be none at all', () => {
    expect(prepareMesh({ ...strip(2, 90), edges: new Uint32Array(0) })?.edges).toHaveLength(0)
  })

  it('join places that the source has twice', () => {
    const { positions, indices } = strip(1)
    const doubled = Float64Array.from([...positions, ...positions])
    const moved = Uint32Array.from(indices, (vertex, at) => (at < 3 ? vertex : vertex + 4))
    const found = prepareMesh({ positions: doubled, indices: moved, edges: Uint32Array.of(0, 5) })
    expect(found && edgesOf(found)).toEqual(['0.00 0.00 0.00 – 0.00 1.00 0.00'])
  })
})
