/** Characters of the longest word that is compared. */
const maxTermCharacters = 64
const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu
const separators = /[^\p{L}\p{M}\p{N}]+/u

/** Folds a text for search: composed and in lower case. */
export function foldForSearch(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Splits a query at its blanks: every part has to begin a word of what is found. */
export function parseSearchTerms(query: string): string[] {
  const terms = foldForSearch(query)
    .split(/[\s\p{Cc}\p{Cs}]+/u)
    .map((term) => term.replaceAll(edges, '').slice(0, maxTermCharacters))
  return [...new Set(terms)].filter((term) => term !== '')
}

/** Returns what a text is found by: its words, and of one with inner punctuation ("A-101") also each part. */
export function listSearchTerms(text: string): string[] {
  return parseSearchTerms(text).flatMap((term) => {
    const parts = term.split(separators).filter((part) => part !== '')
    return parts.length === 1 ? [term] : [term, ...parts]
  })
}
