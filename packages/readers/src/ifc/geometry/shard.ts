import type { QuantisedTextureCoordinates, SourceTriangles } from '@kamar/scene'
import type { FaceColorRanges } from './face-colors.js'
import type { FaceTextureRanges } from './face-textures.js'

/** What a job asks for; the numbers cross threads in `Shard.jobs`. */
export const jobKind = {
  /** Tessellate the representation item `first`. */
  item: 0,
  /** Tessellate the element `first`, its openings cut out, where it stands. */
  element: 1,
  /** Read the face set whose attributes lie from `first` to `second` in the file, points from `third` to `fourth`. */
  faceSet: 2,
  /** Work out the placement `first`. */
  placement: 3,
  /** An item of a kind whose result depends on what the kernel did before: it gets a kernel of its own. */
  isolatedItem: 4,
} as const

/** Numbers per job in `Shard.jobs`: kind, first, second, third, fourth. */
export const jobStride = 5

/** A file of a few megabytes that stands for itself, and what is to be made of it. */
export interface Shard {
  readonly number: number
  /** Start and end of the runs of statements taken over from the file. */
  readonly runs: Uint32Array
  /** Statements of ours. */
  readonly text: string
  readonly jobs: Uint32Array
  /** Three factors per job, which the mesh is to be stretched by; most are 1. */
  readonly scales: Float64Array
  /** By job, for face sets whose single faces have colours. */
  readonly faceColors: ReadonlyMap<number, FaceColorRanges>
  /** By job, for face sets that wear a picture; left out when there are none. */
  readonly faceTextures?: ReadonlyMap<number, FaceTextureRanges>
  /** Bytes of all statements, as the measure of work. */
  readonly cost: number
}

/** What a worker needs to know of the file, once. */
export interface ShardedFile {
  readonly bytes: Uint8Array
  /** The schema's name as the kernel knows it. */
  readonly schema: string
  /** Metres of one unit of length. */
  readonly unitMetres: number
}

/** How a job ended. */
export const jobOutcome = { done: 0, empty: 1, failed: 2 } as const

/** Columns of a placed mesh in `ShardResult.placedNumbers`: job, mesh (number in `meshKeys`), style (-1 none). */
export const placedStride = 3

/** What became of a shard. */
export interface ShardResult {
  readonly number: number
  /** False when the kernel could not even open it; then nothing but face sets was read. */
  readonly isOpened: boolean
  /** By job. */
  readonly outcomes: Uint8Array
  readonly placedNumbers: Int32Array
  /** 12 numbers per placed mesh: a placement in metres, Z up. */
  readonly placedMatrices: Float64Array
  /** 12 numbers per placement job, in the order of those jobs, in the file's unit. */
  readonly placements: Float64Array
  /** Content keys of the meshes that `placedNumbers` counts. */
  readonly meshKeys: readonly string[]
  /** Meshes that this worker has not sent before, by key. */
  readonly meshes: readonly { readonly key: string; readonly mesh: PackedMesh }[]
  /** Everything the packed meshes point into. */
  readonly buffer: ArrayBuffer
}

/** A prepared mesh whose arrays are places in the result's one buffer: one transfer instead of thousands. */
export interface PackedMesh {
  /** Byte offset and element count of positions, normals, colours (count 0: none), indices, edges, texture coordinates (likewise). */
  readonly ranges: readonly number[]
  /** Offset and step of the texture coordinates; left out without any. */
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

/** Numbers in the memory a worker shares with its watcher. */
export const watchedNumber = {
  /** Job under way; -1 opening a shard, -2 idle. */
  job: 0,
  /** Counts up with every job, so that two jobs of one number are told apart. */
  tick: 1,
} as const

/**
 * The green of the colour that stands for a style in a shard (its red is the style's number): no file's colour is
 * negative, so a placed mesh tells which style it has, and that it has none.
 */
export const styleMark = -1
