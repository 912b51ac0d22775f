import { findChunk, chunksIn, parseChunks, type Chunk } from './chunks.js'
import { MalformedRecordError, RecordCursor } from '@kamar/codecs/records'
import type { SceneObject } from './scene-objects.js'

const oldBlockClass = '8:0'
const blockClass = '82:0'
const blockHeader = 0x0009
const oldParameter = 0x0002
const parameterNumber = 0x0003
const oldFloat = 0x0100
const oldIntegers: ReadonlySet<number> = new Set([0x0101, 0x0104])
/** Bytes before the value; the longer form came with a release that stored two more numbers. */
const headerLengths: ReadonlyMap<number, number> = new Map([
  [0x000a, 11],
  [0x100e, 15],
])
const tableBit = 0x800
/** Value types that are stored as floats of the same size. */
const floatTypes: ReadonlySet<number> = new Set([0, 5, 6, 7, 11])
const integerTypes: ReadonlySet<number> = new Set([1, 4, 12, 13, 14, 15, 17, 18, 19])
const vectorLengths: ReadonlyMap<number, number> = new Map([
  [2, 3],
  [3, 3],
  [0x17, 4],
])

/** The values of a parameter block, by number. */
export interface Parameters {
  /** Index of the block among those of its object. */
  readonly block: number
  readonly floats: ReadonlyMap<number, readonly number[]>
  readonly integers: ReadonlyMap<number, readonly number[]>
}

interface Values {
  readonly floats: Map<number, readonly number[]>
  readonly integers: Map<number, readonly number[]>
}

/** Returns whether the object is a parameter block. */
export const isParameters = ({ class: { id } }: SceneObject): boolean => id === blockClass || id === oldBlockClass

/** Reads the values stored in the block; animated ones and texts are stored elsewhere. */
export function readParameters(object: SceneObject): Parameters {
  const values: Values = { floats: new Map(), integers: new Map() }
  if (object.class.id === oldBlockClass) {
    for (const chunk of object.chunks) if (chunk.id === oldParameter && chunk.isContainer) readOld(chunk, values)
    return { block: 0, ...values }
  }
  if (object.class.id !== blockClass) throw new MalformedRecordError('no parameters')
  const header = object.cursor(blockHeader)
  header.skip(4)
  const block = header.u16()
  for (const chunk of object.chunks) {
    const headerLength = headerLengths.get(chunk.id)
    if (headerLength !== undefined) readValue(chunk.bytes, headerLength, values)
  }
  return { block, ...values }
}

function readOld({ bytes }: Chunk, { floats, integers }: Values): void {
  const chunks = parseChunks(bytes)
  const number = new RecordCursor(findChunk(chunks, parameterNumber)?.bytes ?? new Uint8Array()).u32()
  for (const chunk of chunks) {
    if (chunk.bytes.length !== 4) continue
    if (chunk.id === oldFloat) floats.set(number, [new RecordCursor(chunk.bytes).f32()])
    if (oldIntegers.has(chunk.id)) integers.set(number, [new RecordCursor(chunk.bytes).i32()])
  }
}

function readValue(bytes: Uint8Array, headerLength: number, { floats, integers }: Values): void {
  const cursor = new RecordCursor(bytes)
  const number = cursor.u16()
  const type = cursor.u16()
  cursor.skip(headerLength - 4)
  const isTable = (type & tableBit) !== 0
  const plain = type & ~tableBit
  if (integerTypes.has(plain)) {
    const read = isTable ? readTable(cursor) : cursor.left === 4 ? [cursor.i32()] : null
    if (read !== null) integers.set(number, read)
    return
  }
  const length = vectorLengths.get(plain) ?? (floatTypes.has(plain) ? 1 : 0)
  if (length > 0 && !isTable && cursor.left === 4 * length) floats.set(number, [...cursor.floats(length)])
}

/** Reads the values of a table, each after a byte that states its index; null where one is out of place. */
function readTable(cursor: RecordCursor): readonly number[] | null {
  if (cursor.left < 4) return null
  const count = cursor.u32()
  if (cursor.left !== 5 * count) return null
  return Array.from({ length: count }, () => {
    cursor.skip(1)
    return cursor.i32()
  })
}

/** Returns the asset id of the file that a bitmap shows; '' without one. */
export function readAssetId({ chunks }: SceneObject): string {
  const inBitmap = chunksIn(chunksIn(chunks, 0x0003), 0x1260)
  const identity = findChunk(chunksIn(chunks, 0x000f), 2) ?? findChunk(inBitmap, 2)
  return Buffer.from(identity?.bytes ?? []).toString('hex')
}
