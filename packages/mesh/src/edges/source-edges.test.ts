import { describe, expect, it } from 'vitest'
import { prepareMesh } from '../prepare-mesh.js'

/** Creates a strip of `count` squares along x, bent by an angle (degrees) at each joint; vertices are shared. */
function strip(count: number, degrees = 0): { positions: Float64Array; indices: Uint32Array } {
  const positions: number[] = []
  const indices: number[] = []
  let [x, z, angle] = [0, 0, 0]
  for (let joint = 0; joint <= count; joint++) {
    positions.push(x, 0, z, x, 1, z)
    x += Math.cos(angle)
    z += Math.sin(angle)
    angle += (degrees * Math.PI) / 180
    if (joint === count) continue
    const first = 2 * joint
    indices.push(first, first + 2, first + 3, first, first + 3, first + 1)
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) }
}

/** Formats edges as pairs of positions in metres. */
function formatEdges(mesh: NonNullable<ReturnType<typeof prepareMesh>>): string[] {
  const formatPosition = (vertex: number): string =>
    [0, 1, 2].map((axis) => (mesh.origin[axis] + mesh.positions[3 * vertex + axis] * mesh.step).toFixed(2)).join(' ')
  return Array.from({ length: mesh.edges.length / 2 }, (_, at) =>
    [formatPosition(mesh.edges[2 * at]), formatPosition(mesh.edges[2 * at + 1])].toSorted().join(' – '),
  )
}

describe('source edges', () => {
  it('are drawn at any angle, and no others with them', () => {
    const flat = strip(3)
    const mesh = prepareMesh({ ...flat, edges: Uint32Array.of(2, 3) })
    expect(mesh && formatEdges(mesh)).toEqual(['1.00 0.00 0.00 – 1.00 1.00 0.00'])
    const byAngle = prepareMesh(flat)
    expect(byAngle && formatEdges(byAngle)).toHaveLength(8)
  })

  it('are drawn once even if both faces state them', () => {
    const mesh = prepareMesh({ ...strip(2), edges: Uint32Array.of(2, 3, 3, 2, 2, 3) })
    expect(mesh && formatEdges(mesh)).toHaveLength(1)
  })

  it('are dropped unless they are triangle sides with valid vertices and a length', () => {
    const mesh = prepareMesh({ ...strip(2), edges: Uint32Array.of(0, 5, 0, 99, 1, 1, 0, 1, 7) })
    expect(mesh && formatEdges(mesh)).toEqual(['0.00 0.00 0.00 – 0.00 1.00 0.00'])
  })

  it('may be an empty list', () => {
    expect(prepareMesh({ ...strip(2, 90), edges: new Uint32Array(0) })?.edges).toHaveLength(0)
  })

  it('connect positions that the source duplicates', () => {
    const { positions, indices } = strip(1)
    const doubled = Float64Array.from([...positions, ...positions])
    const splitIndices = Uint32Array.from(indices, (vertex, at) => (at < 3 ? vertex : vertex + 4))
    const mesh = prepareMesh({ positions: doubled, indices: splitIndices, edges: Uint32Array.of(0, 5) })
    expect(mesh && formatEdges(mesh)).toEqual(['0.00 0.00 0.00 – 0.00 1.00 0.00'])
  })
})
