import { diskSpace, ensureFreeSpace } from '@kamar/storage'

const maxReservedBytes = 256 * 1024 ** 2

/** Throws `storage-full` unless a folder's disk has space for this size and a reserve. */
export async function assertDiskSpace(folder: string, sizeBytes: number): Promise<void> {
  const { totalBytes } = await diskSpace(folder)
  await ensureFreeSpace(folder, {
    neededBytes: sizeBytes,
    reserveBytes: Math.min(maxReservedBytes, totalBytes / 20),
  })
}
