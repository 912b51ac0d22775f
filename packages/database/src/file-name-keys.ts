import { foldForSearch } from '@kamar/core'

/** Search and sort keys of a file name. */
export interface FileNameKeys {
  /** Folded for case and for the composition of accents. */
  readonly search_name: string
  /** As `search_name`, with padded digits so that "Storey 2" sorts before "Storey 10"; compared by code points. */
  readonly sort_name: string
}

const paddedDigits = 12

/**
 * Computes the keys here rather than with `lower()` in SQL, because a database's case folding depends on the locale it
 * was created with, and many servers fold ASCII only.
 */
export function fileNameKeys(name: string): FileNameKeys {
  const folded = foldForSearch(name)
  return { search_name: folded, sort_name: folded.replaceAll(/\d+/g, (digits) => digits.padStart(paddedDigits, '0')) }
}
