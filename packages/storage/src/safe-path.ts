import { AppError } from '@kamar/core'

const maxPathCharacters = 200
const pathPattern = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*){0,5}$/
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const sha256Pattern = /^[0-9a-f]{64}$/

/**
 * Returns whether a path may name a file of a view package: one to six lower-case segments that start with a letter or
 * digit. So no `..`, no absolute path, no NUL, no backslash, no hidden file, nothing that two file systems interpret
 * differently.
 */
export function isSafeDerivativePath(path: string): boolean {
  return path.length <= maxPathCharacters && pathPattern.test(path)
}

/** Returns whether a text can be a translation id (a lower-case UUID). */
export function isTranslationId(text: string): boolean {
  return idPattern.test(text)
}

/** Returns whether a text can be a content address. */
export function isSha256(text: string): boolean {
  return sha256Pattern.test(text)
}

/**
 * Throws `storage-damaged` for a text that can never be a content address: it comes from a row, so the row is wrong.
 */
export function assertSha256(text: string): void {
  if (!isSha256(text)) throw new AppError('storage-damaged', { sha256: text.slice(0, 64) })
}
