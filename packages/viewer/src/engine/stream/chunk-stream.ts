import type { ManifestChunk } from '@kamar/package-format/read'
import type { PackageLoader } from '../types.js'
import { asViewerError, ViewerError } from '../errors.js'
import type { GpuChunk } from '../store/gpu-chunk.js'
import type { ChunkDecoder } from './chunk-decoder.js'
import type { BuildMode } from './decode-messages.js'

/** Concurrent chunk fetches: enough to saturate a connection, few enough not to delay the first ones. */
const maxConcurrentFetches = 4
/** Maximum attempts of a fetch, and the delay after a failure, milliseconds. */
const attempts = 3
const retryDelays = [250, 1000]

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Fetches a file of the package; retries after network failures. */
export async function fetchFile(
  loader: PackageLoader,
  path: string,
  signal: AbortSignal,
): Promise<ArrayBuffer | Uint8Array> {
  for (let attempt = 0; ; attempt++) {
    if (signal.aborted) throw new ViewerError('cancelled')
    try {
      return await loader.fetchFile(path, signal)
    } catch (error) {
      if (signal.aborted) throw new ViewerError('cancelled')
      if (attempt + 1 >= attempts) throw asViewerError(error, 'fetch-failed', path)
      await pause(retryDelays[attempt] ?? 1000)
    }
  }
}

/**
 * Fetches chunks concurrently, decodes them in order and passes them on one by one; the next waits until `take` has
 * resolved.
 */
export async function streamChunks(request: {
  readonly chunks: readonly ManifestChunk[]
  readonly loader: PackageLoader
  readonly decoder: ChunkDecoder
  /** `joined` by default. */
  readonly mode?: BuildMode
  readonly signal: AbortSignal
  take(chunk: GpuChunk, index: number): Promise<void>
}): Promise<void> {
  const { chunks, loader, decoder, signal } = request
  const fetched: Promise<ArrayBuffer | Uint8Array>[] = []
  const fetchNext = (): void => {
    const chunk = chunks[fetched.length]
    if (chunk === undefined) return
    const bytes = fetchFile(loader, chunk.path, signal)
    bytes.catch(() => undefined)
    fetched.push(bytes)
  }
  const decode = async (index: number): Promise<GpuChunk> => {
    const bytes = await fetched[index]
    fetchNext()
    return decoder.build(bytes, request.mode)
  }
  for (let count = 0; count < Math.min(maxConcurrentFetches, chunks.length); count++) fetchNext()
  let next: Promise<GpuChunk> | null = chunks.length > 0 ? decode(0) : null
  for (let index = 0; next !== null; index++) {
    const chunk: GpuChunk = await next
    if (signal.aborted) throw new ViewerError('cancelled')
    // The worker decodes a chunk while the page processes the one before it.
    next = index + 1 < chunks.length ? decode(index + 1) : null
    next?.catch(() => undefined)
    await request.take(chunk, index)
  }
}
