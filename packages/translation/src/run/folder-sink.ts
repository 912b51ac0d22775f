import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isSafeDerivativePath } from '@kamar/storage/safe-path'
import type { PackageSink } from '@kamar/derivatives'

/** A package sink onto a folder. */
export function folderSink(folder: string): PackageSink {
  const made = new Set<string>()
  const place = async (path: string): Promise<string> => {
    if (!isSafeDerivativePath(path)) throw new RangeError(`not a path of a view package: ${path}`)
    const file = join(folder, path)
    if (!made.has(dirname(file))) await mkdir(dirname(file), { recursive: true })
    made.add(dirname(file))
    return file
  }
  return {
    write: async (path, bytes) => writeFile(await place(path), bytes),
    remove: async (path) => rm(await place(path), { force: true }),
  }
}
