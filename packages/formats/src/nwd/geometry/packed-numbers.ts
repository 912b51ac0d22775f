import type { ByteCursor } from '../container/byte-cursor.js'
import { MalformedRecordError } from '@kamar/codecs/records'
import { maxValues } from './byte-code.js'

const widest = 32

/** Reads numbers of a bit width, the highest bit first, from 32-bit words. */
export function readPackedNumbers(bytes: ByteCursor, count: number, bits: number): Float64Array {
  const isPossible = bits >= 1 && bits <= widest && count <= maxValues
  if (!isPossible || Math.ceil((count * bits) / 32) * 4 > bytes.left)
    throw new MalformedRecordError('numbers', bytes.at)
  const values = new Float64Array(count)
  let word = 0
  let left = 0
  for (let at = 0; at < count; at++) {
    let value = 0
    for (let remainingBits = bits; remainingBits > 0;) {
      if (left === 0) {
        word = bytes.u32()
        left = 32
      }
      const bitCount = Math.min(remainingBits, left)
      left -= bitCount
      value = value * 2 ** bitCount + (Math.floor(word / 2 ** left) % 2 ** bitCount)
      remainingBits -= bitCount
    }
    values[at] = value
  }
  return values
}
