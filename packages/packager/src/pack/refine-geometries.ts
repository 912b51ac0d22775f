import { refineMesh } from '@kamar/mesh'
import type { PreparedMesh } from '@kamar/core'
import { isTriangles, type Geometry } from '../stores/geometry-content.js'
import { reuseTopology } from './reuse-topology.js'
import type { PlacedGeometry } from './placed-scene.js'
import type { Sharing } from './share-geometry.js'

/** Adds coarser levels to the stored geometries, once for all similar shapes; other rows are unchanged. */
export function refineGeometries(geometries: readonly Geometry[], sharing: Sharing): PlacedGeometry[] {
  const { storedGeometries, reuses, shapes } = sharing
  const refined: PlacedGeometry[] = [...geometries]
  const templates = new Map<number, PreparedMesh>()
  for (const number of storedGeometries) {
    const geometry = geometries[number]
    if (!isTriangles(geometry) || geometry.levels.length > 1) continue
    const reuse = reuses.get(number)
    const template = reuse === undefined ? undefined : templates.get(reuse.template)
    const shape = shapes.get(number)
    const templateShape = reuse === undefined ? undefined : shapes.get(reuse.template)
    if (reuse && template && shape && templateShape) {
      refined[number] = reuseTopology(templateShape, template, shape, reuse)
      continue
    }
    const own = refineMesh(geometry)
    refined[number] = own
    if (shape !== undefined) templates.set(number, own)
  }
  return refined
}
