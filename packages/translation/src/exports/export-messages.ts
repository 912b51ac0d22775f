import type { ExportName } from '@kamar/core'

/** Start data of an export thread. */
export interface ExportStart {
  readonly name: ExportName
  /** From 1; null for the whole model. */
  readonly objectIds: readonly number[] | null
  /** The package's manifest, parsed. */
  readonly manifest: unknown
}

/** A message from the thread, besides requests for files; every `piece` gets the reply `written`. */
export type FromExportThread =
  | { readonly type: 'piece'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'fraction'; readonly fraction: number }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly reason: string }

/** A message to the thread, besides files: a chunk is written. */
export interface ToExportThread {
  readonly type: 'written'
}
