import { readdir, stat } from 'node:fs/promises'
import { readChildren } from './process-usage.js'

const bytesPerBlock = 512

/**
 * Returns the bytes on disk or in memory of deleted files that a process and its descendants hold open: no folder shows
 * them. 0 if `/proc` is absent or unreadable.
 */
export async function deletedFileBytes(pid: number): Promise<number> {
  const files = new Map<string, number>()
  await collectDeletedFiles(pid, files)
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0)
}

/** By device and inode: several descriptors may refer to one file. */
async function collectDeletedFiles(pid: number, files: Map<string, number>): Promise<void> {
  const folder = `/proc/${pid}/fd`
  const descriptors = await readdir(folder).catch(() => [])
  for (const descriptor of descriptors) {
    const stats = await stat(`${folder}/${descriptor}`).catch(() => null)
    if (stats?.isFile() && stats.nlink === 0) files.set(`${stats.dev}:${stats.ino}`, stats.blocks * bytesPerBlock)
  }
  for (const child of readChildren(pid)) await collectDeletedFiles(child, files)
}
