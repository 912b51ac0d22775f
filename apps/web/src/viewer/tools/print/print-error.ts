import { ApiError } from '@kamar/contracts'
import type { TFunction } from 'i18next'
import { errorMessage } from '../../../platform/errors/error-message.js'

/** Why a page could not be created. The tool has a text for each. */
export type PrintErrorCode =
  /** The storey has no elements at the height of the cut, or the section plane cuts nothing. */
  | 'empty-plan'
  /** The browser provides no canvas of this size. */
  | 'image-too-large'
  /** The font of printed texts could not be downloaded. */
  | 'font-unavailable'
  /** The document was closed while its pages were loaded. */
  | 'document-closed'

/** The error class of the tool. */
export class PrintError extends Error {
  readonly code: PrintErrorCode
  constructor(code: PrintErrorCode, detail = '') {
    super(detail === '' ? code : `${code}: ${detail}`)
    this.name = 'PrintError'
    this.code = code
  }
}

/** Returns the text that tells a person why a page could not be created. */
export function formatPrintError(error: unknown, t: TFunction): string {
  if (error instanceof PrintError) return t(`print.error.${error.code}`)
  const isUnreachable = error instanceof ApiError && error.status === null
  return isUnreachable ? errorMessage(error) : t('print.failed')
}
