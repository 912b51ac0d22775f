import { constants } from 'node:fs'
import { open, readdir, readlink, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { isSafeDerivativePath } from '@kamar/storage/safe-path'

/** The output folder of a reader process; everything in it may be a trap. */
export interface ChildOutput {
  readonly folder: string
  /** Expected owner of the files; null for this process's own user. */
  readonly user: number | null
}

/** Error for an output file that the reader did not write itself. */
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
  // A folder in the path may be a symbolic link to the outside; the kernel reports the real location.
  return process.platform !== 'linux' || (await readlink(`/proc/self/fd/${handle.fd}`)) === join(folder, path)
}

/**
 * Opens an output file for reading. Symbolic links, hard links, pipes, devices and other users' files are refused: this
 * process may read what the reader may not.
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

/** Size of a reader's output so far. */
export interface OutputSize {
  readonly bytes: number
  /** Includes folders. */
  readonly files: number
}

/**
 * Measures the output folder, up to the folder in which it exceeds `maxFiles`; entries that vanish meanwhile do not
 * count. One folder at a time: the recursive listing of Node 26 follows symbolic links, and a reader could make one to
 * the root of the file system.
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
      // Blocks instead of length: a sparse file is long but takes no space.
      if (entry.isFile()) size.bytes += ((await stat(path).catch(() => null))?.blocks ?? 0) * 512
    }
  }
  return size
}
