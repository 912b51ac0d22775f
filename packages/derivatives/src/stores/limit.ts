import { TranslationError } from '@kamar/contracts/core'

/** Throws `limit-exceeded` when a count passes what the reader process may produce. */
export function holdLimit(name: string, value: number, maximum: number): void {
  if (value > maximum) throw new TranslationError({ code: 'limit-exceeded', details: { limit: name, maximum } })
}
