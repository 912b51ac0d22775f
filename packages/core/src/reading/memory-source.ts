import type { ByteSource } from './reader.js'

/** Creates a byte source over bytes in memory; results are views, not copies. */
export function memorySource(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
    readAll: async () => bytes,
  }
}
