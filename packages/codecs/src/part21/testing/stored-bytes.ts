import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DiskContent, WindowSizes } from '../file-bytes.js'

/** A file on disk with the content of a test. */
export interface StoredBytes {
  readonly content: DiskContent
  /** Shortens the file. */
  truncate(size: number): void
  /** Closes the file, as if the disk were gone. */
  close(): void
}

/** Writes bytes to a file that is removed when it is closed, and opens it with windows of these sizes. */
export function storeBytes(bytes: Uint8Array, windows: WindowSizes): StoredBytes {
  const folder = mkdtempSync(join(tmpdir(), 'kamar-part21-'))
  const path = join(folder, 'model')
  writeFileSync(path, bytes)
  const fileDescriptor = openSync(path, 'r+')
  rmSync(folder, { recursive: true })
  return {
    content: { ...windows, fileDescriptor, size: bytes.length },
    truncate: (size) => ftruncateSync(fileDescriptor, size),
    close: () => closeSync(fileDescriptor),
  }
}
