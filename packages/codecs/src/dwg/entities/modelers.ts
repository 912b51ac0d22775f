import type { Vector } from '@kamar/core/math'
import { extendEntity, type EntityCommon, type Modeler } from '../../drawing/index.js'
import { MalformedRecordError } from '../../records/malformed-record-error.js'
import type { ObjectReader } from '../bits/object-reader.js'
import { readPoints } from './leaders.js'

const [textForm, binaryForm] = [1, 2]
/** Last bytes of SAB data: the words of the end mark with their tags, or the mark as one text. */
const endMarks = [
  '\u0003End\u000e\u0002of\u000e\u0004ACIS\r\u0004data',
  '\u0003End\u000e\u0002of\u000e\u0003ASM\r\u0004data',
  'End-of-ACIS-data',
  'End-of-ASM-data',
]

/**
 * Reads a body, region or surface. Since 2013 its shape is in the data storage of the drawing. Construction data that
 * follows the shape is not read.
 */
export function readModeler(reader: ObjectReader, common: EntityCommon): Modeler {
  const isDamaged = !reader.hasChecksum
  if (reader.release >= 2013) return extendEntity(common, { kind: 'modeler', acis: null, isDamaged, wires: [] })
  const isEmpty = reader.readFlag()
  const acis = isEmpty ? null : readShape(reader)
  const wires = acis !== null && acis.form === binaryForm && acis.end === null ? [] : readWires(reader)
  return extendEntity(common, { kind: 'modeler', acis: acis?.bytes ?? null, isDamaged, wires })
}

interface Shape {
  readonly form: number
  readonly bytes: Uint8Array
  /** Null if the end of the data was not found, so that nothing after it can be read. */
  readonly end: number | null
}

function readShape(reader: ObjectReader): Shape {
  reader.readBit()
  const form = reader.readShort()
  if (form === textForm) return { form, bytes: readTextShape(reader), end: reader.position }
  if (form !== binaryForm) throw new MalformedRecordError(`shape of form ${form}`, reader.position)
  const { position } = reader
  const rest = reader.readBytes(reader.bytesLeft)
  const length = findEndOfShape(rest)
  if (length === null) return { form, bytes: rest, end: null }
  reader.position = position + length * 8
  return { form, bytes: rest.slice(0, length), end: reader.position }
}

const [firstCoded, lastCoded, mirror] = [0x21, 0x7e, 0x9f]

/** Reads SAT text in blocks, of which each character is mirrored. */
function readTextShape(reader: ObjectReader): Uint8Array {
  const blocks: Uint8Array[] = []
  for (let length = reader.readLong(); length !== 0; length = reader.readLong())
    blocks.push(reader.readBytes(length).map((byte) => (byte < firstCoded || byte > lastCoded ? byte : mirror - byte)))
  const bytes = new Uint8Array(blocks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const block of blocks) {
    bytes.set(block, at)
    at += block.length
  }
  return bytes
}

/** Returns the length of SAB data, whose end only its last record states; null if that is missing. */
function findEndOfShape(bytes: Uint8Array): number | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const mark of endMarks) {
    const at = buffer.indexOf(mark, 0, 'latin1')
    if (at >= 0) return at + mark.length
  }
  return null
}

function readWires(reader: ObjectReader): readonly (readonly Vector[])[] {
  if (!reader.readFlag()) return []
  if (reader.readFlag()) reader.readPoint()
  reader.readLong()
  if (!reader.readFlag()) return []
  return Array.from({ length: reader.readCount(16) }, () => readWire(reader))
}

function readWire(reader: ObjectReader): readonly Vector[] {
  reader.readByte()
  reader.readLong()
  reader.readShort()
  reader.readLong()
  const points = readPoints(reader)
  if (reader.readFlag()) {
    for (let left = 4; left > 0; left--) reader.readPoint()
    reader.readDouble()
    for (let left = 3; left > 0; left--) reader.readBit()
  }
  return points
}
