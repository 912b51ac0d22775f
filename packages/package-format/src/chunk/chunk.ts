import type { PreparedMesh, PreparedPoints } from '@kamar/core'

/** Bytes per vertex: x, y, z as u16, then the octahedral normal as two i8. */
export const vertexStride = 8

/** Values of `ChunkGeometries.kind`. */
export const geometryKind = { triangles: 0, lines: 1, points: 2 } as const

/**
 * Bits of `ChunkGeometries.flags`. Two say how a geometry was stored and matter to the decoder only: with its normals
 * (else they are derived from its triangles), with its positions relative to the first shape of its topology.
 */
export const geometryFlag = {
  hasColors: 1,
  closed: 2,
  ownNormals: 4,
  fromBase: 8,
  hasTexture: 16,
  singleSided: 32,
} as const

/** Line segments of a chunk: quantised like a mesh, position = `origin` + `step` × quantised. */
export interface ChunkLines {
  /** x y z per vertex, 0 to 65535. */
  readonly positions: Uint16Array
  /** Vertex pairs. */
  readonly edges: Uint32Array
  readonly origin: readonly [number, number, number]
  /** Metres. */
  readonly step: number
}

/** A mesh to be written; without normals, a decoder derives them from its triangles. */
export type ChunkMesh = Omit<PreparedMesh, 'normals' | 'source'> & { readonly normals: Int8Array | null }

/** Columns of a chunk's instances, one element per instance. */
export interface ChunkInstances {
  /** Element number: the node's index in the tree. */
  readonly node: Uint32Array
  /** Global geometry number: of this chunk or an earlier one. */
  readonly geometry: Uint32Array
  /** Global material number: of this chunk or an earlier one. */
  readonly material: Uint32Array
  /** Row of `linear` of the same chunk. */
  readonly linear: Uint32Array
  /** x y z, metres minus the model origin. */
  readonly translation: Float32Array
}

/** Materials of a chunk. */
export interface ChunkMaterials {
  /** r g b opacity, 0 to 255, sRGB. */
  readonly color: Uint8Array
  readonly names: readonly string[]
  /** Omitted if none of them has a texture. */
  readonly textures?: ChunkTextures
}

/** Textures of a chunk's materials, one element per material unless stated. */
export interface ChunkTextures {
  /** Number of the image (`texturePath`) plus one; 0 for a material without. */
  readonly image: Uint16Array
  /** Four per material: the tint that multiplies the image, r g b 0 to 255, and `textureWrap`. */
  readonly tintAndWrap: Uint8Array
  /** Pixels of the image's longer side. */
  readonly side: Uint16Array
}

/** Texture outside 0 to 1: repeats the image or extends its border pixels. */
export const textureWrap = { repeat: 0, clamp: 1 } as const

/** Returns the path of a texture image: WebP, its first row the top one. */
export const texturePath = (image: number): string => `textures/${String(image).padStart(3, '0')}.webp`

/** First numbers of a chunk; they continue over the chunks of a package in manifest order. */
export interface ChunkNumbers {
  readonly firstGeometry: number
  readonly firstMaterial: number
  readonly firstInstance: number
}

/** Input of `encodeChunk`. */
export interface ChunkInput extends ChunkNumbers {
  readonly geometries: readonly (ChunkMesh | ChunkLines | PreparedPoints)[]
  readonly instances: ChunkInstances
  /**
   * Nine per row: the x, y and z column of a 3×3 matrix. position(model) = linear · (origin + step × quantised) +
   * translation. Columns may have different lengths but are orthogonal: normals take column / |column|².
   */
  readonly linear: Float32Array
  readonly materials: ChunkMaterials
}

/**
 * Columns of a chunk's geometries, one element per geometry unless stated. Starts are offsets into the chunk's own
 * arrays.
 */
export interface ChunkGeometries {
  readonly count: number
  /** A value of `geometryKind`. */
  readonly kind: Uint8Array
  readonly vertexStart: Uint32Array
  readonly vertexCount: Uint32Array
  /** Three per geometry, levels 0 to 2: start of the level's triangle indices in `Chunk.index`. */
  readonly levelStart: Uint32Array
  /** Three per geometry: number of triangle indices of the level, 0 if it is absent. */
  readonly levelCount: Uint32Array
  /** Two per geometry, levels 1 and 2: maximum distance to level 0, metres in the geometry's frame. */
  readonly levelError: Float32Array
  readonly edgeStart: Uint32Array
  /** Number of elements of `Chunk.edge`: twice the number of segments. */
  readonly edgeCount: Uint32Array
  /** Metres per quantisation step. */
  readonly step: Float32Array
  /** Three per geometry, metres. */
  readonly origin: Float32Array
  /** Three per geometry: maximum quantised coordinate per axis. */
  readonly extent: Uint16Array
  /** Bits of `geometryFlag`. */
  readonly flags: Uint8Array
}

/** A decoded chunk. It owns all its arrays; none is a view of the encoded bytes. */
export interface Chunk extends ChunkNumbers {
  readonly geometries: ChunkGeometries
  /** `vertexStride` bytes per vertex. */
  readonly vertex: Uint8Array
  /** r g b a for each vertex of the geometries with colours, in geometry order; others have no entries. */
  readonly color: Uint8Array
  /**
   * u v for each vertex of the geometries with a texture, in geometry order, others have no entries; 0 0 is the image's
   * upper left corner. Null if no geometry has any.
   */
  readonly textureCoordinates: Float32Array | null
  /** Chunk-wide vertex numbers: per geometry its levels in order. */
  readonly index: Uint32Array
  /** Chunk-wide vertex pairs: per geometry its crease and boundary edges, or the segments of a lines geometry. */
  readonly edge: Uint32Array
  readonly instances: ChunkInstances
  /** Nine per row, as in `ChunkInput`. */
  readonly linear: Float32Array
  readonly materials: ChunkMaterials
}
