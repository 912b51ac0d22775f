/** Numbers per instance in `PlacedInstances.placement`: three matrix rows of four, edge ink (of points: pixels across), what it wears (1 for lines, minus its
 * number in `ModelContent.textures` counted from 1, or 0), 1 for closed and 2 for each step behind others in one plane with the share of
 * `InstanceStore.planesApart` by which it stands back as fraction, thickness. */
export const placementStride = 16
/** Numbers per instance in `PlacedInstances.ranges`: start and count of level 0, 1, 2, of the edges and of the axis. */
export const rangeStride = 10

/** Bits of `PlacedInstances.flags`. */
export const instanceFlag = {
  /** Closed and not mirrored: its back faces are never seen. */
  closed: 1,
  /** Its vertices carry its number, so neighbouring ranges can be drawn as one. Otherwise the draw names it. */
  owned: 2,
  /** Segments of its own colour instead of triangles with dark edges. */
  lines: 4,
  /** Dots of one size on the screen. */
  points: 8,
  /** Closed, mirrored or not: it has an inside. */
  solid: 16,
} as const

/** Unique geometries of a chunk, as picking needs them; columns of one element per geometry unless stated. */
export interface PlacedGeometries {
  readonly count: number
  /** First vertex in the chunk's `vertices`. */
  readonly vertexStart: Uint32Array
  readonly vertexCount: Uint32Array
  /** First corner (or segment end) in `narrowCorners`, or in `wideCorners` where `wide` says so. */
  readonly indexStart: Uint32Array
  readonly indexCount: Uint32Array
  readonly wide: Uint8Array
  /** `geometryKind`. */
  readonly kind: Uint8Array
  /** Three per geometry: largest quantised coordinate. */
  readonly extent: Uint16Array
}

/** A picture on a material. */
export interface TextureBinding {
  /** `texturePath` names its file. */
  readonly texture: number
  /** Pixels of its longest side. */
  readonly side: number
  /** r g b, 0 to 1. */
  readonly tint: readonly [number, number, number]
  /** Beyond 0 to 1 the outermost pixels go on, else the picture repeats. */
  readonly clamped: boolean
}

/** Instances of a chunk; columns of one element per instance unless stated. */
export interface PlacedInstances {
  readonly count: number
  readonly node: Uint32Array
  readonly geometry: Uint32Array
  /** r g b opacity, 0 to 255. */
  readonly color: Uint8Array
  /** `placementStride` each: rows of the matrix from quantised coordinates to the model, then ink and flags. */
  readonly placement: Float32Array
  /** Centre and radius, four each. */
  readonly sphere: Float32Array
  /** Errors of levels 1 and 2 in model metres, two each; Infinity where the level is absent. */
  readonly levelError: Float32Array
  /** `rangeStride` each, elements of the index buffer of the whole model. */
  readonly ranges: Uint32Array
  readonly flags: Uint8Array
}

/**
 * A chunk as the graphics card and the picker want it; made in the worker and transferred. `vertices` and the corners
 * stay with the page for picking, the rest is dropped once it is on the graphics card.
 */
export interface GpuChunk {
  readonly firstGeometry: number
  readonly firstInstance: number
  /** First of its vertices in the model's vertex buffer. */
  readonly firstVertex: number
  /** First of its indices in the model's index buffer. */
  readonly firstIndex: number
  /** Four per vertex: x, y, z and the packed octahedral normal; one for each vertex of a unique geometry. */
  readonly vertices: Uint16Array
  /** The same for copies of small geometries that stand more than once; follow `vertices` on the graphics card. */
  readonly copiedVertices: Uint16Array
  /** Instance of each vertex, first of `vertices`, then of `copiedVertices`. */
  readonly owners: Uint32Array
  /** r g b a for every vertex in the same order, or null when the chunk has no vertex colours. */
  readonly colors: Uint8Array | null
  /** u v for every vertex in the same order, or null when nothing in the chunk has a texture. */
  readonly textureCoordinates: Float32Array | null
  /** Pictures that its materials are the first to show; instances name them by `placement`. */
  readonly textures: readonly TextureBinding[]
  /** Vertex numbers of the whole model: triangles by group and level, then edges. */
  readonly indices: Uint32Array
  /** Corners of level 0 counted from the geometry's first vertex, for geometries of at most 65,536 vertices. */
  readonly indices16: Uint16Array
  readonly indices32: Uint32Array
  readonly geometries: PlacedGeometries
  readonly instances: PlacedInstances
}

/** Buffers to transfer with a placed chunk. */
export function placedChunkTransferables(chunk: GpuChunk): ArrayBuffer[] {
  const arrays: ArrayBufferView[] = [
    chunk.vertices,
    chunk.copiedVertices,
    chunk.owners,
    chunk.indices,
    chunk.indices16,
    chunk.indices32,
    ...Object.values(chunk.geometries).filter((column) => ArrayBuffer.isView(column)),
    ...Object.values(chunk.instances).filter((column) => ArrayBuffer.isView(column)),
  ]
  if (chunk.colors !== null) arrays.push(chunk.colors)
  if (chunk.textureCoordinates !== null) arrays.push(chunk.textureCoordinates)
  return [...new Set(arrays.map((array) => array.buffer as ArrayBuffer))]
}
