import { statfs } from 'node:fs/promises'
import { AppError } from '@kamar/core'

/** Free and total space of the file system of a folder, in bytes. */
export interface DiskSpace {
  readonly freeBytes: number
  readonly totalBytes: number
}

/** Returns free and total bytes of the file system that contains `folder`. */
export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/**
 * Throws `storage-full` unless `neededBytes` fit and `reserveBytes` stay free: the database needs space to the last,
 * and a completely full disk blocks deletions too.
 */
export async function ensureFreeSpace(
  folder: string,
  { neededBytes, reserveBytes }: { readonly neededBytes: number; readonly reserveBytes: number },
): Promise<void> {
  const { freeBytes } = await diskSpace(folder)
  if (freeBytes < neededBytes + reserveBytes) throw new AppError('storage-full', { free: freeBytes })
}
