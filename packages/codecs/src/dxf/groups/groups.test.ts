import { describe, expect, it } from 'vitest'
import { toDxf } from '../testing/index.js'
import { findExtendedData } from './extended-data.js'
import { GroupTable, type DxfRecord } from './group-table.js'
import { TextDecoding } from './text-encoding.js'
import { TextSource } from './text-source.js'

function readRecord(lines: string): DxfRecord {
  const decoding = new TextDecoding({ release: 'AC1024', codePage: '' })
  const record = new GroupTable(new TextSource(toDxf(lines)), decoding).read(0)
  if (!record) throw new TypeError('no record')
  return record
}

describe('record', () => {
  it('states values by their codes, and missing ones', () => {
    const { name, groups } = readRecord('0 LINE\n8 Walls\n10 1\n20 2\n30 3\n11 4\n21 5\n50 180\n5 A1\n70 7.9')
    expect(name).toBe('LINE')
    expect([groups.readText(8), groups.readHandle(5), groups.readInteger(70)]).toEqual(['Walls', 0xa1, 7])
    expect([groups.readPoint(10), groups.readPoint(11), groups.readPoint(12)]).toEqual([
      [1, 2, 3],
      [4, 5, 0],
      [0, 0, 0],
    ])
    expect(groups.readAngle(50)).toBe(Math.PI)
    expect([groups.readNumber(40, 9), groups.readText(1), groups.has(40)]).toEqual([9, '', false])
  })

  it('lifts points without a height to its elevation', () => {
    expect(readRecord('0 LINE\n38 6\n10 1\n20 2\n11 3\n21 4\n31 5').groups.readPoint(10)).toEqual([1, 2, 6])
  })

  it('has parts of its subclasses', () => {
    const { groups } = readRecord('0 ARC\n100 AcDbEntity\n8 0\n100 AcDbCircle\n40 1\n100 AcDbArc\n40 2\n50 3')
    expect(groups.getPart('AcDbCircle').listNumbers(40)).toEqual([1])
    expect(groups.getPart('AcDbArc').listNumbers(40)).toEqual([2])
    expect(groups.getPart('AcDbLine').has(40)).toBe(false)
  })

  it('is one part where it states no subclasses', () => {
    const { groups } = readRecord('0 ARC\n40 1')
    expect(groups.getPart('AcDbArc')).toBe(groups)
  })

  it('leaves out references between brackets, except for its dictionary', () => {
    const record = readRecord(`0 INSERT\n5 40\n102 {ACAD_REACTORS\n330 7\n102 }\n102 {ACAD_XDICTIONARY\n360 41\n102 }
      330 1F\n100 AcDbEntity\n8 0`)
    expect([record.dictionaryHandle, record.groups.readHandle(330)]).toEqual([0x41, 0x1f])
  })

  it('continues after a bracket that never closes', () => {
    expect(readRecord('0 LINE\n102 {ACAD_REACTORS\n330 7\n100 AcDbEntity\n8 Walls').groups.readText(8)).toBe('Walls')
  })

  it('separates data of applications and embedded objects from its own groups', () => {
    const { groups, embedded, extended } = readRecord(
      '0 MTEXT\n10 1\n101 Embedded Object\n10 2\n1001 OTHER\n1040 3\n1001 ACAD\n1000 Arial\n1040 4',
    )
    expect([groups.listNumbers(10), embedded?.listNumbers(10)]).toEqual([[1], [2]])
    const data = findExtendedData(extended, 'ACAD')
    expect([data?.readText(1000), data?.listNumbers(1040)]).toEqual(['Arial', [4]])
    expect(findExtendedData(extended, 'OTHER')?.listNumbers(1040)).toEqual([3])
    expect(findExtendedData(extended, 'NONE')).toBeNull()
  })

  it('joins long texts and binary data from several groups', () => {
    const { groups } = readRecord('0 MTEXT\n3 ground \n1 floor\n1 more\n310 0001\n310 FF\n70 0\n310 AA')
    expect(groups.readLongText()).toBe('ground floor')
    expect([...groups.joinBytes(310, groups.find(310))]).toEqual([0, 1, 255])
  })

  it('keeps more groups than its first memory has room for', () => {
    const { groups } = readRecord(`0 SPLINE\n${Array.from({ length: 300 }, (_, at) => `40 ${at}`).join('\n')}`)
    expect(groups.listNumbers(40)).toEqual(Array.from({ length: 300 }, (_, at) => at))
  })
})
