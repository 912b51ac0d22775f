import type { GpuChunk } from '../store/gpu-chunk.js'

/**
 * How chunks stand in the buffers of the graphics card: `joined` in one row; `apart`, so that each can come and go;
 * `alone`, one that is fetched again, in any order and without what the others say.
 */
export type BuildMode = 'joined' | 'apart' | 'alone'

/** To the worker: the bytes of the next chunk, in manifest order unless it is placed alone. */
export interface DecodeRequest {
  readonly bytes: ArrayBuffer | Uint8Array
  readonly mode: BuildMode
}

/** From the worker, in the order of the requests. */
export type DecodeReply =
  | { readonly ok: true; readonly chunk: GpuChunk }
  | { readonly ok: false; readonly reason: string; readonly outOfMemory: boolean }
