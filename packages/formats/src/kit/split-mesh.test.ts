import { createRecordedContext } from '@kamar/test-kit'
import { prepareMesh } from '@kamar/mesh'
import { describe, expect, it } from 'vitest'
import { addInParts, splitMesh, type SplittableMesh } from './split-mesh.js'

/** A surface of `side` by `side` quads, two triangles each, with values of every kind at its vertices. */
function surface(side: number): SplittableMesh {
  const row = side + 1
  const vertices = Array.from({ length: row * row }, (_, vertex) => [vertex % row, Math.floor(vertex / row)] as const)
  const quads = vertices.filter(([x, y]) => x < side && y < side).map(([x, y]) => y * row + x)
  return {
    positions: Float32Array.from(vertices.flatMap(([x, y]) => [x, y, Math.sin(x / 3)])),
    indices: Uint32Array.from(quads.flatMap((at) => [at, at + 1, at + row + 1, at, at + row + 1, at + row])),
    normals: Float32Array.from(vertices.flatMap(([x]) => [0, 0, x])),
    colors: Uint8Array.from(vertices.flatMap(([x, y]) => [x, y, 0, 255])),
    textureCoordinates: Float32Array.from(vertices.flatMap(([x, y]) => [x / side, y / side])),
  }
}

/** Lists each triangle as the values of its three corners. */
function listTriangles({ positions, normals, colors, textureCoordinates, indices }: SplittableMesh): string[] {
  const describeVertex = (vertex: number): string =>
    [
      ...positions.subarray(3 * vertex, 3 * vertex + 3),
      ...(normals?.subarray(3 * vertex, 3 * vertex + 3) ?? []),
      ...(colors?.subarray(4 * vertex, 4 * vertex + 4) ?? []),
      ...(textureCoordinates?.subarray(2 * vertex, 2 * vertex + 2) ?? []),
    ].join(' ')
  return Array.from({ length: indices.length / 3 }, (_, at) =>
    [...indices.subarray(3 * at, 3 * at + 3)].map(describeVertex).join(),
  )
}

describe('splitMesh', () => {
  it('gives every triangle with all its values to exactly one part', () => {
    const mesh = surface(24)
    const parts = [...splitMesh(mesh, 100)]
    expect(parts.length).toBeGreaterThan(10)
    for (const { indices } of parts) expect(indices.length / 3).toBeLessThanOrEqual(100)
    expect(parts.flatMap(listTriangles).toSorted()).toEqual(listTriangles(mesh).toSorted())
  })

  it('keeps neighbours together, with only the vertices that a part uses', () => {
    for (const { positions, indices } of splitMesh(surface(32), 128)) {
      expect(new Set(indices).size).toBe(positions.length / 3)
      const widths = [0, 1].map((axis) => {
        const values = Array.from({ length: positions.length / 3 }, (_, vertex) => positions[3 * vertex + axis])
        return Math.max(...values) - Math.min(...values)
      })
      expect(Math.max(...widths)).toBeLessThanOrEqual(12)
    }
  })

  it('returns a small mesh as one part', () => {
    const mesh = surface(3)
    expect([...splitMesh(mesh)].map(listTriangles)).toEqual([listTriangles(mesh)])
  })

  it('splits triangles that all lie at one place, or have coordinates that are no numbers', () => {
    for (const value of [1, Number.NaN, Infinity]) {
      const mesh = { positions: new Float32Array(9).fill(value), indices: new Uint32Array(3000).map((_, at) => at % 3) }
      const counts = [...splitMesh(mesh, 300)].map(({ indices }) => indices.length / 3)
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1000)
      expect(Math.max(...counts)).toBeLessThanOrEqual(300)
    }
  })
})

describe('addInParts', () => {
  it('adds prepared meshes and lets the builder write between them', async () => {
    const { context, scene } = createRecordedContext()
    const { positions, indices } = surface(300)
    const meshes = await addInParts(context.scene, { positions, indices })
    expect(meshes.length).toBeGreaterThan(1)
    expect(scene.numbers.triangles).toBe(180_000)
    expect(scene.settleCount).toBe(meshes.length)
  })

  it('draws neither the cuts nor the borders, but the creases of the parts', async () => {
    const { context } = createRecordedContext()
    const edges: number[] = []
    context.scene.addMesh = (mesh) => edges.push((mesh.edges?.length ?? 0) / 2)
    // A roof: two slopes of 150 by 300 quads with a ridge of 300 edges between them.
    const { indices, positions } = surface(300)
    for (let at = 0; at < positions.length; at += 3) positions[at + 2] = -Math.abs(positions[at] - 150)
    expect(prepareMesh({ positions, indices })?.edges.length).toBeGreaterThan(600)
    await addInParts(context.scene, { positions, indices })
    const edgeCount = edges.reduce((sum, count) => sum + count, 0)
    expect(edgeCount).toBeLessThanOrEqual(300)
  })
})
