import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemCode } from './store-errors.js'

/** Makes the names in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Makes a folder and those above it, for this user alone; answers the outermost that was made. On a disk that takes nothing
 * Node says of `recursive` that the folder is missing; what it says of one folder is true.
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

/** The order that keeps a file whole or absent: its bytes are on disk (fsync) before its name is. */
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

/** What was written and its hash. */
export interface WriteResult {
  readonly sha256: string
  readonly sizeBytes: number
}

async function writeAll(handle: FileHandle, content: AsyncIterable<Uint8Array>): Promise<WriteResult> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of content) {
    hash.update(chunk)
    sizeBytes += chunk.byteLength
    await handle.writeFile(chunk)
  }
  return { sha256: hash.digest('hex'), sizeBytes }
}

/** Writes a new file, hashing on the way; with `sync` its bytes are on disk when it returns. */
export async function writeNewFile(
  path: string,
  content: AsyncIterable<Uint8Array>,
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

/** Writes a small file so that after a crash it is there whole, or as it was before. Only its owner may read it. */
export async function writeFileDurably(path: string, content: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  try {
    await writeNewFile(temporary, toSingleChunk(Buffer.from(content)), { sync: true })
    await moveDurably(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

async function* toSingleChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
