/** A chunk of saved graphics: its kind, then its numbers and bytes. */
export type SavedChunk = readonly [kind: number, ...parts: readonly (Int32Array | Float64Array | Uint8Array)[]]

/** Writes saved graphics: their size, the number of chunks, then each chunk after its size and its kind. */
export function writeSavedGraphics(...chunks: readonly SavedChunk[]): Uint8Array {
  const parts = chunks.flatMap(([kind, ...data]) => {
    const bytes = Buffer.concat(data.map((part) => toBytes(part)))
    return [toBytes(Int32Array.of(8 + bytes.length, kind)), bytes]
  })
  const content = Buffer.concat(parts)
  return Uint8Array.from(Buffer.concat([toBytes(Int32Array.of(8 + content.length, chunks.length)), content]))
}

const toBytes = ({ buffer, byteOffset, byteLength }: Int32Array | Float64Array | Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)
