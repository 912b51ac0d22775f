import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { classes, narrowClasses } from '../fixtures/classes.js'
import { Bytes } from '../fixtures/bytes.js'
import { house } from '../fixtures/house.js'
import { member, encodePartition, withPages } from '../fixtures/project-writer.js'
import { storedByAddIn, writeRecord, type WrittenRecord } from '../fixtures/record-writer.js'
import { SchemaWriter } from '../fixtures/schema-writer.js'
import { parseSchema } from './class-schema.js'
import { MalformedRecordError } from '@kamar/codecs/records'
import { inflateMember } from './inflate-member.js'
import { cutPages } from './pages.js'
import { channel, inflateGroup, listGroups } from './partition.js'
import { readRecord } from './read-record.js'
import { readId, toVector } from './record-object.js'
import { parseRecords } from './records.js'

const random = seededRandom(71)
const noise = (length: number): Uint8Array => Uint8Array.from({ length }, () => Math.floor(random() * 256))
const schemaWriter = new SchemaWriter(classes)
const schema = parseSchema(schemaWriter.bytes)
const budget = (left = 1e8) => ({ left })
const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

describe('RVT page trailers', () => {
  it.each([0, 1, 353, 64_896, 65_248, 65_249, 200_000])('are removed from a stream of %d bytes', (length) => {
    const bytes = noise(length)
    expect(same(cutPages(withPages(bytes)), bytes)).toBe(true)
  })
})

describe('RVT gzip member', () => {
  const bytes = noise(5000)

  it('inflates without a trailer after it', () => {
    const left = budget(5000)
    expect(same(inflateMember(member(bytes), left), bytes)).toBe(true)
    expect(left.left).toBe(0)
  })

  it('skips extra fields, name, comment and checksum in its header', () => {
    const plain = member(bytes)
    const header = new Bytes()
      .raw(plain.slice(0, 3))
      .byte(4 + 8 + 16 + 2)
      .raw(plain.slice(4, 10))
    const full = header.word(2).word(7).latin('a\0').latin('b\0').word(9).raw(plain.slice(10)).all
    expect(same(inflateMember(full, budget()), bytes)).toBe(true)
  })

  it('exceeds the inflation limit with too much data', () => {
    expect(() => inflateMember(member(new Uint8Array(1e6)), budget(1e5))).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ code: 'limit-exceeded' }) }),
    )
  })

  it.each([
    ['empty data', new Uint8Array()],
    ['random bytes', noise(100)],
    ['an unterminated file name', Uint8Array.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 0, 65])],
    ['a block of an invalid type', Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff])],
  ])('rejects %s as malformed', (_, damaged) => {
    expect(() => inflateMember(damaged, budget())).toThrow(MalformedRecordError)
  })
})

describe('RVT class schema', () => {
  it('contains every class with its inherited fields', () => {
    expect(schema.classCount).toBe(Object.keys(classes).length)
    const wall = schema.tagOf('SWall') ?? 0
    expect(schema.classOf(wall)?.name).toBe('SWall')
    expect(schema.isKind(wall, 'Element')).toBe(true)
    expect(schema.isKind(wall, 'Symbol')).toBe(false)
    expect(schema.storedClass(wall).fields.map(({ key }) => key)).toEqual([
      ...Object.keys(classes['Element']?.fields ?? {}),
      'm_WallAttributesId',
    ])
  })

  it('states the size of element ids', () => {
    expect(schema.idBytes).toBe(8)
    expect(parseSchema(new SchemaWriter(narrowClasses).bytes).idBytes).toBe(4)
  })

  it('has no hashes after its fields up to 2013', () => {
    expect(parseSchema(new SchemaWriter(classes, false).bytes).classCount).toBe(schema.classCount)
  })

  it('is rejected when a byte is missing or surplus', () => {
    const { bytes } = schemaWriter
    for (const damaged of [bytes.slice(0, -1), bytes.slice(1), Uint8Array.from([...bytes, 0]), noise(4000)]) {
      expect(() => parseSchema(damaged)).toThrow(Error)
    }
  })

  it('rejects the fields of a class that inherits from itself', () => {
    const circle = new Bytes().word(0).word(1).latin('A').word(12).long(1).long(0).long(0).raw(new Uint8Array(8)).all
    expect(() => parseSchema(circle).storedClass(12).fields).toThrow(MalformedRecordError)
  })

  it('rejects classes nested beyond the depth limit', () => {
    const deep = new Bytes()
    for (let index = 0; index < 1000; index++)
      deep
        .word(0)
        .word(1)
        .latin('A')
        .word((13 + index) | 0x8000)
    expect(() => parseSchema(deep.all)).toThrow(MalformedRecordError)
  })
})

