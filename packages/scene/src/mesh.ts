/** A triangle mesh as a reader found it: local coordinates in metres, Z up, right-handed. */
export interface MeshInput {
  /** x y z per vertex, metres, in the mesh's own frame (keep it near zero; placements are float64). */
  readonly positions: Float32Array | Float64Array
  /** Three per triangle, counter-clockwise from outside where the source knows an outside. */
  readonly indices: Uint32Array
  /** x y z per vertex; left out, the mesh stage makes them by crease angle. */
  readonly normals?: Float32Array
  /** r g b a per vertex, 0 to 255, sRGB; only when the source colours vertices or faces. */
  readonly colors?: Uint8Array
  /**
   * u v per vertex, only when the mesh is drawn with a texture. As in glTF: 0 0 is the picture's upper left corner, v runs
   * down; beyond 0 to 1 the picture repeats or stops, as its material says.
   */
  readonly textureCoordinates?: Float32Array
  /** Vertex pairs of the edges that the source draws, each a side of a triangle; left out, edges are found by angle. */
  readonly edges?: Uint32Array
}

/** One level of detail: a run of a prepared mesh's `indices`. Level 0 is the whole mesh. */
export interface MeshLevel {
  readonly start: number
  readonly count: number
  /** Largest distance to the level-0 surface, metres in the mesh's own frame. */
  readonly errorMetres: number
}

/** u v per vertex as they are stored: coordinate = `offset` + `step` × value. */
export interface QuantisedTextureCoordinates {
  /** Two per vertex, 0 to 65535. */
  readonly values: Uint16Array
  /** Whole numbers, so that the seams of a picture that repeats stay where they are. */
  readonly offset: readonly [number, number]
  /** A power of two, the same for u and v. */
  readonly step: number
}

/** The triangles of a mesh as the source has them, and how many of them level 0 does not hold, by the reason. */
export interface SourceTriangles {
  readonly triangles: number
  /** A corner is no number, out of all reach, or not there. */
  readonly unusable: number
  /** Without an area in single precision. */
  readonly withoutArea: number
  /** Smaller than the finest step of the mesh. */
  readonly collapsed: number
  /** There twice, or folded onto another one. */
  readonly repeated: number
}

/**
 * What the mesh stage makes of a `MeshInput`: clean, oriented, quantised, ready for a chunk. Position in the mesh's own
 * frame = `origin` + `step` × quantised. Plain typed arrays, so that worker threads can transfer it.
 */
export interface PreparedMesh {
  /** x y z per vertex, 0 to 65535. */
  readonly positions: Uint16Array
  /** Octahedral normal, two per vertex, signed 8 bit. */
  readonly normals: Int8Array
  /** r g b a per vertex or null. */
  readonly colors: Uint8Array | null
  /** Where the vertices stand on a texture; left out without one. */
  readonly textureCoordinates?: QuantisedTextureCoordinates
  /** All levels one after the other. */
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
  /** Whether every edge is run through as often one way as the other; solids that touch along an edge count as closed. */
  readonly closed: boolean
  /** Seen from its front alone: another mesh is what is seen from behind. */
  readonly isSingleSided?: boolean
  /** 16 hexadecimal digits over the shape in metres, independent of triangle order and of where it stands in its frame. */
  readonly shapeHash: string
}
