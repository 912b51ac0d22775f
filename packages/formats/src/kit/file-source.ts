import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ByteSource } from '@kamar/core'

/** A byte source over an open file; the caller that opened it closes it. */
export interface FileSource extends ByteSource {
  close(): Promise<void>
}

/** Fills as much of the buffer as the file has; a single read may return less than requested. */
async function readFully(handle: FileHandle, buffer: Uint8Array, offset: number): Promise<Uint8Array> {
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, offset + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}

/**
 * Opens a file for reading by position. `name` is the name for the reader (blobs are stored under their hash); by
 * default the file's own. Rejects with the file system error when the file cannot be opened.
 */
export async function openFileSource(path: string, name: string = basename(path)): Promise<FileSource> {
  const handle = await open(path, 'r')
  const { size } = await handle.stat()
  const read = (offset: number, length: number): Promise<Uint8Array> => {
    const available = Math.max(0, Math.min(length, size - offset))
    return readFully(handle, new Uint8Array(available), offset)
  }
  return { name, size, fileDescriptor: handle.fd, read, readAll: () => read(0, size), close: () => handle.close() }
}
