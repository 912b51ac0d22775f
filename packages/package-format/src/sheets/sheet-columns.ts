import { malformed } from '../container/container-layout.js'
import { decodeVarints, encodeVarints, unzigzag, zigzag } from '../container/varints.js'

/** Encodes pairs as differences between neighbours. */
export function encodePairs(values: ArrayLike<number>): Uint8Array {
  const out = new Uint32Array(values.length)
  for (let index = 0; index < values.length; index++)
    out[index] = zigzag((values[index] - (index < 2 ? 0 : values[index - 2])) | 0)
  return encodeVarints(out)
}

/** Reverses `encodePairs`. */
export function decodePairs(bytes: Uint8Array, count: number): Int32Array {
  const deltas = decodeVarints(bytes, count * 2)
  const out = new Int32Array(count * 2)
  for (let index = 0; index < out.length; index++)
    out[index] = ((index < 2 ? 0 : out[index - 2]) + unzigzag(deltas[index])) | 0
  return out
}

/** Returns `count + 1` sums of counts; throws `RangeError` if they exceed the limit of a sheet. */
export function toStarts(counts: Uint32Array): Uint32Array {
  const out = new Uint32Array(counts.length + 1)
  let sum = 0
  for (let index = 0; index < counts.length; index++) {
    sum += counts[index]
    if (sum > 0x7fffffff) throw malformed('a sheet of too many points')
    out[index + 1] = sum
  }
  return out
}

/** Returns the counts whose sums `toStarts` computed. */
export function toCounts(starts: Uint32Array): Uint32Array {
  return Uint32Array.from({ length: starts.length - 1 }, (_, index) => starts[index + 1] - starts[index])
}

/** Throws `RangeError` if a value is not below `limit`. */
export function holdBelow(values: Uint32Array | Int32Array, limit: number, description: string): void {
  for (const value of values) if (value < 0 || value >= limit) throw malformed(`${description} out of range`)
}
