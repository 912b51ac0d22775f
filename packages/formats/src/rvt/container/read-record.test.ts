import { describe, expect, it } from 'vitest'
import { Bytes } from '../fixtures/bytes.js'
import { is } from '../fixtures/house.js'
import { storedByAddIn, writeRecord, type WrittenRecord } from '../fixtures/record-writer.js'
import { SchemaWriter, type WrittenClasses } from '../fixtures/schema-writer.js'
import { parseSchema } from './class-schema.js'
import { readEntityCatalogue, type EntityField } from './entity-catalogue.js'
import { MalformedRecordError } from '@kamar/codecs/records'
import { readObjects, readRecord, rootTag } from './read-record.js'
import { toVector, type RecordObject } from './record-object.js'

const classes: WrittenClasses = {
  Leaf: { fields: { m_number: 'integer' } },
  Holder: { fields: { m_first: 'owned', m_second: 'owned', m_back: { weak: 0 } } },
  List: { fields: { m_all: 'ownedList' } },
  Empty: {},
  Empties: { fields: { m_all: { parts: 'Empty' } } },
  Scalars: {
    fields: {
      m_flag: 'boolean',
      m_byte: 'byte',
      m_integer: 'integer',
      m_unsigned: 'unsigned',
      m_single: 'single',
      m_double: 'double',
      m_long: 'long',
      m_guid: 'guid',
      m_text: 'text',
    },
  },
  Nested: { fields: { m_leaf: { part: 'Leaf' }, m_leaves: { parts: 'Leaf' }, m_two: { parts: 'Leaf', count: 2 } } },
  Rows: { fields: { m_pairs: { rows: 0, of: 2 }, m_axes: { rows: 3, of: 3 }, m_vector: 'vector' } },
  ESEntity: { fields: { m_blob: 'blob' } },
}
const schemaWriter = new SchemaWriter(classes)
const schema = parseSchema(schemaWriter.bytes)
const tag = (name: string): number => schemaWriter.tags.get(name) ?? 0
const encodeRecord = (object: WrittenRecord): Uint8Array => writeRecord(object, schemaWriter)
const read = (object: WrittenRecord): RecordObject => readRecord(encodeRecord(object), schema)
const leaf = (m_number: number): WrittenRecord => is('Leaf', { m_number })

describe('RVT scalar fields', () => {
  it.each([
    ['least', { m_flag: false, m_byte: 0, m_integer: -(2 ** 31), m_unsigned: 0, m_single: -0.5, m_double: 5e-324 }],
    ['greatest', { m_flag: true, m_byte: 255, m_integer: 2 ** 31 - 1, m_unsigned: 2 ** 32 - 1, m_double: 1.7e308 }],
  ])('are read at their %s values', (_, fields) => {
    const root = read(is('Scalars', fields))
    for (const [name, value] of Object.entries(fields)) expect([name, root.get(name)]).toEqual([name, value])
  })

  it('hold 64-bit integers up to the largest safe integer', () => {
    for (const m_long of [-1, 2 ** 40, Number.MAX_SAFE_INTEGER]) {
      expect(read(is('Scalars', { m_long })).number('m_long')).toBe(m_long)
    }
  })

  it('may be infinite or NaN', () => {
    expect(read(is('Scalars', { m_double: Infinity })).number('m_double')).toBe(Infinity)
    expect(read(is('Scalars', { m_double: Number.NaN })).number('m_double')).toBeNaN()
  })

  it('read texts in any script', () => {
    for (const m_text of ['', 'Wall', 'Պատ', 'Стена', '𝄞 clef']) {
      expect(read(is('Scalars', { m_text })).text('m_text')).toBe(m_text)
    }
  })

  it('read a GUID as its bytes', () => {
    const m_guid = '00112233445566778899aabbccddeeff'
    expect(read(is('Scalars', { m_guid })).text('m_guid')).toBe(m_guid)
  })

  it('reject a boolean that is neither 0 nor 1', () => {
    expect(() => readRecord(encodeRecord(is('Scalars')).with(2, 2), schema)).toThrow('neither true nor false')
  })
})

