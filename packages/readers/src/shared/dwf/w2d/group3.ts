import { FaxBits } from './fax-codes.js'

const method = { runs: 0, changes: 1, plain: 2 } as const

/**
 * Rows that say for themselves how they are packed: runs of white and black by turns, such runs of what differs from the
 * row before, or bits as they are. One number, 0 or 1, per pixel; null when the bytes are none of that.
 */
export function decodeGroup3X(data: Uint8Array, columns: number, rows: number): Uint8Array | null {
  // A row takes two bits at least and a run one: what claims more is no picture.
  if (rows > 8 * data.length || columns * rows > 8 * data.length * 2560) return null
  const bits = new FaxBits(data)
  const pixels = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    const kind = bits.bits(2)
    const line = pixels.subarray(row * columns, (row + 1) * columns)
    if (bits.isAtEnd || kind > method.plain) return null
    if (kind === method.plain) for (let column = 0; column < columns; column++) line[column] = bits.bit()
    else if (!fillRuns(bits, line)) return null
    if (kind === method.changes && row > 0)
      for (let column = 0; column < columns; column++) line[column] ^= pixels[(row - 1) * columns + column]
  }
  return pixels
}

function fillRuns(bits: FaxBits, line: Uint8Array): boolean {
  let column = 0
  for (let isBlack = false; column < line.length; isBlack = !isBlack) {
    const length = bits.run(isBlack)
    if (length === null || column + length > line.length) return false
    if (isBlack) line.fill(1, column, column + length)
    column += length
  }
  return true
}
