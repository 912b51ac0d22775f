import type { ByteCursor } from '../container/byte-cursor.js'
import { Misread } from '../../shared/records/misread.js'
import { mostValues } from './byte-code.js'

const widest = 32

/** Numbers of a width in bits, the highest bit first, in words of 32 bits. */
export function readPackedNumbers(bytes: ByteCursor, count: number, bits: number): Float64Array {
  const isPossible = bits >= 1 && bits <= widest && count <= mostValues
  if (!isPossible || Math.ceil((count * bits) / 32) * 4 > bytes.left) throw new Misread('numbers', bytes.at)
  const values = new Float64Array(count)
  let word = 0
  let left = 0
  for (let at = 0; at < count; at++) {
    let value = 0
    for (let wanted = bits; wanted > 0;) {
      if (left === 0) {
        word = bytes.u32()
        left = 32
      }
      const taken = Math.min(wanted, left)
      left -= taken
      value = value * 2 ** taken + (Math.floor(word / 2 ** left) % 2 ** taken)
      wanted -= taken
    }
    values[at] = value
  }
  return values
}
