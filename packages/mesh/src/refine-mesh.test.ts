import type { MeshInput, PreparedMesh } from '@kamar/scene'
import { describe, expect, it } from 'vitest'
import { meshStageReady } from './mesh-stage.js'
import { prepareMesh } from './prepare-mesh.js'
import { type RefinedMesh, refineMesh } from './refine-mesh.js'
import { box, cylinder, sphere, turned } from './testing/shapes.js'

await meshStageReady

const refined = (input: MeshInput): RefinedMesh => {
  const mesh = prepareMesh(input)
  if (mesh === null) throw new Error('nothing was left of the mesh')
  return refineMesh(mesh)
}

/** Largest distance of a level's vertices and triangle middles from a sphere around the origin. */
function distanceFromSphere(mesh: PreparedMesh, level: number, radius: number): number {
  const { start, count } = mesh.levels[level]
  let worst = 0
  for (let at = start; at < start + count; at += 3) {
    const corners = [0, 1, 2].map((corner) =>
      [0, 1, 2].map((axis) => mesh.origin[axis] + mesh.step * mesh.positions[mesh.indices[at + corner] * 3 + axis]),
    )
    const middle = [0, 1, 2].map((axis) => (corners[0][axis] + corners[1][axis] + corners[2][axis]) / 3)
    for (const point of [...corners, middle]) worst = Math.max(worst, Math.abs(Math.hypot(...point) - radius))
  }
  return worst
}

describe('levels of detail', () => {
  const { mesh } = refined(sphere(1, 40))

  it('come coarser and coarser, each with fewer triangles and a larger error', () => {
    expect(mesh.levels.length).toBeGreaterThan(1)
    for (let level = 1; level < mesh.levels.length; level++) {
      expect(mesh.levels[level].count).toBeLessThanOrEqual(0.75 * mesh.levels[level - 1].count)
      expect(mesh.levels[level].errorMetres).toBeGreaterThan(mesh.levels[level - 1].errorMetres)
    }
  })

  it('stay within a few times the error they state', () => {
    mesh.levels.forEach(({ errorMetres }, level) => {
      expect(distanceFromSphere(mesh, level, 1)).toBeLessThan(3 * errorMetres + 0.005)
    })
  })

  it('use the vertices of level 0 and no others', () => {
    const vertexCount = mesh.positions.length / 3
    expect(Math.max(...mesh.indices)).toBeLessThan(vertexCount)
    expect(mesh.normals).toHaveLength(vertexCount * 2)
    const used = new Set(mesh.indices.subarray(0, mesh.levels[0].count))
    for (const index of mesh.indices) expect(used.has(index)).toBe(true)
  })

  it('are the same every time', () => {
    expect(refined(sphere(1, 40))).toEqual(refined(sphere(1, 40)))
  })

  it('are not made for what is cheap as it is', () => {
    const { mesh: same, vertices, isSimplified } = refined(box([0, 0, 0], [1, 1, 1]))
    expect(same.levels).toHaveLength(1)
    expect(vertices).toBeNull()
    expect(isSimplified).toBe(false)
  })

  it('say where each vertex was before', () => {
    const before = prepareMesh(sphere(1, 40))
    const after = before === null ? null : refineMesh(before)
    const positions = after?.mesh.positions ?? new Uint16Array(0)
    const numbers = after?.vertices ?? new Uint32Array(0)
    expect(numbers.length).toBe(positions.length / 3)
    numbers.forEach((old, vertex) =>
      expect([...positions.subarray(vertex * 3, vertex * 3 + 3)]).toEqual([
        ...(before?.positions.subarray(old * 3, old * 3 + 3) ?? []),
      ]),
    )
  })
})

describe('level 0', () => {
  it('loses what nobody can see: a flat face cut into thousands of triangles', () => {
    const side = 40
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
    const { mesh, isSimplified } = refined({
      positions: Float32Array.from(positions),
      indices: Uint32Array.from(indices),
    })
    expect(isSimplified).toBe(true)
    expect(mesh.levels[0].count / 3).toBeLessThan(side * side)
    expect(mesh.area).toBeCloseTo((side * side) / 100, 1)
    // The outline is still the outline.
    expect(mesh.edges.length / 2).toBe(4 * side)
  })

  it('keeps its curve to a few tenths of a millimetre', () => {
    const { mesh } = refined(sphere(0.05, 60))
    expect(distanceFromSphere(mesh, 0, 0.05)).toBeLessThan(4e-4)
  })

  it('of a part of three millimetres keeps its curve as well as that of a large one', () => {
    const shareLost = (radius: number): number =>
      distanceFromSphere(refined(sphere(radius, 60)).mesh, 0, radius) / radius
    expect(shareLost(0.0015)).toBeLessThan(0.01)
    expect(shareLost(0.0015)).toBeLessThan(3 * shareLost(0.1))
  })

  it('keeps the direction of its triangles', () => {
    const { mesh } = refined(turned(cylinder(1, 4, 600)))
    let volume = 0
    for (let at = 0; at < mesh.levels[0].count; at += 3) {
      const [a, b, c] = [0, 1, 2].map((corner) =>
        [0, 1, 2].map((axis) => mesh.origin[axis] + mesh.step * mesh.positions[mesh.indices[at + corner] * 3 + axis]),
      )
      volume +=
        (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])) /
        6
    }
    expect(volume).toBeGreaterThan(0.99 * Math.PI * 4)
  })
})
