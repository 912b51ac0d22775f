import { randomUUID } from 'node:crypto'
import { openSync, unlinkSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isSafeDerivativePath } from '@kamar/storage/safe-path'
import type { PackageSink } from '@kamar/packager'

/** Bytes of meshes, and of other contents, that stay in memory: models up to about 100 MB never use a scratch file. */
const scratchMemoryBytes = 64 * 1024 ** 2

/** Opens a file that no path leads to, so that it disappears with the process, however that ends. */
function openUnnamedFile(folder: string): number {
  const path = join(folder, `.scratch-${randomUUID()}`)
  const descriptor = openSync(path, 'wx+', 0o600)
  unlinkSync(path)
  return descriptor
}

/** Creates a package sink that writes to a folder. */
export function folderSink(folder: string): PackageSink {
  const createdFolders = new Set<string>()
  const resolvePath = async (path: string): Promise<string> => {
    if (!isSafeDerivativePath(path)) throw new RangeError(`not a path of a view package: ${path}`)
    const file = join(folder, path)
    if (!createdFolders.has(dirname(file))) await mkdir(dirname(file), { recursive: true })
    createdFolders.add(dirname(file))
    return file
  }
  return {
    write: async (path, bytes) => writeFile(await resolvePath(path), bytes),
    read: async (path) => readFile(await resolvePath(path)),
    remove: async (path) => rm(await resolvePath(path), { force: true }),
    scratch: { open: () => openUnnamedFile(folder), memoryBytes: scratchMemoryBytes },
  }
}
