import type { QuantisedTextureCoordinates, SourceTriangles } from '@kamar/core'
import type { FileContent } from '@kamar/codecs/part21'
import type { FaceColorRanges } from '../face-colors.js'
import type { FaceTextureRanges } from '../face-textures.js'

/** Kinds of jobs; the numbers cross threads in `Shard.jobs`. */
export const jobKind = {
  /** Tessellate the representation item `first`. */
  item: 0,
  /** Tessellate the element `first` in place, with its openings cut out. */
  element: 1,
  /** Read the face set whose attributes are from `first` to `second` in the file, points from `third` to `fourth`. */
  faceSet: 2,
  /** Compute the placement `first`. */
  placement: 3,
  /** An item of a type whose result depends on the kernel's previous work: it gets a separate kernel. */
  isolatedItem: 4,
} as const

/** Numbers per job in `Shard.jobs`: kind, first, second, third, fourth. */
export const jobStride = 5

/** A self-contained file of a few megabytes, and its jobs. */
export interface Shard {
  readonly number: number
  /**
   * Number of its slice; omitted in files without slices. Results of one slice repeat the meshes of others, so that each
   * is complete by itself.
   */
  readonly slice?: number
  /** Start and end of the runs of statements copied from the file. */
  readonly runs: Float64Array
  /** Generated statements. */
  readonly text: string
  readonly jobs: Float64Array
  /** Three scale factors per job for the mesh; most are 1. */
  readonly scales: Float64Array
  /** By job, for face sets with face colours. */
  readonly faceColors: ReadonlyMap<number, FaceColorRanges>
  /** By job, for face sets with a texture; omitted when there are none. */
  readonly faceTextures?: ReadonlyMap<number, FaceTextureRanges>
  /** Bytes of all statements, as a measure of work. */
  readonly cost: number
}

/** The data of the file that a worker needs, sent once. */
export interface ShardedFile {
  readonly content: FileContent
  /** Name of the schema in the kernel. */
  readonly schema: string
  /** Metres per length unit. */
  readonly unitMetres: number
}

/** Reason why a shape has no mesh. */
export type ShapeFailure = 'not-tessellated' | 'took-too-long'

/** Outcome of a job. */
export const jobOutcome = { done: 0, empty: 1, failed: 2 } as const

/** Columns of a placed mesh in `ShardResult.placedNumbers`: job, mesh (index into `meshKeys`), style (-1 none). */
export const placedStride = 3

/** Result of a shard. */
export interface ShardResult {
  readonly number: number
  /** False when the kernel could not even open it; then only face sets were read. */
  readonly isOpened: boolean
  /** By job. */
  readonly outcomes: Uint8Array
  readonly placedNumbers: Int32Array
  /** 12 numbers per placed mesh: a placement in metres, Z up. */
  readonly placedMatrices: Float64Array
  /** 12 numbers per placement job, in the order of those jobs, in the file's unit. */
  readonly placements: Float64Array
  /** Content keys of the meshes that `placedNumbers` refers to. */
  readonly meshKeys: readonly string[]
  /** Meshes that this worker has not sent before, by key. */
  readonly meshes: readonly { readonly key: string; readonly mesh: PackedMesh }[]
  /** Buffer of all packed meshes. */
  readonly buffer: ArrayBuffer
}

/** A prepared mesh whose arrays are ranges of the result's single buffer: one transfer instead of thousands. */
export interface PackedMesh {
  /** Byte offset and element count of positions, normals, colours (count 0: none), indices, edges, texture coordinates (likewise). */
  readonly ranges: readonly number[]
  /** Offset and step of the texture coordinates; omitted without any. */
  readonly textureFrame?: Omit<QuantisedTextureCoordinates, 'values'>
  readonly levels: readonly { readonly start: number; readonly count: number; readonly errorMetres: number }[]
  readonly source: SourceTriangles
  readonly origin: readonly [number, number, number]
  readonly step: number
  readonly area: number
  readonly volume: number | null
  readonly closed: boolean
  readonly shapeHash: string
}

/** Messages to a worker. */
export type WorkerRequest =
  | { readonly kind: 'file'; readonly file: ShardedFile }
  | { readonly kind: 'shard'; readonly shard: Shard; readonly skip: readonly number[] }
  | { readonly kind: 'forget' }

/** Messages from a worker. */
export type WorkerReply = { readonly kind: 'ready' } | { readonly kind: 'shard'; readonly result: ShardResult }

/** Indices into the memory a worker shares with its watcher. */
export const watchedNumber = {
  /** Current job; -1 opening a shard, -2 idle. */
  job: 0,
  /** Increases with every job, to distinguish two jobs of the same number. */
  tick: 1,
} as const
