import { AppError } from '@kamar/core'
import type { ByteRange } from '../blob-store.js'
import type { ObjectResponse, ObjectClient } from './object-client.js'
import { objectStoreCall } from './object-errors.js'

/** Maximum number of broken-off responses while reading one object. */
const maxResponses = 4

/** An object with its byte stream. */
export interface ReadObject {
  /** Of the whole object. */
  readonly totalBytes: number
  /**
   * Exactly the requested bytes, or a failure: an interrupted or stalled response is resumed where it ended, from the
   * same state of the object.
   */
  readonly content: AsyncIterable<Uint8Array>
}

/** Opens an object or a range of it; null if it does not exist. Waits for the first response only. */
export async function readObject(client: ObjectClient, key: string, range?: ByteRange): Promise<ReadObject | null> {
  const stopping = new AbortController()
  const part = range === undefined ? null : { start: range.start, end: range.end }
  const first = await client.get(key, part, stopping.signal)
  if (first === null) return null
  const start = range?.start ?? 0
  const end = range?.end ?? first.totalBytes - 1
  return { totalBytes: first.totalBytes, content: readChunks({ client, key, first, start, end, stopping }) }
}

interface Reading {
  readonly client: ObjectClient
  readonly key: string
  readonly first: ObjectResponse
  readonly start: number
  readonly end: number
  readonly stopping: AbortController
}

async function* readChunks({ client, key, first, start, end, stopping }: Reading): AsyncGenerator<Uint8Array> {
  let position = start
  let response: ObjectResponse = first
  let stop = stopping
  try {
    for (let responseCount = 1; ; responseCount++) {
      try {
        for await (const chunk of unlessSilent(response.body, client.timeoutMilliseconds)) {
          if (position + chunk.byteLength > end + 1) throw new AppError('storage-damaged', { reason: 'too long' })
          position += chunk.byteLength
          yield chunk
        }
      } catch (cause) {
        if (cause instanceof AppError) throw cause
        if (responseCount === maxResponses) await objectStoreCall(() => Promise.reject(cause))
      }
      if (position > end) return
      if (responseCount === maxResponses) throw new AppError('not-ready', { reason: 'body cut short' })
      stop.abort()
      stop = new AbortController()
      response = await goOn(client, key, { start: position, end, etag: first.etag, signal: stop.signal })
    }
  } finally {
    stop.abort()
  }
}

async function goOn(
  client: ObjectClient,
  key: string,
  { signal, ...part }: { start: number; end: number; etag: string; signal: AbortSignal },
): Promise<ObjectResponse> {
  const response = await client.get(key, part, signal)
  if (response === null) throw new AppError('storage-damaged', { reason: 'removed while it was read' })
  return response
}

/** Throws if the next chunk does not arrive in time. */
async function* unlessSilent(body: AsyncIterable<Uint8Array>, timeoutMilliseconds: number): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const result = await withinTime(iterator.next(), timeoutMilliseconds)
      if (result.done === true) return
      yield result.value
    }
  } finally {
    // Not awaited: a stalled body does not report its end either.
    void iterator.return?.().catch(() => undefined)
  }
}

async function withinTime<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the store fell silent')), milliseconds)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
