/** Bytes to take from interleaved code words. */
export interface InterleavedData {
  readonly bytes: Uint8Array
  readonly at: number
  /** Number of code words; byte n of each is stored before byte n + 1 of any. */
  readonly wordCount: number
  /** Data bytes of a code word, before its check bytes. */
  readonly dataBytes: number
  /** Number of bytes to take. */
  readonly length: number
}

/**
 * Returns the data of interleaved Reed-Solomon code words of 255 bytes (Open Design Specification, section 5.3). The
 * check bytes are not used: a file that lost bytes is damaged beyond them.
 */
export function readInterleaved({ bytes, at, wordCount, dataBytes, length }: InterleavedData): Uint8Array {
  const data = new Uint8Array(length)
  let write = 0
  for (let word = 0; word < wordCount && write < length; word++) {
    const count = Math.min(dataBytes, length - write)
    const first = at + word
    // What the file does not contain stays zero.
    const end = Math.min(first + count * wordCount, bytes.length)
    for (let read = first, target = write; read < end; read += wordCount) data[target++] = bytes[read]
    write += count
  }
  return data
}
