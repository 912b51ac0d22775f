/** Characters of the longest word that is compared. */
const maxWordCharacters = 64
const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu
const separators = /[^\p{L}\p{M}\p{N}]+/u

/** Folds a text for search: composed and in lower case. */
export function foldForSearch(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Splits a query at its blanks: every part has to begin a word of what is found. */
export function parseSearchWords(query: string): string[] {
  const words = foldForSearch(query)
    .split(/[\s\p{Cc}\p{Cs}]+/u)
    .map((word) => word.replaceAll(edges, '').slice(0, maxWordCharacters))
  return [...new Set(words)].filter((word) => word !== '')
}

/** Returns what a text is found by: its words, and of one with inner punctuation ("A-101") also each part. */
export function listSearchWords(text: string): string[] {
  return parseSearchWords(text).flatMap((word) => {
    const parts = splitSearchWord(word)
    return parts.length === 1 ? [word] : [word, ...parts]
  })
}

/** Splits a word at its inner punctuation. */
export function splitSearchWord(word: string): string[] {
  return word.split(separators).filter((part) => part !== '')
}
