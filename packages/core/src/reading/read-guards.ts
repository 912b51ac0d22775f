import { TranslationError } from '../failures.js'
import type { ReaderLimits } from '../reader-limits.js'

/** Throws the failure `cancelled` when the signal is aborted. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new TranslationError({ code: 'cancelled' })
}

/** Throws the failure `limit-exceeded` when a count exceeds the limit of that name. */
export function throwIfBeyond(
  limit: 'nodes' | 'triangles' | 'instances' | 'inflatedBytes',
  count: number,
  limits: ReaderLimits,
): void {
  if (count <= limits[limit]) return
  throw new TranslationError({ code: 'limit-exceeded', details: { limit: `${limits[limit]} ${limit}` } })
}
