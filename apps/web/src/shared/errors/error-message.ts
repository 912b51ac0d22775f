import { ApiError, type ErrorCode, errorMessages, fillPlaceholders } from '@kamar/contracts'
import i18next from 'i18next'
import { currentLanguage } from '../i18n/index.js'

/** Codes whose table text is the specification's text for a status without a server message. */
const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'bad-request',
  401: 'not-signed-in',
  403: 'not-allowed',
  409: 'already-exists',
  422: 'invalid-input',
  429: 'too-many-requests',
  500: 'internal',
}

/** What a person is told about a failed call (specification section 8), in the chosen language. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return i18next.t('errors.unexpected')
  if (error.status === null) return i18next.t('errors.network')
  return knownText(error) ?? error.serverMessage ?? statusText(error.status)
}

/** The reference under which a fault of the server stands in its log, or null. */
export function errorReference(error: unknown): string | null {
  return error instanceof ApiError ? (error.body?.reference ?? null) : null
}

/** The text of a code of our own table, in the chosen language. */
export function messageOfCode(code: ErrorCode, details?: Readonly<Record<string, string | number>>): string {
  return fillPlaceholders(errorMessages[currentLanguage()][code], details)
}

/** A server message follows the language of the request; by the code it also follows a later switch of language. */
function knownText(error: ApiError): string | null {
  if (!error.body || !isErrorCode(error.body.code)) return null
  if (currentLanguage() === 'en' && error.serverMessage) return error.serverMessage
  return messageOfCode(error.body.code, error.body.details)
}

/** Whether a text is a code of our table. */
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorMessages.en, code)

function statusText(status: number): string {
  const code = codeOfStatus[status]
  return code ? messageOfCode(code) : i18next.t('errors.other')
}
