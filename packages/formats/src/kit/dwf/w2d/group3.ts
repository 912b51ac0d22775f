import { FaxBits } from './fax-codes.js'

const method = { runs: 0, changes: 1, plain: 2 } as const

/**
 * Decodes rows that state their own coding: alternating runs of white and black, such runs of the difference to the
 * previous row, or plain bits. One number, 0 or 1, per pixel; null for invalid bytes.
 */
export function decodeGroup3X(data: Uint8Array, columns: number, rows: number): Uint8Array | null {
  // A row takes at least two bits and a run one; larger dimensions are invalid.
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
