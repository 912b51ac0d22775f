/** Names of a derivative's files as companions of the reader. */
export const svfCompanions = {
  /** The `.svf` archive. */
  archive: 'derivative.svf',
  /** An `SvfIndex`; without it the reader only reports the required files (`missingCompanions`). */
  index: 'derivative-index.json',
  /** All other files, concatenated: a derivative has more of them than a reader may open. */
  files: 'derivative-files.bin',
} as const

/** Byte range of a file in the concatenation. */
export interface SvfSpan {
  readonly offset: number
  readonly size: number
}

/** Locations of a derivative's files, by the addresses in its archive. */
export interface SvfIndex {
  readonly files: Readonly<Record<string, SvfSpan>>
}
