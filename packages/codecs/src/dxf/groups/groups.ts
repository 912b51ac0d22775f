import type { Vector } from '@kamar/core/math'
import type { Point2 } from '../../drawing/index.js'
import { resolveCarets } from './text-encoding.js'

/** Code of the name of a subclass, which begins a part of a record. */
const markerCode = 100
const [secondAxis, thirdAxis] = [10, 20]
/** Elevation of all points without a height: up to release 10 it is stated once for an entity. */
const elevationCode = 38
/** Codes of a text in parts: those before the last one have code 3. */
const [lastPart, furtherPart] = [1, 3]
const normalCode = 210
const radiansPerDegree = Math.PI / 180

const origin: Vector = [0, 0, 0]
/** Extrusion direction where none is stated. */
export const zAxis: Vector = [0, 0, 1]

/** The groups of a record by their positions: codes, and values that are read when they are asked for. */
export interface GroupValues {
  readonly codes: Int32Array
  toNumber(at: number): number
  toText(at: number): string
  toRawText(at: number): string
  toHandle(at: number): number
  toBytes(at: number): Uint8Array
}

/** A range of the groups of a record: all of it, or the part of a subclass. Values are read by their codes. */
export class Groups {
  readonly from: number
  readonly to: number
  readonly #table: GroupValues

  constructor(table: GroupValues, from: number, to: number) {
    this.#table = table
    this.from = from
    this.to = to
  }

  /** Returns the position of the first group of a code; -1 without one. */
  find(code: number, from = this.from): number {
    const { codes } = this.#table
    for (let at = from; at < this.to; at++) if (codes[at] === code) return at
    return -1
  }

  /** Returns the part of a subclass; the groups themselves if they state no subclasses, an empty part if not this one. */
  getPart(...markers: readonly string[]): Groups {
    let hasMarkers = false
    for (let at = this.find(markerCode); at >= 0; at = this.find(markerCode, at + 1)) {
      hasMarkers = true
      if (!markers.includes(this.textAt(at))) continue
      const next = this.find(markerCode, at + 1)
      return new Groups(this.#table, at + 1, next < 0 ? this.to : next)
    }
    return hasMarkers ? new Groups(this.#table, this.to, this.to) : this
  }

  /** Returns the groups before a position. */
  before(position: number): Groups {
    return new Groups(this.#table, this.from, Math.min(position, this.to))
  }

  /** Returns the groups from a position on. */
  after(position: number): Groups {
    return new Groups(this.#table, Math.max(position, this.from), this.to)
  }

  codeAt(at: number): number {
    return this.#table.codes[at]
  }

  numberAt(at: number): number {
    return this.#table.toNumber(at)
  }

  /** Returns an integer; 0 for other values. */
  integerAt(at: number): number {
    return Math.trunc(this.#table.toNumber(at)) || 0
  }

  textAt(at: number): string {
    return this.#table.toText(at)
  }

  handleAt(at: number): number {
    return this.#table.toHandle(at)
  }

  bytesAt(at: number): Uint8Array {
    return this.#table.toBytes(at)
  }

  /** Returns a text of characters of one byte each, with control characters resolved. */
  rawTextAt(at: number): string {
    return resolveCarets(this.#table.toRawText(at))
  }

  has(code: number): boolean {
    return this.find(code) >= 0
  }

  readNumber(code: number, missing = 0): number {
    const at = this.find(code)
    return at < 0 ? missing : this.numberAt(at)
  }

  readInteger(code: number, missing = 0): number {
    const at = this.find(code)
    return at < 0 ? missing : this.integerAt(at)
  }

  /** Reads an angle in degrees. Returns radians. */
  readAngle(code: number): number {
    return this.readNumber(code) * radiansPerDegree
  }

  readText(code: number): string {
    const at = this.find(code)
    return at < 0 ? '' : this.textAt(at)
  }

  readHandle(code: number): number {
    const at = this.find(code)
    return at < 0 ? 0 : this.handleAt(at)
  }

  /** Reads a text that continues over several groups. */
  readLongText(): string {
    let text = ''
    for (let at = this.from; at < this.to; at++) {
      const code = this.codeAt(at)
      if (code === lastPart || code === furtherPart) text += this.textAt(at)
      if (code === lastPart) return text
    }
    return text
  }

  /** Reads a point; where no height is stated it is the elevation of the entity. */
  readPoint(code: number, missing = origin): Vector {
    const at = this.find(code)
    if (at < 0) return missing
    const [x, y] = this.readPoint2(code)
    const zAt = this.find(code + thirdAxis, at)
    return [x, y, zAt < 0 ? this.readNumber(elevationCode) : this.numberAt(zAt)]
  }

  readPoint2(code: number, missing: Point2 = [0, 0]): Point2 {
    const at = this.find(code)
    if (at < 0) return missing
    const yAt = this.find(code + secondAxis, at)
    return [this.numberAt(at), yAt < 0 ? 0 : this.numberAt(yAt)]
  }

  /** Reads an extrusion direction. */
  readNormal(): Vector {
    return this.readPoint(normalCode, zAxis)
  }

  /** Returns the point whose coordinates follow one another from a position on. */
  pointAt(at: number): Vector {
    const code = this.codeAt(at)
    const hasY = at + 1 < this.to && this.codeAt(at + 1) === code + secondAxis
    const zAt = hasY ? at + 2 : at + 1
    const hasZ = zAt < this.to && this.codeAt(zAt) === code + thirdAxis
    return [this.numberAt(at), hasY ? this.numberAt(at + 1) : 0, hasZ ? this.numberAt(zAt) : 0]
  }

  /** Reads all numbers of a code. */
  listNumbers(code: number): number[] {
    const numbers: number[] = []
    for (let at = this.from; at < this.to; at++) if (this.codeAt(at) === code) numbers.push(this.numberAt(at))
    return numbers
  }

  /** Reads all points of a code, whose coordinates follow one another. */
  listPoints(code: number): Vector[] {
    const points: Vector[] = []
    for (let at = this.from; at < this.to; at++) if (this.codeAt(at) === code) points.push(this.pointAt(at))
    return points
  }

  /** Joins groups of binary data of a code, from a position on, up to a group of another code. */
  joinBytes(code: number, from: number): Uint8Array {
    const chunks: Uint8Array[] = []
    for (let at = from; at < this.to && this.codeAt(at) === code; at++) chunks.push(this.bytesAt(at))
    return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
  }
}
