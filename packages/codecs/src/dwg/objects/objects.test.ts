import { describe, expect, it } from 'vitest'
import type { ObjectReader } from '../bits/object-reader.js'
import { writeRecord, type RecordGroup } from '../testing/objects.js'
import { readWrittenObject } from '../testing/read-written.js'
import type { ObjectWriter } from '../testing/object-writer.js'
import { releases } from '../testing/write-drawing.js'
import { readInvertedOutline, readSpatialFilter } from './block-clip.js'
import { readDictionary, readSortTable } from './dictionary.js'
import { skipFields } from './fields.js'
import { readLayout } from './layout.js'
import { readObjectHeader } from './object-header.js'
import { readLineType, readMultilineStyle, readViewportEntry } from './table-entries.js'

describe.each(releases)('objects of release %i', (release) => {
  it('reads a DICTIONARY', () => {
    const { value, isAtEnd } = readWrittenObject(release, readDictionary, (writer) => {
      writer.data.writeLong(2)
      if (release === 14) writer.data.writeByte(0)
      if (release >= 2000) writer.data.writeShort(1).writeByte(0)
      writer.writeText('ACAD_LAYOUT').writeText('ACAD_GROUP').writeReference(0x1a).writeReference(0xd)
    })
    expect([...value]).toEqual([
      ['ACAD_LAYOUT', 0x1a],
      ['ACAD_GROUP', 0xd],
    ])
    expect(isAtEnd).toBe(true)
  })

  it('reads a SORTENTSTABLE, of which the positions are among the data', () => {
    const { value } = readWrittenObject(release, readSortTable, (writer) => {
      writer.writeReference(0x1f).data.writeLong(2).writeHandle(0, 0x60).writeHandle(0, 0x50)
      writer.writeReference(0x50).writeReference(0x60)
    })
    expect([...value]).toEqual([
      [0x50, 0x60],
      [0x60, 0x50],
    ])
  })

  it('reads an LTYPE with a text', () => {
    const read = (reader: ObjectReader, lookup: Parameters<typeof readLineType>[1]) => readLineType(reader, lookup)
    const { value, isAtEnd } = readWrittenObject(release, read, (writer) => writeLineType(writer))
    expect(value).toMatchObject({
      name: 'GAS',
      segments: [
        { length: 0.5, text: '', shapeNumber: 0, style: null },
        { length: -0.25, text: 'GAS', style: { handle: 0x11 }, offset: [-0.1, -0.05], scale: 0.2 },
      ],
    })
    expect(isAtEnd).toBe(true)
  })

  it('reads the view of a VPORT', () => {
    const { value } = readWrittenObject(release, readViewportEntry, (writer) => {
      writer.writeText('*Active').writeReferenceFlags().data.writeDoubles(10, 1.5).writeRawDoubles(1, 2)
      writer.data.writeDoubles(0, 0, 0, 1, -1, 1)
    })
    expect(value).toEqual({ name: '*Active', direction: [1, -1, 1] })
  })

  it('reads the elements of an MLINESTYLE', () => {
    const { value, isAtEnd } = readWrittenObject(release, readMultilineStyle, (writer) => {
      writer.writeText('WALL').writeText('').data.writeShort(0)
      writer.writeColor(7).data.writeDoubles(1.5, 1.5).writeByte(1).writeDouble(0.5)
      writer.writeColor(1)
      if (release >= 2018) writer.writeReference(0)
      else writer.data.writeShort(0)
    })
    expect(value).toMatchObject({ name: 'WALL', elements: [{ offset: 0.5, color: { kind: 'index', index: 1 } }] })
    expect(isAtEnd).toBe(true)
  })
})

function writeLineType(writer: ObjectWriter): void {
  const { data, release } = writer
  writer.writeText('GAS').writeReferenceFlags().writeText('').data.writeDouble(1).writeByte(65).writeByte(2)
  data.writeDouble(0.5).writeShort(0).writeRawDoubles(0, 0).writeDoubles(1, 0).writeShort(0)
  data.writeDouble(-0.25).writeShort(0).writeRawDoubles(-0.1, -0.05).writeDoubles(0.2, 0).writeShort(2)
  const width = release >= 2007 ? 2 : 1
  const bytes = new Uint8Array(256 * width)
  for (const [index, character] of [...'GAS'].entries()) bytes[index * width] = character.charCodeAt(0)
  for (const byte of bytes) data.writeByte(byte)
  writer.writeReference(0).writeReference(0).writeReference(0x11)
}

