import { statfs } from 'node:fs/promises'
import { AppError } from '@kamar/contracts/core'

/** How full the file system of a folder is, in bytes. */
export interface DiskSpace {
  readonly freeBytes: number
  readonly totalBytes: number
}

/** Free and total bytes of the file system that holds `folder`. */
export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/**
 * Throws `storage-full` unless `neededBytes` fit and `reserveBytes` stay free: the database needs room to the end, and a
 * disk that is quite full stops deletions too.
 */
export async function ensureFreeSpace(
  folder: string,
  { neededBytes, reserveBytes }: { readonly neededBytes: number; readonly reserveBytes: number },
): Promise<void> {
  const { freeBytes } = await diskSpace(folder)
  if (freeBytes < neededBytes + reserveBytes) throw new AppError('storage-full', { free: freeBytes })
}
