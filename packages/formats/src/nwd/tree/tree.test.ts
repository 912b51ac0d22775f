import { describe, expect, it } from 'vitest'
import { listForms, type RecordForm } from '../container/form.js'
import { MalformedRecordError } from '@kamar/codecs/records'
import { ObjectStream } from '../container/object-stream.js'
import { ObjectWriter } from '../fixtures/document-writer.js'
import { pavilionChunks } from '../fixtures/pavilion.js'
import { attributeReaders, readSeparateAttributes } from './attributes.js'
import { parseTree } from './parse-tree.js'
import { parsePartition } from './partition.js'

const newer: RecordForm = { isPacked: true, hasGuids: true }
const older: RecordForm = { isPacked: true, hasGuids: false }
const getPartBytes = (version: 114 | 448, part: string): Uint8Array =>
  pavilionChunks(version).find(({ name }) => name === part)?.bytes ?? new Uint8Array()

describe('NWD record forms of a file version', () => {
  it('are fixed for known versions and tried in turn for versions between them', () => {
    expect(listForms(103)).toEqual([{ isPacked: false, hasGuids: false }])
    expect(listForms(114)).toEqual([older])
    expect(listForms(448)).toEqual([newer])
    expect(listForms(500)).toEqual([newer])
    expect(listForms(300)).toEqual([newer, older])
    expect(listForms(108)).toHaveLength(2)
  })
})

describe('NWD selection tree', () => {
  it('is complete only when parsed in the form of its version', () => {
    for (const [version, own, other] of [
      [114, older, newer],
      [448, newer, older],
    ] as const) {
      const bytes = getPartBytes(version, 'LcOpNwdLogicalHierarchy')
      expect(parseTree(bytes, own)).toMatchObject({ isComplete: true, separateCount: 2 })
      expect(parseTree(bytes, other).isComplete).toBe(false)
    }
  })

  it('reuses a shared element without parsing it twice', () => {
    const { roots } = parseTree(getPartBytes(114, 'LcOpNwdLogicalHierarchy'), older)
    const [, column, insert] = roots[0]?.children ?? []
    expect(insert?.children[0]).toBe(column?.children[0])
  })

  it('keeps the elements before an unreadable record', () => {
    const bytes = getPartBytes(114, 'LcOpNwdLogicalHierarchy')
    const cut = parseTree(bytes.subarray(0, bytes.length - 120), older)
    expect(cut.isComplete).toBe(false)
    expect(cut.roots[0]?.children.length).toBeGreaterThan(2)
    expect(parseTree(new Uint8Array(), older)).toEqual({ roots: [], separateCount: 0, isComplete: false })
  })

  it('is incomplete when the number of shared attributes differs from the stated one', () => {
    const bytes = Uint8Array.from(getPartBytes(114, 'LcOpNwdLogicalHierarchy'))
    expect(parseTree(bytes.with(4, 3), older).isComplete).toBe(false)
  })
})

describe('NWD attributes', () => {
  const attribute = (classId: number, write: (out: ObjectWriter) => void) => {
    const out = new ObjectWriter()
    out.begin(classId)
    out.text('name').none().u32(0)
    write(out)
    const stream = new ObjectStream(out.bytes)
    const read = stream.required(attributeReaders)
    expect(stream.left).toBe(0)
    return read
  }

  it.each([
    ['a matrix', 39, (out: ObjectWriter) => out.f64(...Array<number>(12).fill(1)).u32(1)],
    ['a translation', 40, (out: ObjectWriter) => out.f64(1, 2, 3)],
    ['a translation and a rotation', 41, (out: ObjectWriter) => out.f64(1, 2, 3, 0, 0, 0, 1)],
  ])('are skipped when they hold %s', (_, classId, write) => {
    expect(attribute(classId, write)).toEqual({ type: 'other' })
  })

  it('skip publishing data and reject a protected document', () => {
    const publish = (last: number) => (out: ObjectWriter) =>
      out.u32(96).text('a').text('b').text('c').text('d').text('e').u32(1, 0, 0, 0, 0, 0, 0, last)
    expect(attribute(92, publish(0))).toEqual({ type: 'other' })
    expect(() => attribute(92, publish(1))).toThrow(MalformedRecordError)
  })

  it('hold numbers of every kind, texts and empty values', () => {
    const read = attribute(86, (out) => {
      out.u32(4)
      for (const [name, type] of [
        ['Angle', 7],
        ['Id', 9],
        ['Empty', 0],
        ['Broken', 1],
      ] as const) {
        out.begin(52)
        out.text(name).text(name).u32(type)
        if (type === 7) out.f64(1.5)
        if (type === 9) out.text('x')
        if (type === 1) out.f64(Number.NaN)
      }
    })
    const properties = read.type === 'properties' ? read.properties : []
    expect(properties.map(({ measure, value }) => [value, measure])).toEqual([
      [1.5, 'angle'],
      ['x', null],
      ['', null],
      ['', null],
    ])
  })

  it.each([
    ['an unknown type', 1, 5],
    ['a value count that exceeds the data', 0xffff, 4],
  ])('are rejected with %s', (_, count, type) => {
    const write = (out: ObjectWriter): void => {
      out.u32(count).begin(52)
      out.text('a').text('a').u32(type, 0)
    }
    expect(() => attribute(86, write)).toThrow(MalformedRecordError)
  })

  it('are rejected when the number of shared ones differs from the tree', () => {
    const bytes = getPartBytes(114, 'LcOaPartitionProps')
    expect(readSeparateAttributes(new ObjectStream(bytes), 2)).toHaveLength(2)
    expect(() => readSeparateAttributes(new ObjectStream(bytes), 1)).toThrow(MalformedRecordError)
    expect(() => readSeparateAttributes(new ObjectStream(bytes), 3)).toThrow(MalformedRecordError)
  })
})

describe('NWD model record', () => {
  it('states a unit in both record forms', () => {
    expect(parsePartition(getPartBytes(114, 'LcOpNwdPartition'), older)?.unit?.name).toBe('m')
    expect(parsePartition(getPartBytes(448, 'LcOpNwdPartition'), newer)?.unit?.name).toBe('ft')
    expect(parsePartition(getPartBytes(448, 'LcOpNwdPartition'), older)).toBeNull()
  })

  it('has no unit when the unit code is unknown', () => {
    const bytes = Buffer.from(getPartBytes(114, 'LcOpNwdPartition'))
    // After the name and version of the program that wrote the file.
    bytes.writeUInt32LE(99, bytes.lastIndexOf('pavilion') + 12)
    expect(parsePartition(bytes, older)).toMatchObject({
      unit: null,
      element: { name: expect.stringMatching(/Pavilion/) },
    })
    bytes.writeUInt32LE(2, bytes.lastIndexOf('pavilion') + 12)
    expect(parsePartition(bytes, older)?.unit?.name).toBe('mm')
  })
})
