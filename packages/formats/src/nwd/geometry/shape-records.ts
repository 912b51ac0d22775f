import type { ByteSource } from '@kamar/core'
import { ByteCursor } from '../container/byte-cursor.js'
import { readBlocks, readIndex, type Inflation } from '../container/chunk-bytes.js'
import type { Chunk } from '../container/chunk-bytes.js'
import { tryParse } from '@kamar/codecs/records'

/** Reads the record lengths of a chunk with shapes from the index after it; null where that cannot be read. */
export async function readRecordSizes(
  input: ByteSource,
  chunk: Chunk,
  inflation: Inflation,
): Promise<Uint32Array | null> {
  const bytes = await readIndex(input, chunk, inflation)
  return bytes && tryParse(() => parseSizes(bytes))
}

function parseSizes(bytes: Uint8Array): Uint32Array {
  const index = new ByteCursor(bytes)
  const shapes = index.u32()
  const blocks = index.u32()
  index.floats(blocks)
  return new Uint32Array(index.floats(shapes).buffer as ArrayBuffer)
}

/**
 * Iterates over the records, with only as much in memory as the longest needs; ends early where the file is damaged.
 */
export async function* shapeRecords(
  input: ByteSource,
  { chunk, sizes, inflation }: { readonly chunk: Chunk; readonly sizes: Uint32Array; readonly inflation: Inflation },
): AsyncGenerator<Uint8Array> {
  const { blocks } = readBlocks(input, chunk, inflation)
  let parts: Uint8Array[] = []
  let bufferedBytes = 0
  for (const size of sizes) {
    while (bufferedBytes < size) {
      const block = await blocks.next()
      if (block.done) return
      parts.push(block.value)
      bufferedBytes += block.value.length
    }
    const bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts)
    yield bytes.subarray(0, size)
    parts = [bytes.subarray(size)]
    bufferedBytes -= size
  }
}
