/** Rows of numbers and which of them each corner has. */
export interface IndexedChannel {
  readonly values: Float32Array
  /** Three rows per triangle. */
  readonly rows: Uint32Array
}

/** A surface of triangles, in the scene's unit. */
export interface TriangleShape {
  /** x y z per vertex. */
  readonly positions: Float32Array
  /** Three vertices per triangle. */
  readonly indices: Uint32Array
  /** Number of the material of each triangle. */
  readonly materialIds: Uint16Array
  /** A bit for each group of triangles that are shaded as one surface. */
  readonly groups: Uint32Array
  /** The polygon that each triangle is cut from; null where polygons are not kept. */
  readonly polygons: Uint32Array | null
  /** u v w of the first map; null without one. */
  readonly textures: IndexedChannel | null
  /** x y z of directions that somebody set, for every corner; null without. */
  readonly normals: IndexedChannel | null
  /** Polygons that could not be cut into triangles. */
  readonly skipped: number
}

/** Collects triangles. */
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

/** A surface whose corners have nothing but their vertices. */
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
