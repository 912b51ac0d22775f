/** Packed bytes and the range of the output that they fill. */
export interface PackedRange {
  readonly source: Uint8Array
  /** First and last (exclusive) byte in the source. */
  readonly from: number
  readonly to: number
  readonly target: Uint8Array
  /** First and last (exclusive) byte in the target; copies never reach before the first. */
  readonly start: number
  readonly end: number
}

/** Shorter runs are copied byte by byte, which is faster than a call. */
export const shortRun = 24

/** Copies earlier output of an LZ compression, which may overlap with the bytes that it writes. */
export function repeatBytes(target: Uint8Array, { at, distance, length }: BackReference): void {
  const first = at - distance
  if (distance >= length && length > shortRun) target.copyWithin(at, first, first + length)
  else for (let offset = 0; offset < length; offset++) target[at + offset] = target[first + offset]
}

interface BackReference {
  readonly at: number
  /** Distance back from `at`. */
  readonly distance: number
  readonly length: number
}
