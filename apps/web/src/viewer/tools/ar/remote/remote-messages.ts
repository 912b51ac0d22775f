import type { RemoteErrorReason } from './remote-model-error.js'

/** Request to the worker: a model, and whether to look for a USDZ next to it. */
export interface RemoteRequest {
  readonly address: string
  readonly usdz: string | null
}

/** Message from the worker. */
export type RemoteReply =
  | { readonly type: 'fraction'; readonly fraction: number }
  | { readonly type: 'model'; readonly bytes: ArrayBuffer; readonly hasUsdz: boolean }
  | { readonly type: 'problem'; readonly reason: RemoteErrorReason; readonly detail: string }
