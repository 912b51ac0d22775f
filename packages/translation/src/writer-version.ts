import { createHash } from 'node:crypto'
import type { JsonObject, TranslationCompanion } from '@kamar/database'

/**
 * Version of the output of readers and package writer. Raised whenever the same file would give a different package;
 * content is then translated again on the next request, and packages of the older version stay readable.
 */
export const writerVersion = '10'

/** All inputs of a translation besides the bytes. */
export interface TranslationInputs {
  readonly formatId: string
  readonly companions: readonly TranslationCompanion[]
  readonly options: JsonObject
}

function sortedEntries(object: JsonObject): readonly (readonly [string, unknown])[] {
  return Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** Computes one hash of format, companions (in any order) and options: equal hash and bytes, equal package. */
export function optionsHash({ formatId, companions, options }: TranslationInputs): string {
  const attached = companions.map(({ name, sha256 }) => `${name.toLowerCase()}\0${sha256}`).toSorted()
  const text = JSON.stringify([formatId, attached, sortedEntries(options)])
  return createHash('sha256').update(text).digest('hex')
}
