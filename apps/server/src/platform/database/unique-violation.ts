import { AppError, type ErrorCode } from '@kamar/core'

/** Returns whether a statement failed because a row with the same key exists. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === '23505'
}

/** Runs statements; throws an error with this code where a row with the same key exists. */
export async function refuseDuplicates<Result>(
  code: ErrorCode,
  work: () => Promise<Result>,
  details: AppError['details'] = {},
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError(code, details, { cause: error }) : error
  }
}
