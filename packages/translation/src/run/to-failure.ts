import { TranslationError, type TranslationFailure } from '@kamar/core'

const maxReasonCharacters = 200

/** A limit that a reader exceeded. `kind` is for programs, `limit` in a failure's details for users. */
export type LimitKind =
  | 'memory'
  | 'processor-time'
  | 'wall-clock'
  | 'processes'
  | 'output-file'
  | 'output-total'
  | 'output-count'
  | 'free-space'

const gibibyte = 1024 ** 3
const inGigabytes = (bytes: number): string => `${Math.round((bytes / gibibyte) * 100) / 100} GB`
const inMinutes = (seconds: number): string => {
  if (seconds === 1) return '1 second'
  return seconds < 120 ? `${Math.round(seconds)} seconds` : `${Math.round(seconds / 60)} minutes`
}

const wording: Readonly<Record<LimitKind, (value: number) => string>> = {
  memory: (bytes) => `${inGigabytes(bytes)} of memory`,
  'processor-time': (seconds) => `${inMinutes(seconds)} of processor time`,
  'wall-clock': (seconds) => `${inMinutes(seconds)} of reading`,
  processes: (count) => `${count} processes at once`,
  'output-file': (bytes) => `${inGigabytes(bytes)} for one part of the result`,
  'output-total': (bytes) => `${inGigabytes(bytes)} for the result`,
  'output-count': (files) => `${files} parts of the result`,
  'free-space': () => 'the server’s disk is full',
}

/**
 * Returns the failure that names the limit: `details.limit` as text, `details.kind` and `details.value` as they are.
 */
export function limitExceeded(kind: LimitKind, value: number): TranslationFailure {
  const details = { limit: wording[kind](value), kind, value }
  // A full disk is not a property of the file: retry later.
  return { code: 'limit-exceeded', details: kind === 'free-space' ? { ...details, passing: 1 } : details }
}

const outOfMemoryPattern =
  /out of memory|allocation failed|array buffer allocation|cannot enlarge memory|unable to grow instance memory|\bOOM\b|ERR_MEMORY_ALLOCATION_FAILED/i

/** Returns whether a text (an error message, the end of a process's stderr) reports that memory ran out. */
export function isOutOfMemoryMessage(text: string): boolean {
  return outOfMemoryPattern.test(text)
}

/** The limits, for messages about them. */
export interface NamedLimits {
  readonly dataBytes: number
  readonly outputFileBytes: number
}

/** Converts anything that a reader threw to the failure that the user sees. */
export function toFailure(error: unknown, limits: NamedLimits): TranslationFailure {
  if (error instanceof TranslationError) return error.failure
  if (!(error instanceof Error)) return { code: 'reader-fault' }
  if (error.name === 'AbortError') return { code: 'cancelled' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === 'EFBIG') return limitExceeded('output-file', limits.outputFileBytes)
  if (code === 'ENOSPC' || code === 'EDQUOT') return limitExceeded('free-space', 0)
  if (isOutOfMemoryMessage(`${code} ${error.message}`)) return limitExceeded('memory', limits.dataBytes)
  return {
    code: 'reader-fault',
    details: { reason: `${error.name}: ${error.message}`.slice(0, maxReasonCharacters) },
  }
}
