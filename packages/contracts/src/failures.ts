/** The closed list of ways a translation can end without a package. Each has a message in every language. */
export const translationFailureCodes = [
  'not-this-format',
  'unsupported-version',
  'encrypted',
  'damaged',
  'limit-exceeded',
  'companion-missing',
  'nothing-to-show',
  'cancelled',
  'reader-fault',
  'no-reader',
  'isolation-too-weak',
] as const
/** One of `translationFailureCodes`. */
export type TranslationFailureCode = (typeof translationFailureCodes)[number]

/** What a user is told about a failed translation; `details` fill the message's placeholders. */
export interface TranslationFailure {
  readonly code: TranslationFailureCode
  /** Byte offset in the source at which the reader gave up, when it is known. */
  readonly bytePosition?: number
  readonly details?: Readonly<Record<string, string | number>>
}

/** Thrown by readers and the translation engine for an expected failure; everything else is a `reader-fault`. */
export class TranslationError extends Error {
  readonly failure: TranslationFailure
  constructor(failure: TranslationFailure, options?: { cause?: unknown }) {
    super(`${failure.code}${failure.details ? ` ${JSON.stringify(failure.details)}` : ''}`, options)
    this.name = 'TranslationError'
    this.failure = failure
  }
}
