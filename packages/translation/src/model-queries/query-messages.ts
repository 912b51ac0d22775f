import type { ModelQuery } from '@kamar/aps/model-queries'

/** Start data of a query thread. */
export interface QueryThreadStart {
  /** The package's manifest, parsed. */
  readonly manifest: unknown
}

/** A query and the maximum size of its response in bytes. */
export interface QueryRequest {
  readonly query: ModelQuery
  readonly maxBytes: number
}

/** A message from the thread; every `file` is answered with a `file`, every query with one of the others. */
export type FromQueryThread =
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'answer'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'unknown-object' }
  | { readonly type: 'too-large' }
  | { readonly type: 'unfit'; readonly reason: string }
  | { readonly type: 'failed'; readonly reason: string }

/** A message to the thread: a query, or the stored bytes of the requested file (null if absent). */
export type ToQueryThread =
  | { readonly type: 'ask'; readonly request: QueryRequest }
  | { readonly type: 'file'; readonly bytes: Uint8Array | null }
