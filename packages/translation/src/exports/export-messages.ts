import type { ExportName } from '@kamar/contracts/core'

/** What an export thread is started with. */
export interface ExportStart {
  readonly name: ExportName
  /** From 1; null: the whole. */
  readonly objectIds: readonly number[] | null
  /** The package's manifest, parsed. */
  readonly manifest: unknown
}

/** What the thread says; every `file` and `piece` is answered once. */
export type FromExportThread =
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'piece'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'fraction'; readonly fraction: number }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly reason: string }

/** What the thread is told: the stored bytes of the file it asked for (null: there is none), or that a piece is written. */
export type ToExportThread = { readonly type: 'file'; readonly bytes: Uint8Array | null } | { readonly type: 'written' }
