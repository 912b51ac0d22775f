import type { ModelQuery } from '@kamar/derivatives/model-queries'

/** What a thread is started with. */
export interface QueryThreadStart {
  /** The package's manifest, parsed. */
  readonly manifest: unknown
}

/** A question and the most bytes its answer may have. */
export interface QueryRequest {
  readonly query: ModelQuery
  readonly maxBytes: number
}

/** What the thread says; every `file` is answered with a `file`, every question with one of the others. */
export type FromQueryThread =
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'answer'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'unknown-object' }
  | { readonly type: 'too-large' }
  | { readonly type: 'unfit'; readonly reason: string }
  | { readonly type: 'failed'; readonly reason: string }

/** What the thread is told: a question, or the stored bytes of the file it asked for (null: there is none). */
export type ToQueryThread =
  | { readonly type: 'ask'; readonly request: QueryRequest }
  | { readonly type: 'file'; readonly bytes: Uint8Array | null }