describe.each([2000, 2004, 2007, 2018] as const)('LAYOUT of release %i', (release) => {
  it('states paper, scale and its block', () => {
    const { value } = readWrittenObject(release, readLayout, (writer) => {
      const { data } = writer
      writer.writeText('').writeText('printer').data.writeShort(0).writeDoubles(7.5, 20, 7, 21, 420, 297)
      writer.writeText('A3').data.writeDoubles(1, 2).writeShort(1).writeShort(3).writeShort(5).writeDoubles(0, 0, 0, 0)
      if (release <= 2000) writer.writeText('')
      data.writeDoubles(1, 50)
      writer.writeText('').data.writeShort(16).writeDouble(1).writeDoubles(3, 4)
      if (release >= 2004) writer.writeReference(0).data.writeShort(0).writeShort(0).writeShort(0)
      if (release >= 2007) writer.writeReference(0)
      writer.writeText('Plan').data.writeLong(2).writeShort(1).writeDoubles(0, 0, 0).writeRawDoubles(0, 0, 420, 297)
      writer.writeReference(0x40)
    })
    expect(value).toMatchObject({
      name: 'Plan',
      tabOrder: 2,
      paperWidth: 420,
      paperHeight: 297,
      paperUnits: 1,
      paperRotation: 3,
      scaleNumerator: 1,
      scaleDenominator: 50,
      margins: { left: 7.5, bottom: 20, right: 7, top: 21 },
      limitsMax: [420, 297],
      blockHandle: 0x40,
    })
  })
})

describe('SPATIAL_FILTER', () => {
  it('reads an outline, and matrices by columns', () => {
    const { value, isAtEnd } = readWrittenObject(2004, readSpatialFilter, ({ data }) => {
      data.writeShort(2).writeRawDoubles(0, 0, 10, 5).writeDoubles(0, 0, 1, 0, 0, 0).writeShort(1)
      data.writeShort(0).writeShort(1).writeDouble(3)
      data.writeDoubles(1, 0, 0, 7, 0, 1, 0, 8, 0, 0, 1, 9)
      data.writeDoubles(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)
    })
    expect(value).toMatchObject({
      isOn: true,
      outline: [
        [0, 0],
        [10, 5],
      ],
      inverseInsertTransform: [1, 0, 0, 0, 1, 0, 0, 0, 1, 7, 8, 9],
    })
    expect(isAtEnd).toBe(true)
  })
})

/** A value of each range of group codes, by the bytes that it has in an XRECORD. */
const otherGroups: readonly RecordGroup[] = [
  [1, 'text'],
  ...[40, 140].map((code): RecordGroup => [code, new Uint8Array(8).fill(10)]),
  ...[60, 79, 170, 270].map((code): RecordGroup => [code, new Uint8Array(2).fill(10)]),
  [90, new Uint8Array(4).fill(10)],
  ...[280, 290].map((code): RecordGroup => [code, new Uint8Array(1).fill(10)]),
  ...[330, 360].map((code): RecordGroup => [code, new Uint8Array(8).fill(10)]),
  [300, 'text'],
]

describe.each(releases)('XRECORD of an inverted clip of release %i', (release) => {
  const read = (...groups: readonly RecordGroup[]) =>
    readWrittenObject(release, readInvertedOutline, (writer) => writeRecord(writer, groups)).value
  const mark: RecordGroup = [102, 'ACAD_INVERTEDCLIP_ROUNDTRIP']
  const points: readonly RecordGroup[] = [
    [10, [1, 2, 0]],
    [10, [3, 4, 0]],
  ]
  const outline = [
    [1, 2],
    [3, 4],
  ]

  it('states the outline behind its mark', () => {
    expect(read(mark, ...points)).toEqual(outline)
    expect(read(...points)).toEqual([])
  })

  it('states it between values of other types', () => {
    expect(read(...otherGroups, mark, ...otherGroups, ...points, [102, 'OTHER'], ...points)).toEqual(outline)
  })

  it('ends at a value of an unknown type', () => {
    expect(read(mark, points[0], [310, new Uint8Array(3)], points[1])).toEqual([[1, 2]])
  })
})

describe('skipFields', () => {
  it('skips values by their types', () => {
    const { isAtEnd } = readWrittenObject(
      2018,
      (reader) => {
        readObjectHeader(reader)
        skipFields(reader, 'B RC 2*BS BL BD 2BD 3BD 2RD T CMC H h')
      },
      (writer) => {
        writer.data.writeBit(1).writeByte(9).writeShort(7).writeShort(256).writeLong(-5)
        writer.data.writeDoubles(1, 2, 3, 4, 5, 6).writeRawDoubles(1, 2)
        writer.writeText('x').writeColor(4).writeReference(5).data.writeHandle(0, 3)
      },
    )
    expect(isAtEnd).toBe(true)
  })
})
