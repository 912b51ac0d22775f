import type { ByteCursor } from '../container/byte-cursor.js'
import { MalformedRecordError } from '@kamar/codecs/records'

/** Normals along x, -x, y, -y, z, -z: negative numbers in the result of `readByteCode`, counted down from -1. */
export const axisNormals: readonly (readonly [number, number, number])[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
]

/** Max vertices of one shape: real files stay below it, but a few packed bytes could state any number. */
export const maxValues = 2 ** 25

/** Description of a row in this code. */
export interface CodedRow {
  readonly count: number
  /** Number of distinct values; omitted where it is not stated. */
  readonly unique?: number
  /** Normals along the axes have their own codes. */
  readonly hasAxes?: boolean
}

/**
 * Reads the index of each row among the distinct values: a code is a run of new values, an earlier one at a distance,
 * or the last one again. Padded to four bytes.
 */
export function readByteCode(bytes: ByteCursor, { count, unique, hasAxes = false }: CodedRow): Int32Array {
  // A byte encodes at most 64 values.
  if (count > maxValues || count > (bytes.left + 1) * 64) throw new MalformedRecordError('code', bytes.at)
  const work = new RowWork(bytes, count)
  while (work.rowCount < count) work.step(hasAxes)
  if (unique !== undefined && work.next !== unique) throw new MalformedRecordError('values', bytes.at)
  bytes.align(4)
  return work.row
}

const firstCodes = { distance: 0x40, repeat: 0x80, axis: 0xd0, far: 0xe0, farthest: 0xf0 }

class RowWork {
  readonly row: Int32Array
  rowCount = 0
  next = 0
  readonly #bytes: ByteCursor

  constructor(bytes: ByteCursor, count: number) {
    this.#bytes = bytes
    this.row = new Int32Array(count)
  }

  step(hasAxes: boolean): void {
    const code = this.#bytes.u8()
    if (code < firstCodes.distance) this.#run(code + 1)
    else if (code < firstCodes.repeat) this.#copy(code - firstCodes.distance)
    else if (code < firstCodes.repeat + 0x40) this.#repeat(code - firstCodes.repeat + 1)
    else if (code >= firstCodes.far) this.#copy(this.#farDistance(code))
    else if (hasAxes && code >= firstCodes.axis && code < firstCodes.axis + axisNormals.length) {
      this.row[this.rowCount++] = -1 - (code - firstCodes.axis)
    } else throw new MalformedRecordError(`code ${code}`, this.#bytes.at)
  }

  #run(length: number): void {
    if (this.rowCount + length > this.row.length) throw new MalformedRecordError('code', this.#bytes.at)
    for (let left = length; left > 0; left--) this.row[this.rowCount++] = this.next++
  }

  #repeat(length: number): void {
    const before = this.rowCount - 1
    if (before < 0 || this.rowCount + length > this.row.length) throw new MalformedRecordError('code', this.#bytes.at)
    this.row.fill(this.row[before], this.rowCount, this.rowCount + length)
    this.rowCount += length
  }

  #copy(distance: number): void {
    if (distance < 1 || distance > this.rowCount) throw new MalformedRecordError('distance', this.#bytes.at)
    this.row[this.rowCount] = this.row[this.rowCount - distance]
    this.rowCount++
  }

  #farDistance(code: number): number {
    if (code < firstCodes.farthest) return (code - firstCodes.far) * 256 + this.#bytes.u8()
    const distance = (code - firstCodes.farthest) * 65_536 + this.#bytes.u8() * 256 + this.#bytes.u8()
    return distance === 0 ? this.rowCount : distance
  }
}
