/** What a file's name is found and ordered by. */
export interface FileNameKeys {
  /** Without regard to case and to how accents are composed. */
  readonly search_name: string
  /** As `search_name`, digits padded so that "Storey 2" comes before "Storey 10"; compared by code points. */
  readonly sort_name: string
}

const paddedDigits = 12

/**
 * Made here and not by `lower()` in SQL, because what a database folds depends on the locale it was created with, and
 * many servers fold ASCII only.
 */
export function fileNameKeys(name: string): FileNameKeys {
  const folded = foldForSearch(name)
  return { search_name: folded, sort_name: folded.replaceAll(/\d+/g, (digits) => digits.padStart(paddedDigits, '0')) }
}

/** A text as it is searched for: composed and in lower case. */
export function foldForSearch(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
