import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parsePackPath } from '@kamar/core'
import type { StoredFiles } from './package-reader.js'

/** Returns the stored files of a package in a folder. */
export function folderFiles(folder: string): StoredFiles {
  return async (path) => {
    const range = parsePackPath(path)
    if (range === null) return readFile(join(folder, path))
    const file = await open(join(folder, range.pack))
    try {
      const bytes = new Uint8Array(range.end - range.start + 1)
      const { bytesRead } = await file.read(bytes, 0, bytes.length, range.start)
      return bytes.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }
}
