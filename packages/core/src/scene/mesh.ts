/** A triangle mesh as a reader found it: local coordinates in metres, Z up, right-handed. */
export interface MeshInput {
  /** x y z per vertex, metres, in the mesh's own frame (keep it near zero; placements are float64). */
  readonly positions: Float32Array | Float64Array
  /** Three per triangle, counter-clockwise from outside if the source defines an outside. */
  readonly indices: Uint32Array
  /** x y z per vertex; if omitted, the mesh stage computes them by crease angle. */
  readonly normals?: Float32Array
  /** r g b a per vertex, 0 to 255, sRGB; only if the source colours vertices or faces. */
  readonly colors?: Uint8Array
  /**
   * u v per vertex, only if the mesh is drawn with a texture. As in glTF: 0 0 is the image's upper left corner, v runs
   * down; outside 0 to 1 the image repeats or clamps as its material says.
   */
  readonly textureCoordinates?: Float32Array
  /**
   * Vertex pairs of the edges that the source draws, each a side of a triangle; if omitted, edges are detected by
   * angle.
   */
  readonly edges?: Uint32Array
}

/** One level of detail: a range of a prepared mesh's `indices`. Level 0 is the full mesh. */
export interface MeshLevel {
  readonly start: number
  readonly count: number
  /** Largest distance to the level-0 surface, metres in the mesh's own frame. */
  readonly errorMetres: number
}

/** Quantised u v per vertex: coordinate = `offset` + `step` × value. */
export interface QuantisedTextureCoordinates {
  /** Two per vertex, 0 to 65535. */
  readonly values: Uint16Array
  /** Integers, so that the seams of a repeating texture stay where they are. */
  readonly offset: readonly [number, number]
  /** A power of two, the same for u and v. */
  readonly step: number
}

/** Triangle count of the source mesh, and of those missing from level 0, by reason. */
export interface SourceTriangles {
  readonly triangles: number
  /** A vertex is not finite, out of range, or missing. */
  readonly unusable: number
  /** Zero area in single precision. */
  readonly withoutArea: number
  /** Smaller than the finest quantisation step of the mesh. */
  readonly collapsed: number
  /** Duplicate, or folded onto another one. */
  readonly repeated: number
}

/**
 * A `MeshInput` after the mesh stage: clean, oriented, quantised, ready for a chunk. Position in the mesh's own frame =
 * `origin` + `step` × quantised. Plain typed arrays, so that worker threads can transfer it.
 */
export interface PreparedMesh {
  /** x y z per vertex, 0 to 65535. */
  readonly positions: Uint16Array
  /** Octahedral normal, two per vertex, signed 8 bit. */
  readonly normals: Int8Array
  /** r g b a per vertex or null. */
  readonly colors: Uint8Array | null
  /** Texture coordinates of the vertices; omitted without a texture. */
  readonly textureCoordinates?: QuantisedTextureCoordinates
  /** All levels, concatenated. */
  readonly indices: Uint32Array
  readonly levels: readonly MeshLevel[]
  /** Vertex pairs of crease and boundary edges. */
  readonly edges: Uint32Array
  readonly source: SourceTriangles
  readonly origin: readonly [number, number, number]
  /** Metres per quantisation step, the same on all axes. */
  readonly step: number
  /** Square metres. */
  readonly area: number
  /** Cubic metres; null when the mesh is not closed. */
  readonly volume: number | null
  /** Whether every edge is used equally often in both directions; solids that touch along an edge count as closed. */
  readonly closed: boolean
  /** Drawn from the front only: a separate mesh is the back. */
  readonly isSingleSided?: boolean
  /** 16 hexadecimal digits over the shape in metres, independent of triangle order and of its position in the frame. */
  readonly shapeHash: string
}
