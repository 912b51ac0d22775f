/** Rows of numbers and the row index of each corner. */
export interface IndexedChannel {
  readonly values: Float32Array
  /** Three rows per triangle. */
  readonly rows: Uint32Array
}

/** A surface of triangles, in the scene's unit. */
export interface TriangleShape {
  /** x, y, z per vertex. */
  readonly positions: Float32Array
  /** Three vertices per triangle. */
  readonly indices: Uint32Array
  /** Material id of each triangle. */
  readonly materialIds: Uint16Array
  /** Smoothing group bits of each triangle. */
  readonly groups: Uint32Array
  /** The source polygon of each triangle; null where polygons are not stored. */
  readonly polygons: Uint32Array | null
  /** u, v, w of the first map; null without one. */
  readonly textures: IndexedChannel | null
  /** x, y, z of explicit normals, for every corner; null without any. */
  readonly normals: IndexedChannel | null
  /** Polygons that could not be triangulated. */
  readonly skipped: number
}

/** Collector of triangles. */
export class TriangleList {
  readonly indices: number[] = []
  readonly materialIds: number[] = []
  readonly groups: number[] = []

  add(vertices: readonly [number, number, number], group: number, materialId = 0): void {
    this.indices.push(...vertices)
    this.groups.push(group)
    this.materialIds.push(materialId)
  }
}

/** Creates a surface whose corners have only vertices. */
export function plainShape(positions: readonly number[], list: TriangleList): TriangleShape {
  return {
    positions: Float32Array.from(positions),
    indices: Uint32Array.from(list.indices),
    materialIds: Uint16Array.from(list.materialIds),
    groups: Uint32Array.from(list.groups),
    polygons: null,
    textures: null,
    normals: null,
    skipped: 0,
  }
}
