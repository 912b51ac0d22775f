import { ApiError, errorMessages, errorText } from '@kamar/contracts'
import { type ErrorCode } from '@kamar/core'
import i18next from 'i18next'
import { currentLanguage } from '../i18n/index.js'

/** Codes whose text in the table is the specification's text for a status without a server message. */
const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'bad-request',
  401: 'not-signed-in',
  403: 'not-allowed',
  409: 'already-exists',
  422: 'invalid-input',
  429: 'too-many-requests',
  500: 'internal',
}

/** An error whose message is a text for the user, in the chosen language. */
export class LocalizedError extends Error {}

/** Returns the user's message for a failed request (specification section 8), in the chosen language. */
export function errorMessage(error: unknown): string {
  if (error instanceof LocalizedError) return error.message
  if (!(error instanceof ApiError)) return i18next.t('errors.unexpected')
  if (error.status === null) return i18next.t('errors.network')
  return knownText(error) ?? error.serverMessage ?? statusText(error.status)
}

/** Returns the reference of a server error in its log, or null. */
export function errorReference(error: unknown): string | null {
  return error instanceof ApiError ? (error.body?.reference ?? null) : null
}

/** Returns the text of an error code in the table, in the chosen language. */
export function messageOfCode(code: ErrorCode, details?: Readonly<Record<string, string | number>>): string {
  return errorText(currentLanguage(), code, details)
}

/**
 * Returns the text of the code, which follows a later change of language; a server message has the language of the
 * request.
 */
function knownText(error: ApiError): string | null {
  if (!error.body || !isErrorCode(error.body.code)) return null
  if (currentLanguage() === 'en' && error.serverMessage) return error.serverMessage
  return messageOfCode(error.body.code, error.body.details)
}

/** Returns whether a text is an error code in the table. */
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorMessages.en, code)

function statusText(status: number): string {
  const code = codeOfStatus[status]
  return code ? messageOfCode(code) : i18next.t('errors.other')
}
