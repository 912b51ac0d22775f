import { splitSearchWord } from '@kamar/core'
import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** Punctuation that separates the words of a name, besides blanks. */
const separators = '_-.,;:()[]{}+&=#\'"!?/\\@~–—«»“”’'
const blanks = ' '.repeat(separators.length)

/** Converts words for a `tsvector` column. */
export const toSearchVector = (words: readonly string[]): RawBuilder<string> =>
  sql<string>`array_to_tsvector(${[...new Set(words)]}::text[])`

/**
 * Formats words as a `tsquery`, in which each begins a word of the text. The text of words is quoted, so that none is an
 * operator. A letter or digit alone has to be the complete word: as a prefix it would find nearly everything.
 */
export function formatSearchQuery(words: readonly string[], operator: '&' | '|'): string {
  return words
    .map((word) => {
      const quoted = `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
      return Array.from(word).length === 1 ? quoted : `${quoted}:*`
    })
    .join(operator)
}

/** SQL condition that a word of the file's name begins with this one. */
export function isInFileName(word: string): RawBuilder<SqlBool> {
  const text = ` ${splitSearchWord(word).join(' ')}`
  return sql`position(${text} in ' ' || translate(file.search_name, ${separators}, ${blanks})) > 0`
}
