import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemCode } from './store-errors.js'

/** Makes the directory entries of a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Creates a folder and its parents, private to this user; returns the outermost one created. On a full disk, Node
 * reports for `recursive` that the folder is missing; its error for a single folder is right.
 */
export async function makeFolders(path: string): Promise<string | undefined> {
  try {
    return await mkdir(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
    await mkdir(path, { mode: 0o700 })
    return path
  }
}

/** Moves a file so that it is complete or absent: its bytes are on disk (fsync) before its name is. */
export async function moveDurably(temporaryPath: string, path: string): Promise<void> {
  await rename(temporaryPath, path)
  await syncFolder(dirname(path))
}

/** Waits until a file's bytes are on disk. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The size and hash of a written file. */
export interface WriteResult {
  readonly sha256: string
  readonly sizeBytes: number
}

/** Content to be stored: a stream, or chunks that are in memory. */
export type ByteChunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

async function writeAll(handle: FileHandle, content: ByteChunks): Promise<WriteResult> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of content) {
    hash.update(chunk)
    sizeBytes += chunk.byteLength
    await handle.writeFile(chunk)
  }
  return { sha256: hash.digest('hex'), sizeBytes }
}

/** Writes a new file, hashing on the way; with `sync` its bytes are on disk on return. */
export async function writeNewFile(
  path: string,
  content: ByteChunks,
  options: { readonly sync: boolean },
): Promise<WriteResult> {
  const handle = await open(path, 'wx', 0o600)
  try {
    const result = await writeAll(handle, content)
    if (options.sync) await handle.sync()
    return result
  } finally {
    await handle.close()
  }
}

/** Writes a small file that is complete or unchanged after a crash. Only its owner may read it. */
export async function writeFileDurably(path: string, content: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  try {
    await writeNewFile(temporary, [Buffer.from(content)], { sync: true })
    await moveDurably(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}
