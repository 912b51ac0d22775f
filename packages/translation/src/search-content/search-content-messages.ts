import type { ManifestSheet } from '@kamar/package-format/read'

/** Start data of a thread that reads what a package is found by. */
export interface SearchContentStart {
  /** The package's manifest, parsed. */
  readonly manifest: unknown
}

/** A sheet with its key (`listSheetKeys`) and its index. */
export interface SearchedSheet extends Pick<ManifestSheet, 'entities' | 'kind' | 'name'> {
  readonly key: string
  readonly position: number
}

/** What a package is found by. */
export interface SearchContent {
  /** Distinct words of property values, up to `maxSearchTerms`. */
  readonly terms: readonly string[]
  readonly sheets: readonly SearchedSheet[]
  /** Why the rest could not be read; null if the package is intact. */
  readonly damage: string | null
}

/** A message from the thread, besides requests for files. */
export interface FromSearchContentThread {
  readonly type: 'content'
  readonly content: SearchContent
}
