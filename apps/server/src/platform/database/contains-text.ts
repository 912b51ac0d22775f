import { type RawBuilder, sql } from 'kysely'

const firstCapital = 0x41
const lastCapital = 0x557

/** Pairs of capitals and small letters from Latin to Armenian, character by character. */
const capitals = Array.from({ length: lastCapital - firstCapital }, (_, index) =>
  String.fromCodePoint(firstCapital + index),
).filter((character) => character !== character.toLowerCase() && character.toLowerCase().length === 1)
const capitalLetters = capitals.join('')
const smallLetters = capitals.map((character) => character.toLowerCase()).join('')

/**
 * Returns a condition that a text of the database contains another one, ignoring case. `lower()` depends on the locale
 * of the database, and often folds ASCII only; `position` instead of `like`, because a search text is not a pattern.
 */
export function containsText(column: RawBuilder<unknown>, part: string): RawBuilder<boolean> {
  const folded = sql`translate(${column}, ${sql.lit(capitalLetters)}, ${sql.lit(smallLetters)})`
  return sql<boolean>`position(${part.toLowerCase()} in ${folded}) > 0`
}
