import { AppError } from '@kamar/core'

const fullCodes = new Set(['ENOSPC', 'EDQUOT'])
const damagedCodes = new Set(['EIO', 'EROFS', 'EACCES', 'EPERM'])

/** Returns the code of a system error, or ''. */
export function systemCode(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : ''
  return typeof code === 'string' ? code : ''
}

/** Maps a failed write to a user-facing error: no space left, or a store that cannot be written. */
function storeError(error: unknown): unknown {
  const code = systemCode(error)
  if (fullCodes.has(code)) return new AppError('storage-full', {}, { cause: error })
  if (damagedCodes.has(code)) return new AppError('storage-damaged', { reason: code }, { cause: error })
  return error
}

/** Runs a write and maps its failure. */
export async function storing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw storeError(error)
  }
}

/** Returns null if a file is missing. */
export async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null
    throw error
  }
}
