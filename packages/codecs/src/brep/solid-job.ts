import type { MeshQuality, PreparedMesh } from '@kamar/core'

/** Attributes of the faces of a solid, in the order of the faces in its text. */
export interface FaceTraits {
  readonly count: number
  /** r g b a per face, 0 to 255, sRGB; absent where the solid has one colour or none. */
  readonly colors?: Uint8Array
  /** 1 for a reversed face (a void's shell that is used reversed). */
  readonly reversed?: Uint8Array
  /** Number of the mesh of each face (0, 1, …): faces with different materials. By default all go into one. */
  readonly mesh?: Uint8Array
}

/** One solid, surface or shell to mesh. */
export interface SolidJob {
  /** A STEP exchange file with this one shape, made by `solidText`. */
  readonly text: Uint8Array
  readonly faces: FaceTraits
  readonly quality: MeshQuality
  /** Max time from the first step to the result, for a shape that is known to be damaged. */
  readonly maxMilliseconds?: number
}

/** Reason why a solid has no mesh. */
export type SolidFailure = 'not-translated' | 'not-tessellated' | 'took-too-long' | 'too-much-memory' | 'cancelled'

/** A meshed solid. */
export interface SolidMesh {
  readonly kind: 'meshed'
  /** By mesh number of `FaceTraits`; null for an empty mesh. */
  readonly meshes: readonly (PreparedMesh | null)[]
  /** Offset to add to every position, in metres. */
  readonly origin: readonly [number, number, number]
  /** Faces that have triangles. */
  readonly meshedFaces: number
  readonly triangles: number
  /** False when the kernel changed the faces so much that their colours cannot be assigned. */
  readonly areFacesKnown: boolean
}

/** Result of a job. */
export type SolidResult = SolidMesh | { readonly kind: 'failed'; readonly reason: SolidFailure }

/** Message from the main thread to a worker. */
export interface WorkerRequest {
  readonly job: SolidJob
}

/** Message from a worker: ready, or the result of a job. */
export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly result: SolidResult; readonly heapBytes: number }

/** Indices in shared memory: `tick` advances with every step of work. */
export const watchedNumber = { tick: 0 } as const

/** Start data of a worker. */
export interface WorkerStart {
  /** The compiled kernel. */
  readonly module: object
  readonly watched: SharedArrayBuffer
  readonly maxKernelBytes: number
}
