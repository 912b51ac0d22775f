import { meshStageReady, prepareMesh } from '@kamar/mesh'
import type { PreparedMesh } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { MeshStore } from '../stores/mesh-store.js'
import { hasTriangles, type PlacedGeometry } from './placed-scene.js'
import { refineGeometries } from './refine-geometries.js'
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

async function refine(...own: readonly PreparedMesh[]): Promise<{ before: MeshStore; refined: PlacedGeometry[] }> {
  await meshStageReady
  const before = new MeshStore()
  for (const mesh of own) before.addMesh(mesh)
  return { before, refined: refineGeometries(before.geometries, shareGeometries(before, [...own.keys()])) }
}

const countLevels = (geometry: PlacedGeometry): number => (hasTriangles(geometry) ? geometry.levels.length : 0)

describe('refineGeometries', () => {
  it('adds coarser levels with fewer triangles to a stored geometry', async () => {
    const { before, refined } = await refine(ribbon())
    const [geometry] = refined
    if (!hasTriangles(geometry)) throw new Error('a ribbon has triangles')
    expect(geometry.levels.length).toBeGreaterThan(1)
    expect(geometry.levels[0]).toEqual(hasTriangles(before.geometries[0]) ? before.geometries[0].levels[0] : null)
    for (let level = 1; level < geometry.levels.length; level++) {
      expect(geometry.levels[level].count).toBeLessThan(geometry.levels[level - 1].count)
      expect(geometry.levels[level].errorMetres).toBeGreaterThanOrEqual(geometry.levels[level - 1].errorMetres)
    }
  })

  it('gives a similar shape the levels of its template with larger errors', async () => {
    const { refined } = await refine(ribbon(0, 4), ribbon(0.02, 4.0001))
    const [one, other] = refined
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
    const { before, refined } = await refine(large, copy, withLevels)
    expect(refined[2]).toBe(before.geometries[2])
    expect(refined.map(countLevels).filter((count) => count > 1).length).toBeGreaterThanOrEqual(2)
    expect(refined).toHaveLength(3)
  })

  it('leaves lines as they are', async () => {
    const store = new MeshStore()
    store.addLines({ positions: Float32Array.of(0, 0, 0, 1, 1, 1), indices: Uint32Array.of(0, 1) })
    expect(refineGeometries(store.geometries, shareGeometries(store, [0]))).toEqual(store.geometries)
  })
})
