import { MalformedRecordError } from '../../records/malformed-record-error.js'

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

/** Reads packed bytes and writes the output that they stand for. */
export abstract class Unpacking {
  protected readonly source: Uint8Array
  protected readonly sourceEnd: number
  protected readonly target: Uint8Array
  protected readonly end: number
  readonly #start: number
  /** Positions in the source and in the target. */
  protected read: number
  protected write: number

  constructor({ source, from, to, target, start, end }: PackedRange) {
    this.source = source
    this.sourceEnd = Math.min(to, source.length)
    this.target = target
    this.end = Math.min(end, target.length)
    this.#start = start
    this.read = from
    this.write = start
  }

  /** Copies earlier output, which may overlap with the bytes that it writes. */
  protected repeat(distance: number, length: number): void {
    if (distance > this.write - this.#start) throw new MalformedRecordError('copy from before the start', this.read)
    const { target, write } = this
    const first = write - distance
    if (distance >= length && length > shortRun) target.copyWithin(write, first, first + length)
    else for (let offset = 0; offset < length; offset++) target[write + offset] = target[first + offset]
    this.write = write + length
  }
}
