import type { PreparedPoints } from '@kamar/scene'
import type { ChunkLines, ChunkMesh } from '@kamar/view-package'
import type { ResolvedMaterial } from '../stores/material-store.js'

/** A geometry as it is written; the normals of one that took over another's triangles are left to the reader. */
export type PlacedGeometry = ChunkMesh | ChunkLines | PreparedPoints

/** Whether a geometry has triangles. */
export const hasTriangles = (geometry: PlacedGeometry): geometry is ChunkMesh => 'levels' in geometry

/** Whether a geometry is points. */
export const hasPoints = (geometry: PlacedGeometry): geometry is PreparedPoints => 'kind' in geometry

/**
 * The whole model ready to be ordered and written: instance i is row i of every column. Metres, Z up, model origin
 * taken out; geometries have their zero at their own origin (0, 0, 0).
 */
export interface PlacedScene {
  /** Final geometries: shared, refined. */
  readonly geometries: readonly PlacedGeometry[]
  readonly materials: readonly ResolvedMaterial[]
  readonly count: number
  readonly node: Uint32Array
  readonly geometry: Uint32Array
  readonly material: Uint32Array
  /** Column-major 3×3 per instance. */
  readonly linear: Float32Array
  /** x y z per instance. */
  readonly translation: Float32Array
  /** Least x y z, greatest x y z per instance. */
  readonly boxes: Float32Array
  /** 1 for instances of hidden elements. */
  readonly hidden: Uint8Array
}
