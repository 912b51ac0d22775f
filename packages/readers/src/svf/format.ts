import type { FormatDescriptor } from '@kamar/scene'

/**
 * Facts about SVF, which nobody uploads: it is what Autodesk's cloud makes of a file. So this is no `card.ts`, and the
 * format stands in no list of what may be uploaded.
 */
export const descriptor: FormatDescriptor = {
  id: 'svf',
  name: 'SVF',
  extensions: [],
  optionalExtensions: [],
  dimensions: '3d',
  companions: [],
  versions: ['SVF 1'],
  notRead: [],
  detect: () => 'no',
}

/** Names under which the files of a derivative are attached for the reader. */
export const svfCompanions = {
  /** The `.svf` archive. */
  archive: 'derivative.svf',
  /** A `SvfIndex`; without it the reader only answers which files it needs (`missingCompanions`). */
  index: 'derivative-index.json',
  /** All other files, one after the other: a derivative has more of them than a reader may open. */
  files: 'derivative-files.bin',
} as const

/** Where a file lies among the others, bytes. */
export interface SvfSpan {
  readonly offset: number
  readonly size: number
}

/** The places of the files that a derivative asks for, by the addresses that its archive states. */
export interface SvfIndex {
  readonly files: Readonly<Record<string, SvfSpan>>
}
