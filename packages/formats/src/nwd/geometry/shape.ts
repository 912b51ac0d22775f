import { ByteCursor } from '../container/byte-cursor.js'
import type { RecordForm } from '../container/form.js'
import { firstForm, MalformedRecordError } from '@kamar/codecs/records'
import { axisNormals, maxValues, readByteCode } from './byte-code.js'
import { readPackedNumbers } from './packed-numbers.js'

/** A shape as stored in the file, in its own unit. */
export interface Shape {
  readonly kind: 'triangles' | 'lines' | 'points'
  /** x, y, z per vertex. */
  readonly positions: Float32Array
  /** x, y, z per vertex, or null. */
  readonly normals: Float32Array | null
  /** Vertex counts of consecutive strips or lines; empty for points. */
  readonly lengths: ArrayLike<number>
  /** Vertex indices of the strips; null: they are consecutive. */
  readonly indices: Int32Array | null
}

const classes = { coordinates: 60, textureCoordinates: 61, normals: 100 }
const kinds: Readonly<Record<number, Shape['kind']>> = { 94: 'triangles', 95: 'lines', 96: 'points' }
/** Tolerance of a normal's length, for numbers truncated to 8 bits, with a margin. */
const directionTolerance = 0.1

/** A form of the record, and the bits per number of a normal: the file does not state them explicitly. */
interface ShapeForm {
  readonly form: RecordForm
  readonly bits: number
}

/**
 * Reader of the shapes of a file, which tries the possible forms of its records, beginning with the last one that
 * fitted.
 */
export class ShapeReader {
  #forms: readonly ShapeForm[]

  constructor(forms: readonly RecordForm[]) {
    const distinctForms = [true, false].flatMap((isPacked) =>
      forms.filter((form) => form.isPacked === isPacked).slice(0, 1),
    )
    this.#forms = distinctForms.flatMap((form) => (form.isPacked ? [16, 8] : [16]).map((bits) => ({ form, bits })))
  }

  /** Reads a shape; null where the record has no known form. */
  read(record: Uint8Array): Shape | null {
    return firstForm(this.#forms, (candidate) => {
      const shape = readShape(record, candidate)
      if (candidate !== this.#forms[0] && shape.normals !== null) {
        this.#forms = [candidate, ...this.#forms.filter((form) => form !== candidate)]
      }
      return shape
    })
  }
}

function readShape(record: Uint8Array, { form, bits }: ShapeForm): Shape {
  const bytes = new ByteCursor(record)
  bytes.u32()
  const kind = kinds[bytes.u32()]
  if (kind === undefined) throw new MalformedRecordError('class', 4)
  if (!opens(bytes, classes.coordinates)) throw new MalformedRecordError('no coordinates', bytes.at)
  const positions = readCoordinates(bytes, form, 3)
  if (opens(bytes, classes.textureCoordinates)) readCoordinates(bytes, form, 2)
  const normals = opens(bytes, classes.normals) ? readNormals(bytes, bits) : null
  // Vertex colours would follow here; none were observed.
  bytes.expect(0)
  const rows = readRows(bytes, form, kind)
  bytes.expectEnd()
  return checkConsistency({ kind, positions, normals, ...rows })
}

/** Returns whether an object of this class begins here; 0 for none. */
function opens(bytes: ByteCursor, classId: number): boolean {
  if (bytes.u32() === 0) return false
  bytes.expect(classId)
  return true
}

function readCoordinates(bytes: ByteCursor, { isPacked }: RecordForm, axes: number): Float32Array {
  const count = bytes.u32()
  if (!isPacked) return bytes.floats(count * axes)
  const storedCount = bytes.u32()
  const values = bytes.floats(storedCount)
  if (storedCount === count * axes) return values
  if (count > maxValues) throw new MalformedRecordError('coordinates', bytes.at)
  const row = readByteCode(bytes, { count, unique: storedCount / axes })
  const all = new Float32Array(count * axes)
  for (let at = 0; at < count; at++) {
    for (let axis = 0; axis < axes; axis++) all[at * axes + axis] = values[row[at] * axes + axis]
  }
  return all
}

function readNormals(bytes: ByteCursor, bits: number): Float32Array {
  const signedCount = bytes.i32()
  if (signedCount >= 0) {
    if (signedCount * 6 > bytes.left) throw new MalformedRecordError('normals', bytes.at)
    const values = Float32Array.from({ length: signedCount * 3 }, () => bytes.i16() / 32_767)
    bytes.align(4)
    return directions(values, bytes.at)
  }
  const unique = bytes.u32()
  const table = directions(signed(readPackedNumbers(bytes, unique * 3, bits), bits), bytes.at)
  const row = readByteCode(bytes, { count: -signedCount, unique, hasAxes: true })
  const all = new Float32Array(row.length * 3)
  row.forEach((value, at) => {
    for (let axis = 0; axis < 3; axis++) {
      all[at * 3 + axis] = value < 0 ? axisNormals[-1 - value][axis] : table[value * 3 + axis]
    }
  })
  return all
}

/** Converts numbers of this bit width to fractions of the largest. */
function signed(values: Float64Array, bits: number): Float32Array {
  const largest = 2 ** (bits - 1) - 1
  return Float32Array.from(values, (value) => (value > largest ? value - 2 ** bits : value) / largest)
}

/** Checks that normals have unit or zero length, which a wrong bit width breaks. */
function directions(values: Float32Array, at: number): Float32Array {
  for (let row = 0; row < values.length; row += 3) {
    const length = Math.hypot(values[row], values[row + 1], values[row + 2])
    if (length > 0 && Math.abs(length - 1) > directionTolerance) throw new MalformedRecordError('direction', at)
  }
  return values
}

function readRows(bytes: ByteCursor, form: RecordForm, kind: Shape['kind']): Pick<Shape, 'lengths' | 'indices'> {
  const rows = bytes.u32()
  if (rows === 0) return { lengths: [], indices: null }
  const lengths = form.isPacked ? packedLengths(bytes, rows) : plainNumbers(bytes, rows)
  const indices = kind === 'lines' ? 0 : bytes.u32()
  if (indices === 0) return { lengths, indices: null }
  return { lengths, indices: form.isPacked ? readByteCode(bytes, { count: indices }) : plainNumbers(bytes, indices) }
}

function packedLengths(bytes: ByteCursor, rows: number): Float64Array {
  const bits = bytes.u32()
  bytes.expect(rows)
  return readPackedNumbers(bytes, rows, bits)
}

function plainNumbers(bytes: ByteCursor, count: number): Int32Array {
  if (count * 2 > bytes.left) throw new MalformedRecordError('numbers', bytes.at)
  const values = Int32Array.from({ length: count }, () => bytes.u16())
  bytes.align(4)
  return values
}

/** Checks that rows use all vertices, indices are valid, and there are as many normals as positions. */
function checkConsistency(shape: Shape): Shape {
  const count = shape.positions.length / 3
  const { kind, lengths, indices, normals } = shape
  let usedVertices = 0
  for (let row = 0; row < lengths.length; row++) usedVertices += lengths[row]
  const isAccepted = kind === 'points' || usedVertices === (indices?.length ?? count)
  const isLed = indices === null || indices.every((vertex) => vertex < count)
  if (!isAccepted || !isLed || (normals !== null && normals.length !== shape.positions.length)) {
    throw new MalformedRecordError('corners', 0)
  }
  return shape
}
