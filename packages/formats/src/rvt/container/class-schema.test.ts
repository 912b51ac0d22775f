import { describe, expect, it } from 'vitest'
import { Bytes } from '../fixtures/bytes.js'
import { SchemaWriter, type WrittenClasses } from '../fixtures/schema-writer.js'
import { parseSchema, type ClassSchema } from './class-schema.js'
import { MalformedRecordError } from '@kamar/codecs/records'

const createSchema = (classes: WrittenClasses): ClassSchema => parseSchema(new SchemaWriter(classes).bytes)
const end = new Uint8Array(8)

/** Creates the bytes of a class up to its fields. */
const classHeader = (name: string, parent: number, fields: number): Bytes =>
  new Bytes().word(0).word(name.length).latin(name).word(parent).long(1).long(fields)
const field = (name: string, descriptor: number): Bytes => new Bytes().long(name.length).latin(name).long(descriptor)
const all = (...parts: readonly (Bytes | Uint8Array)[]): Uint8Array => {
  const out = new Bytes()
  for (const part of parts) out.raw(part instanceof Bytes ? part.all : part)
  return out.all
}
const noHashes = new Bytes().long(0)

describe('RVT class tag', () => {
  it('counts from 12 in the order in which classes are first named', () => {
    // The parent of the first class is defined before the second one.
    const schema = createSchema({ Child: { parent: 'Parent' }, Other: {}, Parent: {} })
    expect(['Child', 'Parent', 'Other', 'Nobody'].map((name) => schema.tagOf(name))).toEqual([12, 13, 14, undefined])
    expect([12, 13, 14].map((tag) => schema.classOf(tag)?.name)).toEqual(['Child', 'Parent', 'Other'])
  })

  it.each([-1, 0, 11, 13, 0xffff])('resolves %d to no class in a schema of one class', (tag) => {
    expect(createSchema({ Only: {} }).classOf(tag)).toBeUndefined()
  })
})

describe('RVT class schema field', () => {
  const schema = createSchema({
    Part: { fields: { m_value: 'double' } },
    Whole: {
      fields: {
        m_flag: 'boolean',
        m_text: 'text',
        m_place: 'vector',
        m_numbers: 'doubles',
        m_part: { part: 'Part' },
        m_list: { parts: 'Part' },
        m_two: { parts: 'Part', count: 2 },
        m_owned: 'owned',
        m_back: { weak: 0 },
        m_grid: { rows: 2, of: 3 },
      },
    },
  })
  const fields = schema.storedClass(schema.tagOf('Whole') ?? 0).fields

  it.each([
    ['m_flag', 1, 0, 0],
    ['m_text', 8, 0x60, 0],
    ['m_place', 7, 0x10, 3],
    ['m_numbers', 7, 0x50, 0],
    ['m_part', 14, 0, 0],
    ['m_list', 14, 0x50, 0],
    ['m_two', 14, 0x10, 2],
    ['m_owned', 14, 1, 0],
    ['m_back', 14, 3, 0],
    ['m_grid', 13, 0x10, 2],
  ])('%s has base %d, modifier %d and count %d', (name, base, modifier, count) => {
    expect(fields.find((one) => one.name === name)).toMatchObject({ base, modifier, count, flags: 0 })
  })

  it('references the class of an embedded object, and none for a pointer', () => {
    const part = schema.tagOf('Part')
    const references = (name: string) => fields.find((one) => one.name === name)?.references
    expect(['m_part', 'm_list', 'm_two'].map(references)).toEqual([[part], [part], [part]])
    expect(['m_owned', 'm_back', 'm_flag'].map(references)).toEqual([[], [], []])
  })

  it('nests the element field of an array of arrays', () => {
    expect(fields.find(({ name }) => name === 'm_grid')?.nested).toMatchObject({ base: 7, modifier: 0x10, count: 3 })
  })

  it('is listed after the fields of ancestors, the root class first', () => {
    const family = createSchema({
      Grandchild: { parent: 'Child', fields: { m_c: 'double' } },
      Child: { parent: 'Root', fields: { m_b: 'double' } },
      Root: { fields: { m_a: 'double' } },
    })
    const stored = family.storedClass(family.tagOf('Grandchild') ?? 0).fields
    expect(stored.map(({ name }) => name)).toEqual(['m_a', 'm_b', 'm_c'])
  })

  it('is prefixed with its class when an ancestor has a field of the same name', () => {
    const family = createSchema({
      Root: { fields: { m_id: 'integer' } },
      Child: { parent: 'Root', fields: { m_id: 'double' } },
    })
    expect(family.storedClass(family.tagOf('Child') ?? 0).fields.map(({ key, base }) => [key, base])).toEqual([
      ['m_id', 4],
      ['Child::m_id', 7],
    ])
  })

  it('is not stored with the flag for computed values', () => {
    const bytes = all(classHeader('A', 0, 2), field('m_kept', 7), field('m_computed', 7 | (2 << 16)), noHashes, end)
    expect(
      parseSchema(bytes)
        .storedClass(12)
        .fields.map(({ name }) => name),
    ).toEqual(['m_kept'])
  })

  it('is stored with other flags', () => {
    const bytes = all(classHeader('A', 0, 1), field('m_kept', 7 | (5 << 16)), noHashes, end)
    expect(parseSchema(bytes).storedClass(12).fields).toMatchObject([{ name: 'm_kept', flags: 5 }])
  })

  it('tolerates a repeated class tag, as in Revit 2018', () => {
    const inner = field('inner', 14)
      .word(13 | 0x8000)
      .raw(classHeader('B', 0, 0).all)
      .raw(noHashes.all)
    const outer = field('m_facets', 13 | (0x50 << 8)).raw(inner.all)
    const next = field('m_next', 7)
    const plain = parseSchema(all(classHeader('A', 0, 2), outer, next, noHashes, end))
    const schema = parseSchema(all(classHeader('A', 0, 2), outer, new Bytes().word(13), next, noHashes, end))
    expect(schema.storedClass(12).fields).toEqual(plain.storedClass(12).fields)
    expect(schema.storedClass(12).fields.map(({ name }) => name)).toEqual(['m_facets', 'm_next'])
  })

  it('references one class for all places of a fixed array and rejects another class', () => {
    const inner = field('inner', 14)
      .word(13 | 0x8000)
      .raw(classHeader('B', 0, 0).all)
      .raw(noHashes.all)
    const array = (second: number) =>
      all(
        classHeader('A', 0, 1),
        field('m_two', 13 | (0x10 << 8))
          .long(2)
          .raw(inner.all)
          .word(second),
        noHashes,
        end,
      )
    expect(parseSchema(array(13)).storedClass(12).fields).toMatchObject([{ name: 'm_two', count: 2, references: [13] }])
    expect(() => parseSchema(array(12))).toThrow(Error)
  })
})

