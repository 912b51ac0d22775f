import { describe, expect, it } from 'vitest'
import type { Modeler } from '../../drawing/index.js'
import { MalformedRecordError } from '../../records/malformed-record-error.js'
import type { DwgRelease } from '../release.js'
import type { ObjectWriter } from '../testing/object-writer.js'
import { readWritten } from '../testing/read-written.js'
import { releases } from '../testing/write-drawing.js'

const before2013 = releases.filter((release) => release < 2013)
const [textForm, binaryForm] = [1, 2]
const [solid, region, body] = [38, 37, 39]

function read(release: DwgRelease, write: (writer: ObjectWriter) => void, kind = solid): Modeler {
  const { entity } = readWritten(release, { kind, write })
  if (entity.kind !== 'modeler') throw new TypeError(entity.kind)
  return entity
}

const toText = ({ acis }: Modeler): string | null => acis && Buffer.from(acis).toString('latin1')

function writeBinaryShape({ data }: ObjectWriter, content: string): void {
  data.writeBit(0).writeBit(1).writeShort(binaryForm)
  for (const byte of Buffer.from(content, 'latin1')) data.writeByte(byte)
}

/** Writes wires of two points each, the second one with a transform. */
function writeWires({ data }: ObjectWriter): void {
  data.writeBit(1).writeBit(1).writeDoubles(9, 9, 9).writeLong(4).writeBit(1).writeLong(2)
  for (const hasTransform of [false, true]) {
    data.writeByte(0).writeLong(1).writeShort(7).writeLong(0).writeLong(2).writeDoubles(0, 0, 0, 1, 2, 3)
    data.writeFlag(hasTransform)
    if (hasTransform) data.writeDoubles(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1).writeBit(0).writeBit(0).writeBit(0)
  }
}

const wires = [
  [
    [0, 0, 0],
    [1, 2, 3],
  ],
  [
    [0, 0, 0],
    [1, 2, 3],
  ],
]

describe.each(before2013)('body of release %i', (release) => {
  it.each([region, solid, body])('is nothing where the entity of the kind %i is empty', (kind) => {
    const writeEmpty = ({ data }: ObjectWriter): unknown => data.writeBit(1).writeBit(0)
    expect(read(release, writeEmpty, kind)).toMatchObject({ acis: null, wires: [] })
  })

  it('has a text in several blocks, and wires', () => {
    const parts = ['400 1 1 0 \n', 'body $-1\n']
    const entity = read(release, (writer) => {
      const { data } = writer
      data.writeBit(0).writeBit(1).writeShort(textForm)
      for (const part of parts) {
        data.writeLong(part.length)
        for (const code of Buffer.from(part)) data.writeByte(code < 0x21 || code > 0x7e ? code : 0x9f - code)
      }
      data.writeLong(0)
      writeWires(writer)
    })
    expect(toText(entity)).toBe(parts.join(''))
    expect(entity.wires).toEqual(wires)
  })

  it.each([
    'End-of-ACIS-data',
    'End-of-ASM-data',
    '\u0003End\u000e\u0002of\u000e\u0004ACIS\r\u0004data',
    '\u0003End\u000e\u0002of\u000e\u0003ASM\r\u0004data',
  ])('has binary data up to the end mark %j, and wires', (mark) => {
    const shape = `ACIS BinaryFile 8 and records ${mark}`
    const entity = read(release, (writer) => {
      writeBinaryShape(writer, shape)
      writeWires(writer)
    })
    expect(toText(entity)).toBe(shape)
    expect(entity.wires).toEqual(wires)
  })

  it('has all of its binary data, and no wires, without an end mark', () => {
    const entity = read(release, (writer) => writeBinaryShape(writer, 'ACIS BinaryFile 8'))
    expect(toText(entity)).toBe('ACIS BinaryFile 8')
    expect(entity.wires).toEqual([])
  })

  it('is rejected in an unknown form', () => {
    const writeUnknown = ({ data }: ObjectWriter): unknown => data.writeBit(0).writeBit(1).writeShort(3)
    expect(() => read(release, writeUnknown)).toThrow(MalformedRecordError)
  })
})
