import { malformed } from './container-layout.js'
import { releaseArrays } from './release-arrays.js'

/**
 * Encodes unsigned 32-bit numbers as 7-bit groups, low group first: small numbers take one byte, which brotli then
 * models.
 */
export function encodeVarints(values: ArrayLike<number>): Uint8Array {
  const out = new Uint8Array(values.length * 5)
  let length = 0
  for (let index = 0; index < values.length; index++) {
    let value = values[index] >>> 0
    while (value > 127) {
      out[length++] = (value & 127) | 128
      value >>>= 7
    }
    out[length++] = value
  }
  return out.slice(0, length)
}

/** Decodes exactly `count` numbers that fill `bytes` exactly; throws `RangeError` otherwise. */
export function decodeVarints(bytes: Uint8Array, count: number): Uint32Array {
  if (count > bytes.length) throw malformed('fewer numbers than promised')
  const out = new Uint32Array(count)
  let offset = 0
  for (let index = 0; index < count; index++) {
    let value = 0
    let shift = 0
    let byte = 128
    while (byte > 127) {
      if (offset >= bytes.length || shift > 28) throw malformed('a number runs past its end')
      byte = bytes[offset++]
      value |= (byte & 127) << shift
      shift += 7
    }
    out[index] = value >>> 0
  }
  if (offset !== bytes.length) throw malformed('more numbers than promised')
  return out
}

/** Maps signed to unsigned so that small magnitudes stay small: 0, -1, 1, -2 … become 0, 1, 2, 3 … */
export const zigzag = (value: number): number => ((value << 1) ^ (value >> 31)) >>> 0

/** Reverses `zigzag`. */
export const unzigzag = (value: number): number => (value >>> 1) ^ -(value & 1)

/** Encodes differences between neighbours, for columns that rise or repeat. */
export function encodeDeltas(values: ArrayLike<number>): Uint8Array {
  const deltas = new Uint32Array(values.length)
  let previous = 0
  for (let index = 0; index < values.length; index++) {
    deltas[index] = zigzag((values[index] - previous) | 0)
    previous = values[index]
  }
  return encodeVarints(deltas)
}

/** Reverses `encodeDeltas`; returns signed 32-bit numbers. */
export function decodeDeltas(bytes: Uint8Array, count: number): Int32Array {
  const deltas = decodeVarints(bytes, count)
  const out = new Int32Array(count)
  let previous = 0
  for (let index = 0; index < count; index++) {
    previous = (previous + unzigzag(deltas[index])) | 0
    out[index] = previous
  }
  releaseArrays(deltas)
  return out
}
