/** Complete list of the ways a translation can end without a package. Each has a message in every language. */
export const translationFailureCodes = [
  'not-this-format',
  'unsupported-version',
  'encrypted',
  'damaged',
  'limit-exceeded',
  'reader-limit-too-low',
  'companion-missing',
  'nothing-to-show',
  'cancelled',
  'reader-fault',
  'no-reader',
  'isolation-too-weak',
] as const
/** One of `translationFailureCodes`. */
export type TranslationFailureCode = (typeof translationFailureCodes)[number]

/** Failure of a translation as shown to the user; `details` fill the message's placeholders. */
export interface TranslationFailure {
  readonly code: TranslationFailureCode
  /** Byte offset in the source at which the reader stopped, if known. */
  readonly bytePosition?: number
  readonly details?: Readonly<Record<string, string | number>>
}

/** Expected failure of a reader or the translation engine; everything else is a `reader-fault`. */
export class TranslationError extends Error {
  readonly failure: TranslationFailure
  constructor(failure: TranslationFailure, options?: { cause?: unknown }) {
    super(`${failure.code}${failure.details ? ` ${JSON.stringify(failure.details)}` : ''}`, options)
    this.name = 'TranslationError'
    this.failure = failure
  }
}
