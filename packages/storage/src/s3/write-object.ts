import { createHash } from 'node:crypto'
import type { WriteResult } from '../durable-file.js'
import type { ObjectClient, PartsUpload } from './object-client.js'

/**
 * Larger objects are uploaded in parts of this size: it bounds the memory in use and the cost of one lost connection.
 */
const partBytes = 8 * 1024 ** 2

/**
 * Writes a stream as one object, hashing on the way. Nothing is visible before its last byte; a failure leaves nothing.
 */
export async function writeObject(
  client: ObjectClient,
  key: string,
  content: AsyncIterable<Uint8Array>,
): Promise<WriteResult> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  let upload: PartsUpload | null = null
  try {
    let last: Uint8Array = new Uint8Array(0)
    for await (const part of splitParts(content)) {
      hash.update(part)
      sizeBytes += part.byteLength
      if (last.byteLength > 0) await (upload ??= await client.beginParts(key)).put(last)
      last = part
    }
    if (upload === null) await client.put(key, last)
    else {
      await upload.put(last)
      await complete(client, key, { upload, sizeBytes })
    }
  } catch (error) {
    // A store that misses this request discards the parts by its own rule (`docs/operations/fleet.md`).
    await upload?.abort().catch(() => undefined)
    throw error
  }
  return { sha256: hash.digest('hex'), sizeBytes }
}

/**
 * The response to a completion may be lost; on a second request the store no longer has the upload, but has the object.
 */
async function complete(
  client: ObjectClient,
  key: string,
  { upload, sizeBytes }: { readonly upload: PartsUpload; readonly sizeBytes: number },
): Promise<void> {
  const before = await client.stat(key)
  try {
    await upload.complete()
  } catch (error) {
    const after = await client.stat(key).catch(() => null)
    if (after?.sizeBytes !== sizeBytes || after.etag === before?.etag) throw error
  }
}

/** Splits bytes into chunks of `partBytes`, the last one smaller. */
export async function* splitParts(
  content: AsyncIterable<Uint8Array>,
  bytesOfPart = partBytes,
): AsyncGenerator<Uint8Array> {
  let bufferedChunks: Uint8Array[] = []
  let heldBytes = 0
  for await (const chunk of content) {
    let rest = chunk
    while (heldBytes + rest.byteLength >= bytesOfPart) {
      const missingBytes = bytesOfPart - heldBytes
      yield Buffer.concat([...bufferedChunks, rest.subarray(0, missingBytes)])
      rest = rest.subarray(missingBytes)
      ;[bufferedChunks, heldBytes] = [[], 0]
    }
    if (rest.byteLength === 0) continue
    bufferedChunks.push(rest)
    heldBytes += rest.byteLength
  }
  if (heldBytes > 0) yield Buffer.concat(bufferedChunks)
}
