import { refineMesh } from '@kamar/mesh'
import type { PreparedMesh } from '@kamar/scene'
import { isTriangles, type Geometry } from '../stores/mesh-store.js'

/**
 * Simplifies the geometries that are kept and gives them coarser levels; rows of others stay as they are.
 */
export function refineGeometries(geometries: readonly Geometry[], kept: readonly number[]): Geometry[] {
  const refined = [...geometries]
  for (const number of kept) {
    const geometry = geometries[number]
    if (isTriangles(geometry) && isUnrefined(geometry)) refined[number] = refineMesh(geometry)
  }
  return refined
}

const isUnrefined = (mesh: PreparedMesh): boolean => mesh.levels.length === 1
