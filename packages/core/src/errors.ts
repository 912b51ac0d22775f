/** Table of all errors of the API. `message.<code>` exists in en, hy, ru and es. */
export const errorTable = {
  'bad-request': { status: 400, mayRetry: false },
  'invalid-credentials': { status: 401, mayRetry: false },
  'not-signed-in': { status: 401, mayRetry: false },
  'refresh-refused': { status: 401, mayRetry: false },
  'sign-in-expired': { status: 401, mayRetry: false },
  'provider-refused': { status: 401, mayRetry: true },
  'provider-email-unverified': { status: 403, mayRetry: false },
  'account-rejected': { status: 403, mayRetry: false },
  'account-rejected-because': { status: 403, mayRetry: false },
  'approval-pending': { status: 403, mayRetry: false },
  'not-allowed': { status: 403, mayRetry: false },
  'not-found': { status: 404, mayRetry: false },
  'sign-up-closed': { status: 404, mayRetry: false },
  'provider-not-configured': { status: 404, mayRetry: false },
  'method-not-allowed': { status: 405, mayRetry: false },
  'already-exists': { status: 409, mayRetry: false },
  'account-exists': { status: 409, mayRetry: false },
  'not-yourself': { status: 409, mayRetry: false },
  'last-administrator': { status: 409, mayRetry: false },
  'account-not-linked': { status: 409, mayRetry: false },
  'link-not-valid': { status: 410, mayRetry: false },
  'changed-meanwhile': { status: 409, mayRetry: false },
  'too-many': { status: 409, mayRetry: false },
  'owner-stays': { status: 409, mayRetry: false },
  'project-personal': { status: 409, mayRetry: false },
  'project-not-empty': { status: 409, mayRetry: false },
  'project-needs-owner': { status: 409, mayRetry: false },
  'group-exists': { status: 409, mayRetry: false },
  'group-in-use': { status: 409, mayRetry: false },
  'company-in-use': { status: 409, mayRetry: false },
  'name-taken': { status: 409, mayRetry: false },
  'moved-meanwhile': { status: 409, mayRetry: false },
  'cannot-undo': { status: 409, mayRetry: false },
  'folder-in-itself': { status: 409, mayRetry: false },
  'folder-too-deep': { status: 409, mayRetry: false },
  'upload-conflict': { status: 409, mayRetry: true },
  'translation-not-ready': { status: 409, mayRetry: true },
  'file-too-large': { status: 413, mayRetry: false },
  'quota-exceeded': { status: 413, mayRetry: false },
  'project-quota-exceeded': { status: 413, mayRetry: false },
  'request-too-large': { status: 413, mayRetry: false },
  'headers-too-large': { status: 431, mayRetry: false },
  'request-timeout': { status: 408, mayRetry: true },
  'unknown-host': { status: 421, mayRetry: false },
  'unsupported-format': { status: 415, mayRetry: false },
  'other-file-type': { status: 422, mayRetry: false },
  'range-not-satisfiable': { status: 416, mayRetry: false },
  'invalid-input': { status: 422, mayRetry: false },
  'name-character': { status: 422, mayRetry: false },
  'name-ending': { status: 422, mayRetry: false },
  'name-reserved': { status: 422, mayRetry: false },
  'name-too-long': { status: 422, mayRetry: false },
  'path-unsafe': { status: 422, mayRetry: false },
  'link-password-needed': { status: 422, mayRetry: true },
  'not-a-member': { status: 422, mayRetry: false },
  'bcf-unreadable': { status: 422, mayRetry: false },
  'bcf-too-large': { status: 413, mayRetry: false },
  'extension-not-allowed': { status: 403, mayRetry: false },
  'extension-unreachable': { status: 422, mayRetry: true },
  'extension-unreadable': { status: 422, mayRetry: false },
  'image-unreadable': { status: 422, mayRetry: false },
  'font-unreadable': { status: 422, mayRetry: false },
  'password-too-short': { status: 422, mayRetry: false },
  'password-too-common': { status: 422, mayRetry: false },
  'password-unchanged': { status: 422, mayRetry: false },
  'password-not-right': { status: 422, mayRetry: false },
  'code-not-right': { status: 422, mayRetry: false },
  'two-factor-first': { status: 409, mayRetry: false },
  'two-factor-required': { status: 409, mayRetry: false },
  'empty-file': { status: 422, mayRetry: false },
  'checksum-mismatch': { status: 460, mayRetry: true },
  'too-many-requests': { status: 429, mayRetry: true },
  'too-many-uploads': { status: 429, mayRetry: true },
  'export-failed': { status: 500, mayRetry: true },
  internal: { status: 500, mayRetry: true },
  'storage-full': { status: 507, mayRetry: true },
  'storage-damaged': { status: 500, mayRetry: false },
  'not-ready': { status: 503, mayRetry: true },
} as const satisfies Record<string, { status: number; mayRetry: boolean }>

/** Key of `errorTable`. */
export type ErrorCode = keyof typeof errorTable

/** Base error class of the product; the last handler reports any other error as `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, string | number>>
  constructor(code: ErrorCode, details: Readonly<Record<string, string | number>> = {}, options?: { cause?: unknown }) {
    super(code, options)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }
  /** Returns the HTTP status of the error code. */
  get status(): number {
    return errorTable[this.code].status
  }
}

/** Creates the error for a file that exceeds a limit; its message names the limit. */
export function createFileTooLargeError(limitBytes: number, options?: { cause?: unknown }): AppError {
  return new AppError('file-too-large', { limit: limitBytes }, options)
}
