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

/** Number of bytes of a code word. */
export const codeWordBytes = 255

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

/** Field of the code words of data pages: x^8 + x^4 + x^3 + x^2 + 1. */
const fieldPolynomial = 0x11d
const checkCount = 4

function double(value: number): number {
  const doubled = value << 1
  return doubled > 255 ? doubled ^ fieldPolynomial : doubled
}

/** Products of the first powers of two in the field, the roots of the code, by the other factor. */
export const rootProducts: readonly Uint8Array[] = Array.from({ length: checkCount }, (_, power) =>
  Uint8Array.from({ length: 256 }, (_unused, factor) => {
    let product = factor
    for (let left = power + 1; left > 0; left--) product = double(product)
    return product
  }),
)

/**
 * Returns whether the first of some interleaved code words of a data page is right: the polynomial of its bytes, the
 * lowest power first, is zero at each root of the code.
 */
export function hasCheckBytes(bytes: Uint8Array, at: number, wordCount: number): boolean {
  const last = at + (codeWordBytes - 1) * wordCount
  if (last >= bytes.length) return false
  let bits = 0
  for (const products of rootProducts) {
    let value = 0
    for (let read = last; read >= at; read -= wordCount) {
      value = products[value] ^ bytes[read]
      bits |= bytes[read]
    }
    if (value !== 0) return false
  }
  // Zeros are a code word, but no page.
  return bits !== 0
}
