import { constants } from 'node:fs'
import { open, readdir, readlink, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { isSafeDerivativePath } from '@kamar/storage/safe-path'

/** The folder that a reader process writes; everything in it may be a trap. */
export interface ChildOutput {
  readonly folder: string
  /** Whose files count; null for this process's own user. */
  readonly user: number | null
}

/** A file of the output that turned out not to be one the reader wrote. */
export class UntrustedOutputError extends Error {
  constructor(path: string) {
    super(`the reader did not write ${path.slice(0, 200)} itself`)
    this.name = 'UntrustedOutputError'
  }
}

async function isOwnFile(handle: FileHandle, { folder, user }: ChildOutput, path: string): Promise<boolean> {
  const stats = await handle.stat()
  if (!stats.isFile() || stats.nlink !== 1) return false
  if (user !== null && stats.uid !== user) return false
  // A folder on the way may be a symbolic link that leads out; where the file really is, the kernel knows.
  return process.platform !== 'linux' || (await readlink(`/proc/self/fd/${handle.fd}`)) === join(folder, path)
}

/**
 * Opens a file of the output for reading. Symbolic links, hard links, pipes, devices and other users' files are refused:
 * this process may read what the reader may not.
 */
export async function openChildFile(output: ChildOutput, path: string): Promise<FileHandle> {
  if (!isSafeDerivativePath(path)) throw new UntrustedOutputError(path)
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const handle = await open(join(output.folder, path), flags).catch(() => null)
  if (handle === null) throw new UntrustedOutputError(path)
  if (await isOwnFile(handle, output, path)) return handle
  await handle.close()
  throw new UntrustedOutputError(path)
}

/** How much a reader has written so far. */
export interface OutputSize {
  readonly bytes: number
  /** Folders count too. */
  readonly files: number
}

/**
 * Counts what lies in the output folder, up to the folder in which it becomes more than `mostFiles`; what vanishes while looking does not
 * count. One folder at a time: the recursive
 * listing of Node 26 follows symbolic links, and a reader could set one to the root of the file system.
 */
export async function measureOutput({ folder }: ChildOutput, maxFiles: number): Promise<OutputSize> {
  const size = { bytes: 0, files: 0 }
  const folders = [folder]
  for (let next = folders.pop(); next !== undefined && size.files <= maxFiles; next = folders.pop()) {
    const entries = await readdir(next, { withFileTypes: true }).catch(() => [])
    size.files += entries.length
    for (const entry of entries) {
      const path = join(next, entry.name)
      if (entry.isDirectory()) folders.push(path)
      // Blocks and not length: a file with holes is long and costs nothing.
      if (entry.isFile()) size.bytes += ((await stat(path).catch(() => null))?.blocks ?? 0) * 512
    }
  }
  return size
}
