import { meshStageReady, prepareMesh } from '@kamar/mesh'
import type { PreparedMesh } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { MeshStore } from '../stores/mesh-store.js'
import { runToEnd } from '../test-support/run-to-end.js'
import { hasTriangles, type PlacedGeometry } from './placed-scene.js'
import { GeometryRefiner } from './refine-geometries.js'
import { shareGeometries } from './share-geometry.js'

/** Creates a wavy ribbon of many triangles, optionally with a bump that no affine map gives. */
function ribbon(bump = 0, length = 4): PreparedMesh {
  const rows = 120
  const positions = Array.from({ length: rows * 2 }, (_, at) => {
    const share = (at >> 1) / (rows - 1)
    return [share * length, at & 1, Math.sin(share * 6) * 0.4 + (share > 0.4 && share < 0.6 ? bump : 0)]
  })
  const indices = Array.from({ length: rows - 1 }, (_, row) => [0, 2, 1, 1, 2, 3].map((vertex) => row * 2 + vertex))
  const mesh = prepareMesh({
    positions: Float32Array.from(positions.flat()),
    indices: Uint32Array.from(indices.flat()),
  })
  if (mesh === null) throw new Error('a ribbon has triangles')
  return mesh
}

async function refine(...own: readonly PreparedMesh[]): Promise<readonly PlacedGeometry[]> {
  await meshStageReady
  const meshes = new MeshStore()
  for (const mesh of own) meshes.addMesh(mesh)
  return refineStored(meshes)
}

function refineStored(meshes: MeshStore): readonly PlacedGeometry[] {
  const used = Uint32Array.from(meshes.geometries.keys())
  runToEnd(shareGeometries({ meshes, used, createRefiner: () => new GeometryRefiner(meshes) }))
  return meshes.geometries
}

const countLevels = (geometry: PlacedGeometry): number => (hasTriangles(geometry) ? geometry.levels.length : 0)

describe('GeometryRefiner', () => {
  it('adds coarser levels with fewer triangles to a stored geometry', async () => {
    const source = ribbon()
    const [geometry] = await refine(source)
    if (!hasTriangles(geometry)) throw new Error('a ribbon has triangles')
    expect(geometry.levels.length).toBeGreaterThan(1)
    expect(geometry.levels[0]).toEqual(source.levels[0])
    for (let level = 1; level < geometry.levels.length; level++) {
      expect(geometry.levels[level].count).toBeLessThan(geometry.levels[level - 1].count)
      expect(geometry.levels[level].errorMetres).toBeGreaterThanOrEqual(geometry.levels[level - 1].errorMetres)
    }
  })

  it('gives a similar shape the levels of its template with larger errors', async () => {
    const [one, other] = await refine(ribbon(0, 4), ribbon(0.02, 4.0001))
    if (!hasTriangles(one) || !hasTriangles(other)) throw new Error('ribbons have triangles')
    const [template, member] = one.normals === null ? [other, one] : [one, other]
    expect(member.normals).toBeNull()
    expect(member.indices).toBe(template.indices)
    expect(member.positions).not.toEqual(template.positions)
    for (let level = 1; level < member.levels.length; level++)
      expect(member.levels[level].errorMetres).toBeGreaterThan(template.levels[level].errorMetres)
  })

  it('changes neither geometries that are not stored nor those with levels of the reader', async () => {
    const [large, copy] = [
      ribbon(0, 8),
      { ...ribbon(0, 8), positions: ribbon(0, 8).positions.map((value) => value >> 1) },
    ]
    const levels = [
      { start: 0, count: 30, errorMetres: 0 },
      { start: 0, count: 12, errorMetres: 1 },
    ]
    const withLevels = { ...ribbon(0, 2), indices: ribbon(0, 2).indices.slice(0, 30), levels }
    const refined = await refine(large, copy, withLevels)
    expect(refined[2]).toBe(withLevels)
    expect(refined.map(countLevels).filter((count) => count > 1).length).toBeGreaterThanOrEqual(2)
    expect(refined).toHaveLength(3)
  })

  it('leaves lines as they are', async () => {
    const store = new MeshStore()
    store.addLines({ positions: Float32Array.of(0, 0, 0, 1, 1, 1), indices: Uint32Array.of(0, 1) })
    const [before] = store.geometries
    expect(refineStored(store)).toEqual([before])
  })
})
