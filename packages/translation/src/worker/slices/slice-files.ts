import { createHash } from 'node:crypto'
import { chmod, open, rename, rm } from 'node:fs/promises'
import type { DerivativeStore } from '@kamar/storage'
import type { SliceFile } from '../../jobs/slices.js'
import { openChildFile } from '../../reader-process/child-output.js'
import { sliceFolder } from '../../reader-process/messages.js'
import type { SliceChannel } from '../../reader-process/reader-process.js'
import { writerVersion } from '../../writer-version.js'

const readableByAll = 0o444

/** Where a file of a slice is stored. */
export interface SliceAddress {
  readonly derivatives: DerivativeStore
  readonly translationId: string
  readonly path: string
}

/** Stores a file that a reader wrote, of at most `maxBytes`. Rejects for a file that it did not write itself. */
export async function storeSliceFile(
  channel: SliceChannel,
  name: string,
  { derivatives, translationId, path, maxBytes }: SliceAddress & { readonly maxBytes: number },
): Promise<SliceFile> {
  const handle = await openChildFile(channel.output, `${sliceFolder}/${name}`)
  try {
    const { size } = await handle.stat()
    if (size > maxBytes) throw new RangeError(`expected at most ${maxBytes} bytes of slices, found ${size}`)
    const content = handle.createReadStream({ autoClose: false, end: Math.max(0, size - 1) })
    const { sha256, sizeBytes } = await derivatives.write({ translationId, path }, content, { provisional: true })
    return { sha256, sizeBytes }
  } finally {
    await handle.close()
  }
}

/** Computes the hash of a task that a reader wrote, with the version of the code that made it. */
export async function hashSliceTask(channel: SliceChannel, name: string): Promise<string> {
  const handle = await openChildFile(channel.output, `${sliceFolder}/${name}`)
  try {
    const hash = createTaskHash()
    for await (const chunk of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) hash.update(chunk)
    return hash.digest('hex')
  } finally {
    await handle.close()
  }
}

/** Returns the hash over a task, begun with the version of the code. */
export const createTaskHash = (): ReturnType<typeof createHash> => createHash('sha256').update(`${writerVersion}\n`)

/**
 * Copies a stored file to a file that a reader can read. Returns false if it is absent or its hash differs: the content
 * comes from a reader of another process, and may be of an earlier attempt.
 */
export async function fetchSliceFile(
  target: string,
  { derivatives, translationId, path }: SliceAddress,
  expected: { readonly sha256: string; readonly hash?: ReturnType<typeof createHash> },
): Promise<boolean> {
  const stored = await derivatives.open({ translationId, path })
  if (stored === null) return false
  const partial = `${target}.partial`
  const hash = expected.hash ?? createHash('sha256')
  const file = await open(partial, 'w', readableByAll)
  try {
    for await (const chunk of stored.content as AsyncIterable<Buffer>) {
      hash.update(chunk)
      await file.write(chunk)
    }
  } finally {
    await file.close()
  }
  if (hash.digest('hex') !== expected.sha256) {
    await rm(partial, { force: true })
    return false
  }
  await chmod(partial, readableByAll)
  await rename(partial, target)
  return true
}
