import { AppError } from '@kamar/contracts'

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * The one range a `Range` header asks for, or null for the whole (RFC 9110, 14.2: other units and broken headers are
 * ignored). Several ranges are answered with the whole too: nobody of ours asks for them, and a thousand small ones are
 * an attack. Throws `range-not-satisfiable` beyond the end.
 */
export function requestedRange(header: string | undefined, sizeBytes: number): ByteRange | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  if (start >= sizeBytes || (first === '' && Number(last) === 0)) {
    throw new AppError('range-not-satisfiable', { size: sizeBytes })
  }
  return { start, end }
}
