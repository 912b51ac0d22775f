import type { MeshQuality } from '@kamar/contracts/core'
import type { PreparedMesh } from '@kamar/scene'

/** What is to be known of the faces of a solid, in the order of the faces in its text. */
export interface FaceTraits {
  readonly count: number
  /** r g b a per face, 0 to 255, sRGB; left out where the solid has one colour or none. */
  readonly colors?: Uint8Array
  /** 1 for a face that looks the other way (a hollow's shell that is used reversed). */
  readonly reversed?: Uint8Array
  /** Number of the mesh a face goes into (0, 1, …): faces that differ in what a material says. Default all into one. */
  readonly mesh?: Uint8Array
}

/** One solid, surface or shell to be meshed. */
export interface SolidJob {
  /** A STEP exchange file with this one shape: `solidText` makes it. */
  readonly text: Uint8Array
  readonly faces: FaceTraits
  readonly quality: MeshQuality
}

/** Why a solid has no mesh. */
export type SolidFailure = 'not-translated' | 'not-tessellated' | 'took-too-long' | 'too-much-memory' | 'cancelled'

/** A meshed solid. */
export interface SolidMesh {
  readonly kind: 'meshed'
  /** By mesh number of `FaceTraits`; null where nothing is left of it. */
  readonly meshes: readonly (PreparedMesh | null)[]
  /** What to add to every position, metres. */
  readonly origin: readonly [number, number, number]
  /** Faces that have triangles. */
  readonly meshedFaces: number
  readonly triangles: number
  /** False when the kernel changed the faces so much that colours could not be told apart any more. */
  readonly areFacesKnown: boolean
}

/** How a job ended. */
export type SolidResult = SolidMesh | { readonly kind: 'failed'; readonly reason: SolidFailure }

/** What the main thread says to a worker. */
export interface WorkerRequest {
  readonly job: SolidJob
}

/** What a worker says: that it is ready, or how a job ended. */
export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly result: SolidResult; readonly heapBytes: number }

/** Numbers in shared memory: `tick` moves with every step of work. */
export const watchedNumber = { tick: 0 } as const

/** What a worker is started with. */
export interface WorkerStart {
  /** The compiled kernel. */
  readonly module: object
  readonly watched: SharedArrayBuffer
  readonly maxKernelBytes: number
}
