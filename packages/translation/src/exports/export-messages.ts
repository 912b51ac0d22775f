import type { ExportName } from '@kamar/core'

/** Start data of an export thread. */
export interface ExportStart {
  readonly name: ExportName
  /** From 1; null for the whole model. */
  readonly objectIds: readonly number[] | null
  /** The package's manifest, parsed. */
  readonly manifest: unknown
}

/** A message from the thread; every `file` and `piece` gets one reply. */
export type FromExportThread =
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'piece'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'fraction'; readonly fraction: number }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly reason: string }

/** A message to the thread: the stored bytes of the requested file (null if absent), or that a chunk is written. */
export type ToExportThread = { readonly type: 'file'; readonly bytes: Uint8Array | null } | { readonly type: 'written' }
