import { NumberScanner } from '../step/step-numbers.js'
import { byte } from '../step/step-scan.js'

/** A triangulated face set as the file states it: points in the file's unit, triangles by point. */
export interface FaceSet {
  readonly points: Float64Array
  readonly indices: Uint32Array
}

/** Where a statement's attributes are. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A list of numbers that grows; kept from one face set to the next. */
class NumberList {
  values = new Float64Array(1 << 12)
  count = 0

  push(value: number): void {
    if (this.count === this.values.length) {
      const wider = new Float64Array(this.count * 2)
      wider.set(this.values)
      this.values = wider
    }
    this.values[this.count++] = value
  }
}

/**
 * Reads IfcTriangulatedFaceSet without the kernel: it is a mesh already, and read here it keeps its shared vertices (the
 * kernel repeats them per triangle) at a third of the time. `PnIndex` is minded, which the kernel leaves out.
 */
export class FaceSetReader {
  readonly #bytes: Uint8Array
  readonly #numbers: NumberScanner
  readonly #list = new NumberList()
  #position = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#numbers = new NumberScanner(bytes)
  }

  /** Null when there is no triangle whose points exist. */
  read(faceSet: ByteRange, pointList: ByteRange): FaceSet | null {
    this.#position = pointList.start
    const points = this.#readList(pointList.end)
    this.#position = faceSet.start
    // Coordinates, Normals, Closed.
    for (let skipped = 0; skipped < 3; skipped++) this.#skipAttribute(faceSet.end)
    const corners = this.#readList(faceSet.end)
    this.#skipAttribute(faceSet.end)
    const pointNumbers = this.#readFlatList(faceSet.end)
    const indices = this.#resolve(corners, pointNumbers, Math.floor(points.length / 3))
    return indices.length === 0 ? null : { points, indices }
  }

  /** Corners count from 1, through `PnIndex` where there is one; triangles with a corner that does not exist are dropped. */
  #resolve(corners: Float64Array, pointNumbers: Float64Array, pointCount: number): Uint32Array {
    const indices = new Uint32Array(corners.length - (corners.length % 3))
    const isIndirect = pointNumbers.length > 0
    let kept = 0
    for (let at = 0; at + 2 < corners.length; at += 3) {
      let valid = true
      for (let side = 0; side < 3; side++) {
        const corner = corners[at + side]
        const point = (isIndirect ? pointNumbers[corner - 1] : corner) - 1
        valid &&= point >= 0 && point < pointCount
        indices[kept + side] = point
      }
      if (valid) kept += 3
    }
    return kept === indices.length ? indices : indices.slice(0, kept)
  }

  /** All numbers up to the end of the list that starts here, nested or not. */
  #readList(limit: number): Float64Array {
    const bytes = this.#bytes
    const list = this.#list
    list.count = 0
    let depth = 0
    let at = this.#position
    while (at < limit) {
      const code = bytes[at]
      if ((code >= byte.zero && code <= byte.nine) || code === byte.minus) {
        this.#numbers.position = at
        list.push(this.#numbers.read(limit))
        at = Math.max(this.#numbers.position, at + 1)
        continue
      }
      if (code === byte.open) depth++
      else if (code === byte.close && --depth <= 0) {
        at++
        break
      } else if (code === byte.dollar && depth === 0) break
      at++
    }
    this.#position = at
    return list.values.slice(0, list.count)
  }

  /** A list without lists in it (`PnIndex`); older files have normal indices in its place, which are lists of lists. */
  #readFlatList(limit: number): Float64Array {
    let at = this.#position
    while (at < limit && this.#bytes[at] !== byte.open) {
      if (this.#bytes[at] === byte.dollar) return new Float64Array(0)
      at++
    }
    let inner = at + 1
    while (inner < limit && (this.#bytes[inner] === byte.space || this.#bytes[inner] === byte.newLine)) inner++
    if (at >= limit || this.#bytes[inner] === byte.open) return new Float64Array(0)
    this.#position = at
    return this.#readList(limit)
  }

  #skipAttribute(limit: number): void {
    let depth = 0
    for (let at = this.#position; at < limit; at++) {
      const code = this.#bytes[at]
      if (code === byte.open) depth++
      else if (code === byte.close) depth--
      else if (code === byte.comma && depth === 0) {
        this.#position = at + 1
        return
      }
    }
    this.#position = limit
  }
}
