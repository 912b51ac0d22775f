import type { RemoteErrorReason } from './remote-model-error.js'

/** What the worker is asked for: a model, and whether there is a USDZ beside it. */
export interface RemoteRequest {
  readonly address: string
  readonly usdz: string | null
}

/** What the worker says. */
export type RemoteReply =
  | { readonly type: 'fraction'; readonly fraction: number }
  | { readonly type: 'model'; readonly bytes: ArrayBuffer; readonly hasUsdz: boolean }
  | { readonly type: 'problem'; readonly reason: RemoteErrorReason; readonly detail: string }
