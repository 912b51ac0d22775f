import type { GpuChunk } from '../store/gpu-chunk.js'

/**
 * Layout of chunks in the GPU buffers: `joined` contiguously; `separate`, so that each can be loaded and evicted; `single`,
 * for one that is fetched again, in any order and without data of the others.
 */
export type BuildMode = 'joined' | 'separate' | 'single'

/** Message to the worker: the bytes of the next chunk, in manifest order unless its mode is `single`. */
export interface DecodeRequest {
  readonly bytes: ArrayBuffer | Uint8Array
  readonly mode: BuildMode
  /** Whether the chunk is returned in the buffer of `bytes`, a `Uint8Array`, if there is space. */
  readonly isPacked?: boolean
}

/** Message from the worker, in the order of the requests. */
export type DecodeReply =
  | { readonly ok: true; readonly chunk: GpuChunk }
  | { readonly ok: false; readonly reason: string; readonly outOfMemory: boolean }
