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

/** Result of a query: its bytes, or why there are none. `unfit` states the error in the query. */
export type QueryOutcome =
  | { readonly type: 'answer'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'unknown-object' }
  | { readonly type: 'too-large' }
  | { readonly type: 'unfit'; readonly reason: string }

/** A message from the thread, besides requests for files: every query is answered by one. */
export type FromQueryThread = QueryOutcome | { readonly type: 'failed'; readonly reason: string }

/** A message to the thread, besides files. */
export interface ToQueryThread {
  readonly type: 'ask'
  readonly request: QueryRequest
}
