import type { PlacedChunk } from '../store/placed-chunk.js'

/** To the worker: the bytes of the next chunk, in manifest order. */
export interface DecodeRequest {
  readonly bytes: ArrayBuffer | Uint8Array
}

/** From the worker, in the order of the requests. */
export type DecodeAnswer =
  | { readonly ok: true; readonly chunk: PlacedChunk }
  | { readonly ok: false; readonly reason: string }
