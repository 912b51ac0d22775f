import type { MeshInput, PreparedMesh } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { meshStageReady } from './mesh-stage.js'
import { prepareMesh } from './prepare-mesh.js'
import { refineMesh } from './refine-mesh.js'
import { box, cylinder, sphere, flip } from './testing/shapes.js'

await meshStageReady

const refined = (input: MeshInput): PreparedMesh => {
  const mesh = prepareMesh(input)
  if (mesh === null) throw new Error('nothing was left of the mesh')
  return refineMesh(mesh)
}

/** Computes the largest distance of a level's vertices and triangle centroids from a sphere around the origin. */
function distanceFromSphere(mesh: PreparedMesh, level: number, radius: number): number {
  const { start, count } = mesh.levels[level]
  let worst = 0
  for (let at = start; at < start + count; at += 3) {
    const corners = [0, 1, 2].map((corner) =>
      [0, 1, 2].map((axis) => mesh.origin[axis] + mesh.step * mesh.positions[mesh.indices[at + corner] * 3 + axis]),
    )
    const centroid = [0, 1, 2].map((axis) => (corners[0][axis] + corners[1][axis] + corners[2][axis]) / 3)
    for (const point of [...corners, centroid]) worst = Math.max(worst, Math.abs(Math.hypot(...point) - radius))
  }
  return worst
}

describe('refineMesh levels of detail', () => {
  const mesh = refined(sphere(1, 40))

  it('have fewer triangles and a larger error from level to level', () => {
    expect(mesh.levels.length).toBeGreaterThan(1)
    for (let level = 1; level < mesh.levels.length; level++) {
      expect(mesh.levels[level].count).toBeLessThanOrEqual(0.75 * mesh.levels[level - 1].count)
      expect(mesh.levels[level].errorMetres).toBeGreaterThan(mesh.levels[level - 1].errorMetres)
    }
  })

  it('stay close to their stated error', () => {
    mesh.levels.forEach(({ errorMetres }, level) => {
      expect(distanceFromSphere(mesh, level, 1)).toBeLessThan(3 * errorMetres + 0.005)
    })
  })

  it('use only vertices of level 0', () => {
    const vertexCount = mesh.positions.length / 3
    expect(Math.max(...mesh.indices)).toBeLessThan(vertexCount)
    expect(mesh.normals).toHaveLength(vertexCount * 2)
    const used = new Set(mesh.indices.subarray(0, mesh.levels[0].count))
    for (const index of mesh.indices) expect(used.has(index)).toBe(true)
  })

  it('are the same every time', () => {
    expect(refined(sphere(1, 40))).toEqual(refined(sphere(1, 40)))
  })

  it('are omitted for a mesh of few triangles', () => {
    expect(refined(box([0, 0, 0], [1, 1, 1])).levels).toHaveLength(1)
  })
})

describe('refineMesh level 0', () => {
  /** Creates a flat square grid of so many cells a side, each of two triangles. */
  function field(side: number): MeshInput {
    const positions: number[] = []
    const indices: number[] = []
    for (let row = 0; row <= side; row++)
      for (let column = 0; column <= side; column++) positions.push(column / 10, row / 10, 0)
    for (let row = 0; row < side; row++) {
      for (let column = 0; column < side; column++) {
        const at = row * (side + 1) + column
        indices.push(at, at + 1, at + side + 2, at, at + side + 2, at + side + 1)
      }
    }
    return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
  }

  it('keeps every triangle and vertex of the source, including those of a flat area', () => {
    for (const input of [field(40), sphere(0.0015, 60), flip(cylinder(1, 4, 600))]) {
      const before = prepareMesh(input)
      const after = before && refineMesh(before)
      expect(before?.indices).toHaveLength(input.indices.length)
      expect(after?.levels.length).toBeGreaterThan(1)
      expect(after?.indices.subarray(0, after.levels[0].count)).toEqual(before?.indices)
      expect(after).toMatchObject({ positions: before?.positions, normals: before?.normals, edges: before?.edges })
    }
  })
})
