import type { ErrorCode } from '../errors.js'
import type { TranslationFailureCode } from '../failures.js'

/** Texts of the error table in English. */
export const errorMessagesEnglish: Record<ErrorCode, string> = {
  'bad-request': 'Please check your input and try again',
  'invalid-credentials': 'The e-mail or password is not right',
  'not-signed-in': 'Please log in again',
  'refresh-refused': 'Please log in again',
  'sign-in-expired': 'Too much time has passed; please sign in again',
  'provider-refused': 'Signing in with {{provider}} did not work; please try again',
  'provider-email-unverified': '{{provider}} has not confirmed your e-mail address, so it cannot be used to sign in',
  'sign-up-closed': 'Registration is closed on this server',
  'provider-not-configured': 'Signing in with {{provider}} is not set up on this server',
  'account-not-linked': 'An account with this e-mail address exists; sign in with its password',
  'link-not-valid': 'This link is not valid any more; ask for a new one',
  'password-unchanged': 'Choose a password that differs from the old one',
  'password-not-right': 'The password is not right',
  'code-not-right': 'The code is not right',
  'account-rejected': 'This account was rejected by the administrator',
  'approval-pending': 'This account is waiting for the administrator’s approval',
  'not-allowed': "You don't have permission for this",
  'not-found': 'Not found',
  'method-not-allowed': 'This address does not take that kind of request',
  'already-exists': 'This already exists',
  'not-yourself': 'This cannot be done to your own account',
  'last-administrator': 'There must be one administrator left',
  'changed-meanwhile': 'Somebody else has changed this since you opened it; look at it again',
  'too-many': 'There are {{most}} already; no more can be added',
  'owner-stays': 'Whoever pays for the project stays its owner',
  'project-personal': 'Your personal project cannot be shared; share a file or make a project',
  'project-not-empty': 'The project still has files, perhaps in the bin; move or delete them first',
  'link-password-needed': 'This link is protected by a password',
  'not-a-member': 'This person is not a member of the project',
  'bcf-unreadable': 'This is not a BCF file that can be read (2.0, 2.1 or 3.0)',
  'upload-conflict': 'This upload continues elsewhere; try again',
  'translation-not-ready': 'The file is not ready yet',
  'file-too-large': 'File size exceeds 100MB limit',
  'quota-exceeded': 'There is not enough space left in your storage plan',
  'request-too-large': 'The request is too large',
  'unsupported-format': 'Unsupported file format: {{extension}}',
  'other-file-type': 'A new version must be a {{extension}} file like the one before',
  'range-not-satisfiable': 'That part of the file does not exist',
  'invalid-input': 'Please check your input',
  'image-unreadable': 'This picture cannot be read; use JPEG, PNG or WebP of up to 8 MB',
  'password-too-short': 'The password needs at least {{minimum}} characters',
  'password-too-common': 'This password is too common; choose another one',
  'empty-file': 'The file is empty',
  'checksum-mismatch': 'The file was damaged on its way; try again',
  'too-many-requests': 'Too many requests, please wait',
  'export-failed': 'This export could not be made. Try again; if it fails again, write to us with the file’s name',
  internal: 'Server error, please try again',
  'storage-full': 'The server has no space left; nothing was stored',
  'storage-damaged': 'The stored file is damaged; please tell the administrator',
  'not-ready': 'The service is starting, please try again',
}

/** Texts of the translation failures in English. */
export const failureMessagesEnglish: Record<TranslationFailureCode, string> = {
  'not-this-format':
    'This is not {{expected}}: by its content it is {{detected}}. Save it again under the right extension.',
  'unsupported-version':
    'This version of the format ({{version}}) cannot be read. Save it as {{advice}} and upload it again.',
  encrypted: 'The file is protected by a password. Save it without protection and upload it again.',
  damaged: 'The file is damaged and could not be read. Export it again from the program that made it.',
  'limit-exceeded':
    'The model is too large for this server: {{limit}}. Split it or ask the administrator to raise the limit.',
  'companion-missing': 'The file needs another file that is missing: {{names}}. Attach it and try again.',
  'nothing-to-show': 'The file was read, but it holds nothing that can be drawn.',
  cancelled: 'The translation was cancelled.',
  'reader-fault': 'The file could not be read because of a fault in Kamar. Your file is safe; the fault was recorded.',
  'no-reader':
    'This server keeps {{expected}} files but has no reader for them installed. You can download the file at any time.',
}