describe('RVT class inheritance', () => {
  const schema = createSchema({ Root: {}, Child: { parent: 'Root' }, Grandchild: { parent: 'Child' }, Stranger: {} })

  it.each([
    ['Grandchild', 'Grandchild', true],
    ['Grandchild', 'Child', true],
    ['Grandchild', 'Root', true],
    ['Child', 'Grandchild', false],
    ['Stranger', 'Root', false],
    ['Root', 'Nobody', false],
  ])('tells whether %s is a %s: %s', (name, other, expected) => {
    expect(schema.isKind(schema.tagOf(name) ?? 0, other)).toBe(expected)
  })

  it('rejects classes that inherit from each other', () => {
    const circle = createSchema({ A: { parent: 'B' }, B: { parent: 'A' } })
    expect(() => circle.isKind(12, 'C')).toThrow(MalformedRecordError)
    expect(() => circle.storedClass(13).fields).toThrow(MalformedRecordError)
  })

  it('rejects a class whose parent is missing', () => {
    const orphan = parseSchema(all(classHeader('A', 99, 0), noHashes, end))
    expect(() => orphan.isKind(12, 'A')).toThrow('no class 99')
  })

  it('accepts a depth of 64 classes and rejects 65', () => {
    const chain = (length: number): ClassSchema =>
      createSchema(
        Object.fromEntries(
          Array.from({ length }, (_, index) => [`C${index}`, index === 0 ? {} : { parent: `C${index - 1}` }]),
        ),
      )
    expect(chain(64).isKind(12 + 63, 'C0')).toBe(true)
    expect(() => chain(65).isKind(12 + 64, 'C0')).toThrow(MalformedRecordError)
  })
})

describe('Revit element id size', () => {
  it.each([
    ['long', 8],
    ['integer', 4],
  ] as const)('follows the type of the id field: a %s field has %d bytes', (kind, bytes) => {
    expect(createSchema({ Identifier: { fields: { m_id: kind } } }).idBytes).toBe(bytes)
  })

  it('is four bytes where no class states it', () => {
    expect(createSchema({ Other: {} }).idBytes).toBe(4)
  })
})

describe('RVT class schema stream', () => {
  it('is valid with the end marker alone', () => {
    expect(parseSchema(end).classCount).toBe(0)
  })

  it('skips as many hashes after the classes as it states', () => {
    for (const count of [0, 1, 3]) {
      const hashes = new Bytes().long(count).raw(new Uint8Array(16 * count).fill(9))
      expect(parseSchema(all(classHeader('A', 0, 0), hashes, end)).classCount).toBe(1)
    }
  })

  it.each([
    ['without its end mark', all(classHeader('A', 0, 0), noHashes)],
    ['with a non-empty end mark', all(classHeader('A', 0, 0), noHashes, end.with(3, 1))],
    [
      'with a class that is defined out of order',
      all(classHeader('A', 14 | 0x8000, 0), classHeader('B', 0, 0), noHashes, end),
    ],
    ['with a class without a name', all(classHeader('', 0, 0), noHashes, end)],
    ['with an oversized name', all(classHeader('A'.repeat(4097), 0, 0), noHashes, end)],
    ['with a field count that exceeds the limit', all(classHeader('A', 0, 4097), noHashes, end)],
    ['with four billion fields', all(classHeader('A', 0, 0xffffffff), noHashes, end)],
    ['with a field without a name', all(classHeader('A', 0, 1), field('', 7), noHashes, end)],
    ['with a name beyond the end of the stream', all(classHeader('A', 0, 1), new Bytes().long(4000).latin('m_'))],
    ['with a hash count that exceeds the data', all(classHeader('A', 0, 0), new Bytes().long(0x0fffffff), end)],
  ])('is rejected %s', (_, bytes) => {
    expect(() => parseSchema(bytes)).toThrow(Error)
  })

  it('is rejected when it is truncated anywhere', () => {
    // Without hashes: zero hashes would be taken for the end.
    const classes: WrittenClasses = {
      A: { parent: 'B', fields: { m_text: 'text', m_grid: { rows: 2, of: 3 }, m_part: { part: 'C' } } },
      B: {},
      C: { fields: { m_list: { parts: 'D', count: 3 } } },
      D: {},
    }
    const { bytes } = new SchemaWriter(classes, false)
    expect(parseSchema(bytes).classCount).toBe(4)
    for (let length = 0; length < bytes.length; length++) {
      expect(() => parseSchema(bytes.subarray(0, length)), `cut at ${length}`).toThrow(Error)
    }
  })
})
