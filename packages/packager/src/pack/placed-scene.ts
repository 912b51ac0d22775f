import type { PreparedPoints } from '@kamar/core'
import type { ChunkLines, ChunkMesh } from '@kamar/package-format'
import type { ResolvedMaterial } from '../stores/material-store.js'

/** Geometry as written; when it reuses another's triangles, the reader derives its normals. */
export type PlacedGeometry = ChunkMesh | ChunkLines | PreparedPoints

/** Returns whether a geometry has triangles. */
export const hasTriangles = (geometry: PlacedGeometry): geometry is ChunkMesh => 'levels' in geometry

/** Returns whether a geometry is points. */
export const hasPoints = (geometry: PlacedGeometry): geometry is PreparedPoints => 'kind' in geometry

/**
 * Complete model ready to be ordered and written: instance i is row i of every column. Metres, Z up, relative to the
 * model origin; each geometry has its origin at (0, 0, 0).
 */
export interface PlacedScene {
  /** Final geometries: shared and refined. */
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
  /** Minimum x y z, maximum x y z per instance. */
  readonly boxes: Float32Array
  /** 1 for instances of hidden elements. */
  readonly hidden: Uint8Array
}