describe('RVT partition', () => {
  const bytes = encodePartition(house, schemaWriter)

  it('lists record groups, those of loaded families apart', () => {
    const groups = listGroups(bytes, schema)
    const counted = (isOfFamily: boolean): number[] =>
      [channel.headers, channel.elements, channel.graphics].map((one) =>
        groups
          .filter((group) => group.channel === one && group.isOfFamily === isOfFamily)
          .reduce((sum, { count }) => sum + count, 0),
      )
    expect(counted(false)).toEqual([house.elements.length, house.elements.length, house.elements.length])
    expect(counted(true)).toEqual([1, 1, 1])
  })

  it('contains records that parse to their last byte', () => {
    for (const group of listGroups(bytes, schema)) {
      const records = parseRecords(inflateGroup(group, budget()), { channel: group.channel, idBytes: 8 })
      expect(records).toHaveLength(group.count)
      for (const { body } of records) expect(readRecord(body, schema).className).not.toBe('')
    }
  })

  it.each([
    ['misplaced markers', (damaged: Uint8Array) => damaged.fill(0xff, 8, 10)],
    ['a segment beyond the end of the stream', (damaged: Uint8Array) => damaged.fill(0x7f, 26, 30)],
    ['an unterminated group', (damaged: Uint8Array) => damaged.subarray(0, 300)],
  ])('rejects %s', (_, damage) => {
    expect(() => listGroups(damage(bytes.slice()), schema)).toThrow(Error)
  })

  it('rejects records with two different lengths or surplus bytes', () => {
    const record = new Bytes().long64(5).long(3).raw(noise(3)).long(3).all
    expect(parseRecords(record, { channel: 101, idBytes: 8 })).toMatchObject([{ id: 5 }])
    const other = record.slice()
    other[other.length - 1] = 1
    expect(() => parseRecords(other, { channel: 101, idBytes: 8 })).toThrow(MalformedRecordError)
    expect(() => parseRecords(Uint8Array.from([...record, 0]), { channel: 101, idBytes: 8 })).toThrow(
      MalformedRecordError,
    )
  })
})

const is = (className: string, fields: Readonly<Record<string, unknown>> = {}): WrittenRecord =>
  ({ is: className, ...fields }) as unknown as WrittenRecord

describe('RVT record', () => {
  const level = is('Level', { m_text: 'Հարկ 1', m_assocLevelId: 7, m_pSurface: is('Plane', { m_origin: [1, 2, 3] }) })
  const body = writeRecord(level, schemaWriter)

  it('resolves to an object with its pointer targets', () => {
    const root = readRecord(body, schema)
    expect(root.className).toBe('Level')
    expect(root.text('m_text')).toBe('Հարկ 1')
    expect(root.id('m_assocLevelId')).toBe(7)
    expect(root.id('m_famId')).toBe(-1)
    expect(root.target('m_pSurface')?.vector('m_origin')).toEqual([1, 2, 3])
    expect(root.target('m_pParamValueSetInt')).toBeNull()
  })

  it('is rejected when a byte is missing or surplus', () => {
    for (const damaged of [body.slice(0, -1), Uint8Array.from([...body, 0]), body.slice(0, 1), noise(60)]) {
      expect(() => readRecord(damaged, schema)).toThrow(MalformedRecordError)
    }
  })

  it('is rejected with an extensible storage error when it holds add-in data', () => {
    const stored = is('StoredByOthers', {
      m_entity: is('ESEntity', { m_blob: is(storedByAddIn, { guid: '01'.repeat(16), texts: 'a' }) }),
    })
    expect(() => readRecord(writeRecord(stored, schemaWriter), schema)).toThrow('extensible storage')
    expect(readRecord(writeRecord(is('StoredByOthers'), schemaWriter), schema).className).toBe('StoredByOthers')
  })

  it('rejects access to a field by another type', () => {
    const root = readRecord(body, schema)
    const fieldReads: readonly (() => unknown)[] = [
      () => root.number('m_text'),
      () => root.text('m_famId'),
      () => root.flag('m_text'),
      () => root.list('m_text'),
      () => root.vector('m_text'),
      () => root.part('m_text'),
      () => root.target('m_text'),
      () => root.id('m_nothing'),
    ]
    for (const readField of fieldReads) expect(readField).toThrow(MalformedRecordError)
  })

  it('rejects an array beyond its end at once', () => {
    const set = writeRecord(is('ParamValueSetInt'), schemaWriter)
    new DataView(set.buffer).setUint32(2, 0x7fffffff, true)
    expect(() => readRecord(set, schema)).toThrow('an array beyond the end')
  })

  it('reads element ids of both sizes, and vectors of three numbers only', () => {
    const narrow = new SchemaWriter(narrowClasses)
    const root = readRecord(writeRecord(level, narrow), parseSchema(narrow.bytes))
    expect(readId(root.part('m_assocLevelId'))).toBe(7)
    expect(toVector([1, 2])).toBeNull()
    expect(toVector(undefined)).toBeNull()
  })
})
