import { type RawBuilder, sql } from 'kysely'

const firstCapital = 0x41
const lastCapital = 0x557

/** Capitals from Latin to Armenian and their small letters, character by character. */
const capitals = Array.from({ length: lastCapital - firstCapital }, (_, index) =>
  String.fromCodePoint(firstCapital + index),
).filter((character) => character !== character.toLowerCase() && character.toLowerCase().length === 1)
const capitalLetters = capitals.join('')
const smallLetters = capitals.map((character) => character.toLowerCase()).join('')

/**
 * Whether a text of the database contains another one, without regard to case. What `lower()` folds depends on the locale
 * of the database, and many fold ASCII only; `position` and not `like`, because nothing in a search text is a pattern.
 */
export function containsText(column: RawBuilder<unknown>, part: string): RawBuilder<boolean> {
  const folded = sql`translate(${column}, ${sql.lit(capitalLetters)}, ${sql.lit(smallLetters)})`
  return sql<boolean>`position(${part.toLowerCase()} in ${folded}) > 0`
}
