import { mapArrays, type ColumnArray } from '@kamar/package-format/read'

/**
 * Numbers per instance in `GpuInstances.placement`: three matrix rows of four, edge coverage (of points: pixels
 * across), texture binding (1 for lines, minus its number in `ModelContent.textures` counted from 1, or 0), 1 for
 * closed and 2 for each level behind others in one plane with its fraction of `InstanceStore.planeSeparation` as the
 * fractional part, thickness.
 */
export const placementStride = 16
/** Numbers per instance in `GpuInstances.ranges`: start and count of level 0, 1, 2, of the edges and of the axis. */
export const rangeStride = 10

/** Bits of `GpuInstances.flags`. */
export const instanceFlag = {
  /** Closed and not mirrored: its back faces are never visible. */
  closed: 1,
  /** Its vertices store its number, so adjacent ranges can be drawn as one. Otherwise the draw call names it. */
  owned: 2,
  /** Segments in its own colour instead of triangles with dark edges. */
  lines: 4,
  /** Dots of constant screen size. */
  points: 8,
  /** Closed, mirrored or not: it has an inside. */
  solid: 16,
  /** Not part of the frame: another form of its element is drawn, or the row has no instance. */
  absent: 32,
  /** Coarse form of an element. */
  proxy: 64,
} as const

/** Unique geometries of a chunk, for picking; columns of one element per geometry unless stated. */
export interface GpuGeometries {
  readonly count: number
  /** First vertex in the chunk's `vertices`. */
  readonly vertexStart: Uint32Array
  readonly vertexCount: Uint32Array
  /** First index (or segment end) in `indices16`, or in `indices32` if `wide` is set. */
  readonly indexStart: Uint32Array
  readonly indexCount: Uint32Array
  readonly wide: Uint8Array
  /** Value of `geometryKind`. */
  readonly kind: Uint8Array
  /** Three per geometry: largest quantised coordinate. */
  readonly extent: Uint16Array
}

/** Texture on a material. */
export interface TextureBinding {
  /** Texture number; `texturePath` returns its file. */
  readonly texture: number
  /** Longest side, pixels. */
  readonly side: number
  /** r g b, 0 to 1. */
  readonly tint: readonly [number, number, number]
  /** Whether the outermost pixels continue outside 0 to 1; otherwise the texture repeats. */
  readonly clamped: boolean
}

/** Instances of a chunk; columns of one element per instance unless stated. */
export interface GpuInstances {
  readonly count: number
  readonly node: Uint32Array
  readonly geometry: Uint32Array
  /** r g b opacity, 0 to 255. */
  readonly color: Uint8Array
  /**
   * `placementStride` values each: rows of the matrix from quantised coordinates to the model, then edge coverage and
   * flags.
   */
  readonly placement: Float32Array
  /** Centre and radius of the bounding sphere, four numbers each. */
  readonly sphere: Float32Array
  /** Errors of levels 1 and 2 in model metres, two each; Infinity if the level is absent. */
  readonly levelError: Float32Array
  /** `rangeStride` values each, elements of the index buffer of the whole model. */
  readonly ranges: Uint32Array
  readonly flags: Uint8Array
}

/**
 * Chunk in the layout of the GPU and the picker; created in the worker and transferred. `vertices` and the indices stay
 * in CPU memory for picking, the rest is released after the upload.
 */
export interface GpuChunk {
  readonly firstGeometry: number
  readonly firstInstance: number
  /** Offset of its vertices in the model's vertex buffer. */
  readonly firstVertex: number
  /** Offset of its indices in the model's index buffer. */
  readonly firstIndex: number
  /** Four per vertex: x, y, z and the packed octahedral normal; one for each vertex of a unique geometry. */
  readonly vertices: Uint16Array
  /** The same for copies of small geometries with several instances; follow `vertices` on the GPU. */
  readonly copiedVertices: Uint16Array
  /** Instance of each vertex, first of `vertices`, then of `copiedVertices`. */
  readonly owners: Uint32Array
  /** r g b a for every vertex in the same order, or null if the chunk has no vertex colours. */
  readonly colors: Uint8Array | null
  /** u v for every vertex in the same order, or null if the chunk has no textures. */
  readonly textureCoordinates: Float32Array | null
  /** Textures first used by its materials; instances refer to them in `placement`. */
  readonly textures: readonly TextureBinding[]
  /** Vertex numbers of the whole model: triangles by group and level, then edges. */
  readonly indices: Uint32Array
  /** Indices of level 0 counted from the geometry's first vertex, for geometries of at most 65,536 vertices. */
  readonly indices16: Uint16Array
  readonly indices32: Uint32Array
  readonly geometries: GpuGeometries
  readonly instances: GpuInstances
}

/** Vertices and indices of a chunk: what a buffer holds of it. */
export type ChunkGeometry = Pick<
  GpuChunk,
  'vertices' | 'copiedVertices' | 'owners' | 'colors' | 'textureCoordinates' | 'indices'
>

/** Returns a copy of a chunk with all arrays in one buffer: the given one if it is large enough. */
export function packChunk(chunk: GpuChunk, buffer: ArrayBuffer): GpuChunk {
  let byteLength = 0
  const reserve = (array: ColumnArray): number => {
    const start = byteLength
    byteLength += Math.ceil(array.byteLength / 8) * 8
    return start
  }
  mapArrays(chunk, (array) => {
    reserve(array)
    return array
  })
  // A power of two, so that few buffers are too small for the chunks after it.
  const target = byteLength <= buffer.byteLength ? buffer : new ArrayBuffer(2 ** Math.ceil(Math.log2(byteLength)))
  byteLength = 0
  return mapArrays(chunk, (array) => {
    const Columns = array.constructor as new (buffer: ArrayBuffer, start: number, length: number) => ColumnArray
    const copy = new Columns(target, reserve(array), array.length)
    copy.set(array)
    return copy
  })
}
