import { TranslationError } from '@kamar/core'

/** Throws `limit-exceeded` when a count exceeds what the reader process may produce. */
export function assertLimit(name: string, value: number, maximum: number): void {
  if (value > maximum) throw new TranslationError({ code: 'limit-exceeded', details: { limit: name, maximum } })
}