describe('RVT list fields', () => {
  it('hold embedded objects', () => {
    const root = read(is('Nested', { m_leaf: leaf(1), m_leaves: [leaf(2), leaf(3)], m_two: [leaf(4), leaf(5)] }))
    expect(root.part('m_leaf').number('m_number')).toBe(1)
    expect(root.parts('m_leaves').map((one) => one.number('m_number'))).toEqual([2, 3])
    expect(root.parts('m_two').map((one) => one.number('m_number'))).toEqual([4, 5])
  })

  it('hold rows of numbers', () => {
    const axes = [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]
    const root = read(is('Rows', { m_pairs: [[1, 2]], m_axes: axes, m_vector: [3, 2, 1] }))
    expect(root.list('m_pairs')).toEqual([[1, 2]])
    expect(root.list('m_axes')).toEqual(axes)
    expect(root.vector('m_vector')).toEqual([3, 2, 1])
    expect(() => root.vector('m_axes')).toThrow(MalformedRecordError)
  })

  it('are rejected when read as another type', () => {
    const root = read(is('Rows', { m_pairs: [[1, 2]] }))
    expect(() => root.parts('m_pairs')).toThrow('Rows without m_pairs')
    expect(() => root.ids('m_vector')).toThrow(MalformedRecordError)
    expect(root.targets('m_pairs')).toEqual([])
  })

  it.each([
    [
      [1, 2, 3],
      [1, 2, 3],
    ],
    [[1, 2, 3, 4], null],
    [[1, '2', 3], null],
    [[], null],
    ['xyz', null],
  ])('read %j as the vector %j', (value, expected) => {
    expect(toVector(value)).toEqual(expected)
  })

  it('reject more objects without bytes than the record has bytes', () => {
    const record = new Bytes().word(tag('Empties')).long(0).all
    expect(readRecord(record, schema).list('m_all')).toEqual([])
    const emptyArray = new Bytes().word(tag('Empties')).long(5_000_000).all
    expect(() => readRecord(emptyArray, schema)).toThrow(MalformedRecordError)
  })
})

describe('RVT pointer fields', () => {
  it('resolve to objects in the order of their first mention', () => {
    const tree = is('Holder', {
      m_first: is('Holder', { m_first: leaf(3), m_second: leaf(4) }),
      m_second: is('Holder', { m_first: leaf(5) }),
    })
    const objects = readObjects(encodeRecord(tree), schema)
    expect(objects.map(({ className }) => className)).toEqual(['Holder', 'Holder', 'Holder', 'Leaf', 'Leaf', 'Leaf'])
    expect(objects.slice(3).map((one) => one.number('m_number'))).toEqual([3, 4, 5])
  })

  it('resolve to one object when they have the same token', () => {
    const shared = leaf(9)
    const root = read(is('Holder', { m_first: shared, m_second: shared, m_back: shared }))
    expect(root.target('m_first')?.number('m_number')).toBe(9)
    expect(root.target('m_second')).toBe(root.target('m_first'))
    expect(root.target('m_back')).toBe(root.target('m_first'))
  })

  it('resolve to one object each when they have no token', () => {
    const anonymous = (out: Bytes): Bytes => out.long(0xffffffff).word(tag('Leaf'))
    const body = anonymous(anonymous(new Bytes().word(tag('List')).long(2)))
      .long(7)
      .long(8).all
    expect(
      readRecord(body, schema)
        .targets('m_all')
        .map((one) => one.number('m_number')),
    ).toEqual([7, 8])
  })

  it('may form cycles and may be null', () => {
    const outer: Record<string, unknown> = { is: 'Holder' }
    outer['m_first'] = is('Holder', { m_back: outer })
    const root = read(is('Holder', { m_first: outer as unknown as WrittenRecord }))
    const [first] = [root.target('m_first')]
    expect(first?.target('m_first')?.target('m_back')).toBe(first)
    expect(first?.target('m_second')).toBeNull()
  })

  it('resolve to null when a weak pointer has an unknown token', () => {
    const body = new Bytes().word(tag('Holder')).long(0).long(0).long(4711).all
    expect(readRecord(body, schema).target('m_back')).toBeNull()
  })

  it('are rejected when their class is missing', () => {
    const body = new Bytes().word(tag('Holder')).long(2).word(9999).long(0).long(0).all
    expect(() => readRecord(body, schema)).toThrow('no class 9999')
  })
})

describe('RVT object record', () => {
  it('begins with the tag of its class', () => {
    expect(rootTag(encodeRecord(leaf(1)))).toBe(tag('Leaf'))
    expect(rootTag(new Uint8Array(1))).toBe(0xffff)
    expect(rootTag(new Uint8Array())).toBe(0xffff)
  })

  it('is rejected when it is truncated anywhere', () => {
    const body = encodeRecord(
      is('Holder', {
        m_first: is('Scalars', { m_text: 'cut', m_guid: 'ff' }),
        m_second: is('Nested', { m_leaves: [leaf(1)], m_two: [leaf(2), leaf(3)] }),
      }),
    )
    for (let length = 0; length < body.length; length++) {
      expect(() => readRecord(body.subarray(0, length), schema), `cut at ${length}`).toThrow(MalformedRecordError)
    }
  })

  it('is rejected when objects nest without end', () => {
    const endless = parseSchema(
      new Bytes()
        .word(0)
        .word(1)
        .latin('A')
        .word(0)
        .long(1)
        .long(1)
        .long(4)
        .latin('self')
        .long(14)
        .word(12)
        .long(0)
        .raw(new Uint8Array(8)).all,
    )
    expect(() => readRecord(Uint8Array.of(12, 0), endless)).toThrow('objects nested too deeply')
  })
})

