import { refineMesh } from '@kamar/mesh'
import type { PreparedMesh } from '@kamar/scene'
import { isTriangles, type Geometry } from '../stores/mesh-store.js'
import { adoptMesh } from './adopt-mesh.js'
import type { PlacedGeometry } from './placed-scene.js'
import type { Sharing } from './share-geometry.js'

/** Gives the geometries that are kept coarser levels, once for all shapes that are alike; rows of others stay as they are. */
export function refineGeometries(geometries: readonly Geometry[], sharing: Sharing): PlacedGeometry[] {
  const { kept, adoptions, shapes } = sharing
  const refined: PlacedGeometry[] = [...geometries]
  const templates = new Map<number, PreparedMesh>()
  for (const number of kept) {
    const geometry = geometries[number]
    if (!isTriangles(geometry) || geometry.levels.length > 1) continue
    const adoption = adoptions.get(number)
    const template = adoption === undefined ? undefined : templates.get(adoption.template)
    const shape = shapes.get(number)
    const templateShape = adoption === undefined ? undefined : shapes.get(adoption.template)
    if (adoption && template && shape && templateShape) {
      refined[number] = adoptMesh(templateShape, template, shape, adoption)
      continue
    }
    const own = refineMesh(geometry)
    refined[number] = own
    if (shape !== undefined) templates.set(number, own)
  }
  return refined
}
