import { MalformedRecordError, tryParse } from '@kamar/codecs/records'
import { ByteCursor } from '../container/byte-cursor.js'
import { ObjectStream, type ObjectMemory, type ObjectReaders } from '../container/object-stream.js'
import { GrowingUint32 } from '../../kit/growing-array.js'
import { isFiniteMatrix, type Matrix, type Vector } from '@kamar/core/math'
import { materialReaders, type SourceMaterial } from './material.js'
import { quaternionMatrix, translationMatrix } from './placement.js'

/** Statements of the file about a shape, which the shape itself must match. */
export interface ShapeLink {
  /** Number of the shape, from 1. */
  readonly shape: number
  /** Min x y z, max x y z, in the shape's own frame. */
  readonly box: Float32Array
  /** Origin of the frame when there is no transform. */
  readonly origin: Vector
}

/** An instance of a shape. */
export interface Fragment {
  readonly kind: 'triangles' | 'lines' | 'points'
  /** Triangles, segments or points. */
  readonly count: number
  /** Index of its element, counted through the tree from 0, the model itself. */
  readonly path: number
  readonly matrix: Matrix
  readonly sourceMaterial: SourceMaterial | null
  readonly link: ShapeLink
}

/** The shape instances of a model. */
export interface Fragments {
  readonly fragments: FragmentTable
  /** Number stated in the file. */
  readonly declaredCount: number
}

/** Number of shape instances of a model beyond which they are read again instead of stored. */
const maxStoredFragments = 100_000

/** Shape instances; many of them by their positions in the record: a model may have millions. */
export class FragmentTable implements Iterable<Fragment> {
  readonly #stream: ObjectStream
  readonly #stored: Fragment[] | null
  readonly #offsets = new GrowingUint32()
  readonly #shapes = new GrowingUint32()
  readonly #paths = new GrowingUint32()

  constructor(stream: ObjectStream, memory: ObjectMemory) {
    this.#stream = stream
    this.#stored = memory === 'values' ? [] : null
  }

  get length(): number {
    return this.#offsets.length
  }

  add(offset: number, fragment: Fragment): void {
    const { link, path } = fragment
    this.#stored?.push(fragment)
    this.#offsets.push(offset)
    this.#shapes.push(link.shape)
    this.#paths.push(path)
  }

  /** Returns the number of the shape of an instance. */
  shapeOf(row: number): number {
    return this.#shapes.at(row)
  }

  /** Returns the index of the element of an instance. */
  pathOf(row: number): number {
    return this.#paths.at(row)
  }

  /** Reads an instance. */
  get(row: number): Fragment {
    if (this.#stored !== null) return this.#stored[row]
    const offset = this.#offsets.at(row)
    const fragment = this.#stream.objectAt(offset, fragmentReaders)
    if (fragment === null) throw new MalformedRecordError('no fragment', offset)
    return fragment
  }

  *[Symbol.iterator](): Generator<Fragment> {
    for (let row = 0; row < this.length; row++) yield this.get(row)
  }
}

const kinds: Readonly<Record<number, Fragment['kind']>> = { 4: 'triangles', 8: 'lines', 16: 'points' }
/** Flag of cylinders that are also stored as dimensions. */
const hasMeasures = 1
const fragmentClass = 13

const transformReaders: ObjectReaders<Matrix> = {
  14: (stream) => finite(translationMatrix(stream.doubles(3))),
  15: (stream) => finite(quaternionMatrix(stream.doubles(7), 1)),
  16: (stream) => {
    const values = stream.doubles(8)
    return finite(quaternionMatrix(values, values[7]))
  },
}

function finite(matrix: Matrix): Matrix {
  if (!isFiniteMatrix(matrix)) throw new MalformedRecordError('place', 0)
  return matrix
}

const linkReaders: ObjectReaders<ShapeLink> = {
  93: (stream) => {
    const box = stream.floats(6)
    const [x, y, z] = stream.doubles(3)
    stream.f32()
    stream.u32()
    const isOrdered = [0, 1, 2].every((axis) => box[axis] <= box[axis + 3])
    if (!isOrdered || ![...box, x, y, z].every(Number.isFinite)) throw new MalformedRecordError('box', stream.at)
    return { box, origin: [x, y, z], shape: stream.u32() }
  },
}

const fragmentReaders: ObjectReaders<Fragment> = {
  [fragmentClass]: (stream) => {
    stream.f64()
    const count = stream.u32()
    const kind = kinds[stream.u32() & ~hasMeasures]
    if (kind === undefined) throw new MalformedRecordError('kind', stream.at)
    stream.u32()
    const path = stream.u32()
    const transform = stream.object(transformReaders)
    const sourceMaterial = stream.object(materialReaders)
    const link = stream.required(linkReaders)
    return { kind, count, path, sourceMaterial, link, matrix: transform ?? finite(translationMatrix(link.origin)) }
  },
}

/** Reads the shape instances; after an unreadable one, continues with the next readable one. */
export function parseFragments(bytes: Uint8Array, maxStored = maxStoredFragments): Fragments {
  const declaredCount = tryParse(() => new ByteCursor(bytes).u32()) ?? 0
  const memory = declaredCount > maxStored ? 'positions' : 'values'
  const stream = new ObjectStream(bytes, memory)
  tryParse(() => stream.u32())
  const fragments = new FragmentTable(stream, memory)
  while (fragments.length < declaredCount) {
    const start = stream.at
    const fragment = tryParse(() => stream.object(fragmentReaders))
    if (fragment !== null) fragments.add(start, fragment)
    else if (!findNext(stream, start)) break
  }
  return { fragments, declaredCount }
}

/** Moves to the next position where a new object number is followed by the class of shape instances. */
function findNext(stream: ObjectStream, after: number): boolean {
  const { bytes } = stream
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = after + 4; at + 8 <= bytes.length; at += 4) {
    if (view.getUint32(at + 4, true) !== fragmentClass) continue
    if (stream.continueAt(at, view.getUint32(at, true))) return true
  }
  return false
}
