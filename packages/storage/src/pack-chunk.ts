import { parsePackPath } from '@kamar/core'
import type { ByteRange } from './blob-store.js'
import type { DerivativeAddress, OpenDerivative } from './derivative-store.js'

type OpenFile = (file: DerivativeAddress, range?: ByteRange) => Promise<OpenDerivative | null>

/**
 * Opens a file, or a chunk of a pack as if it were a file: `scene/000.pack/0-4095` is a range of `scene/000.pack`, and
 * `range` then counts from the first byte of the chunk.
 */
export async function openFileOrChunk(
  address: DerivativeAddress,
  range: ByteRange | undefined,
  openFile: OpenFile,
): Promise<OpenDerivative | null> {
  const chunk = parsePackPath(address.path)
  if (chunk === null) return openFile(address, range)
  const sizeBytes = chunk.end - chunk.start + 1
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 }
  const within = { start: chunk.start + start, end: Math.min(chunk.start + end, chunk.end) }
  const pack = await openFile({ ...address, path: chunk.pack }, within)
  return pack === null ? null : { sizeBytes, content: pack.content }
}
