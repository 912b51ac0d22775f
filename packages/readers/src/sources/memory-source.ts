import type { ByteSource } from '@kamar/scene'

/** A byte source over bytes that are in memory already; answers are views, not copies. */
export function memorySource(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
    readAll: async () => bytes,
  }
}
