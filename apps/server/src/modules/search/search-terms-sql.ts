import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** Beginning of a word in a name: its start, or a blank or punctuation. */
const wordStart = '(^|[-\\s_.,;:(){}+&=#\'"!?/\\\\@~–—«»“”’[\\]])'

/** Converts words for a `tsvector` column. */
export const toSearchVector = (terms: readonly string[]): RawBuilder<string> =>
  sql<string>`array_to_tsvector(${[...new Set(terms)]}::text[])`

/**
 * Formats words as a `tsquery`, in which each begins a word of the text. Words are quoted, so that none is an operator.
 */
export function formatSearchQuery(terms: readonly string[], operator: '&' | '|'): string {
  return terms.map((term) => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`).join(operator)
}

/** SQL condition that a word of the file's name begins with this one. */
export function isInFileName(term: string): RawBuilder<SqlBool> {
  const literal = term.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, String.raw`\$&`)
  return sql`file.search_name ~ ${wordStart + literal}`
}