describe('Revit extensible storage', () => {
  const guid = 'cd'.repeat(16)
  const entity = is('ESEntity', { m_blob: is(storedByAddIn, { guid, texts: 'one|two' }) })
  const catalogue = (...fields: readonly EntityField[]) => new Map([[guid, fields]])
  const field = (name: string, typeName: string, container = 0): EntityField => ({ name, typeName, container })
  const blob = (fields: readonly EntityField[], values: Bytes): RecordObject | undefined => {
    const body = new Bytes()
      .word(tag('ESEntity'))
      .long(0xffffffff)
      .raw(Uint8Array.from(Buffer.from(guid, 'hex')))
    return readObjects(body.raw(values.all).all, schema, catalogue(...fields))[1]
  }

  it('is read field by field as its schema states', () => {
    const [, stored] = readObjects(encodeRecord(entity), schema, catalogue(field('a', 'TCHAR'), field('b', 'TCHAR')))
    expect([stored?.text('a'), stored?.text('b')]).toEqual(['one', 'two'])
  })

  it.each([
    ['bool', new Bytes().byte(1), true],
    ['int', new Bytes().long(0xffffffff), -1],
    ['float', new Bytes().single(0.25), 0.25],
    ['double', new Bytes().double(1e-9), 1e-9],
    ['GUIDvalue', new Bytes().raw(new Uint8Array(16).fill(0xab)), 'ab'.repeat(16)],
  ])('reads the type %s', (type, values, expected) => {
    expect(blob([field('only', type)], values)?.get('only')).toBe(expected)
  })

  it('reads a list', () => {
    const stored = blob([field('all', 'int', 1), field('behind', 'bool')], new Bytes().long(2).long(5).long(6).byte(0))
    expect(stored?.list('all')).toEqual([5, 6])
    expect(stored?.flag('behind')).toBe(false)
  })

  it.each([
    ['of an unknown type', [field('a', 'Wall')], new Bytes()],
    ['with map keys', [field('a', 'int', 2)], new Bytes().long(0)],
    ['with another schema GUID', null, new Bytes()],
  ])('throws an extensible storage error for data %s', (_, fields, values) => {
    const body = () => (fields ? blob(fields, values) : readObjects(encodeRecord(entity), schema, new Map()))
    expect(body).toThrow('extensible storage')
  })

  it('is null where nothing was stored', () => {
    expect(read(is('ESEntity')).target('m_blob')).toBeNull()
  })
})

describe('Revit extensible storage schemas', () => {
  const described: WrittenClasses = {
    GUIDvalue: { fields: { m_guid: 'guid' } },
    ESField: {
      fields: { m_fieldName: 'text', m_fieldTypeName: 'text', m_containerType: 'integer', m_entryIndex: 'integer' },
    },
    ESSchema: { fields: { m_fields: { parts: 'ESField' }, m_guid: { part: 'GUIDvalue' } } },
    Stored: { fields: { second: { part: 'ESSchema' } } },
    ESSchemaStorage: { fields: { m_storedSchemas: { parts: 'Stored' } } },
  }
  const guid = '12'.repeat(16)
  const storage = (fields: readonly WrittenRecord[]): WrittenRecord =>
    is('ESSchemaStorage', {
      m_storedSchemas: [
        is('Stored', { second: is('ESSchema', { m_guid: is('GUIDvalue', { m_guid: guid }), m_fields: fields }) }),
      ],
    })
  const objects = (root: WrittenRecord): RecordObject[] => {
    const writer = new SchemaWriter(described)
    return readObjects(writeRecord(root, writer), parseSchema(writer.bytes))
  }
  const fieldAt = (m_entryIndex: number, m_fieldName: string): WrittenRecord =>
    is('ESField', { m_entryIndex, m_fieldName, m_fieldTypeName: 'int', m_containerType: 1 })

  it('list fields in the order of their entries, in the older form as well', () => {
    const catalogue = readEntityCatalogue(objects(storage([fieldAt(2, 'c'), fieldAt(0, 'a'), fieldAt(1, 'b')])))
    expect(catalogue.get(guid)).toEqual(['a', 'b', 'c'].map((name) => ({ name, typeName: 'int', container: 1 })))
  })

  it('are empty where a document has none', () => {
    expect(readEntityCatalogue([]).size).toBe(0)
    expect(readEntityCatalogue(objects(is('ESSchemaStorage'))).size).toBe(0)
    expect(readEntityCatalogue(objects(is('ESField'))).size).toBe(0)
  })
})
