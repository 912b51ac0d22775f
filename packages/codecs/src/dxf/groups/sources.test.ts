import { describe, expect, it } from 'vitest'
import { toBinaryDxf, toDxf } from '../testing/index.js'
import { BinarySource, binaryMagic } from './binary-source.js'
import type { GroupSource } from './group-source.js'
import { TextSource } from './text-source.js'
import { getValueKind } from './value-kind.js'

const encode = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

function listGroups(source: GroupSource): (readonly [code: number, value: string | number])[] {
  const groups: (readonly [number, string | number])[] = []
  while (source.next()) {
    const { code, start, end } = source
    const isText = ['string', 'chunk', null].includes(getValueKind(code))
    groups.push([code, isText ? source.toRawText(start, end) : source.toNumber(code, start, end)])
  }
  return groups
}
const readText = (text: string): ReturnType<typeof listGroups> => listGroups(new TextSource(encode(text)))

describe('text DXF', () => {
  it('begins with a byte order mark, has empty lines between groups and no end of its last line', () => {
    expect(readText('\u00ef\u00bb\u00bf  0\r\nSECTION\r\n\r\n \r\n 10\r\n-4.5\r\n  0\r\nEOF')).toEqual([
      [0, 'SECTION'],
      [10, -4.5],
      [0, 'EOF'],
    ])
  })

  it('ends its lines with carriage returns alone', () => {
    expect(readText('0\rSECTION\r2\rENTITIES\r0\rEOF\r')).toEqual([
      [0, 'SECTION'],
      [2, 'ENTITIES'],
      [0, 'EOF'],
    ])
  })

  it('keeps the spaces of a value and skips comments', () => {
    expect(readText('999\nfrom a program\n1\n floor \n999\nno more\n')).toEqual([[1, ' floor ']])
  })

  it('continues at the next record after lines that are no groups', () => {
    const source = new TextSource(encode('0\nLINE\n10\n1\n2.5\nlost\n20\n0\n0\nCIRCLE\n40\n3\n'))
    expect(listGroups(source).slice(-2)).toEqual([
      [0, 'CIRCLE'],
      [40, 3],
    ])
    expect(source.isDamaged).toBe(true)
  })

  it('is damaged where it ends after a code', () => {
    const source = new TextSource(encode('0\nLINE\n10\n'))
    expect(listGroups(source)).toEqual([[0, 'LINE']])
    expect(source.isDamaged).toBe(true)
  })

  it('states binary data as hexadecimal digits', () => {
    const source = new TextSource(encode('310\n 00FFa0\n'))
    source.next()
    expect([...source.toBytes(source.start, source.end)]).toEqual([0, 255, 160])
  })
})

describe('binary DXF', () => {
  const text = toDxf(`0 SECTION\n2 ENTITIES\n0 LINE\n10 -1.5\n70 -3\n90 70000\n160 5000000000\n290 1\n1071 -9\n1040 2.5
    310 0102ff\n1004 aabb\n999 comment\n0 EOF`)

  it.each([true, false])('has the groups of its text form, with codes of one byte: %s', (areCodesShort) => {
    const groups = listGroups(new BinarySource(toBinaryDxf(text, { areCodesShort })))
    const expected = listGroups(new TextSource(text)).filter(([code]) => code !== 310 && code !== 1004)
    expect(groups.filter(([code]) => code !== 310 && code !== 1004)).toEqual(expected)
    expect(groups.find(([code]) => code === 310)?.[1]).toBe('\u0001\u0002\u00ff')
  })

  it('keeps the groups before a cut at any byte and is damaged unless the cut is between groups', () => {
    const bytes = toBinaryDxf(text, { areCodesShort: true })
    let before = 0
    let cleanCuts = 0
    for (let length = binaryMagic.length + 2; length <= bytes.length; length++) {
      const source = new BinarySource(bytes.subarray(0, length))
      const { length: count } = listGroups(source)
      expect(count).toBeGreaterThanOrEqual(before)
      if (!source.isDamaged) cleanCuts++
      before = count
    }
    expect(before).toBe(listGroups(new TextSource(text)).length)
    expect(cleanCuts).toBeLessThan(before + 2)
  })

  it('ends at a code that no release has', () => {
    const bytes = toBinaryDxf(toDxf('0 SECTION\n2 ENTITIES\n0 EOF'), { areCodesShort: false })
    const broken = Uint8Array.from([...bytes.subarray(0, 32), 85, 0, ...bytes.subarray(32)])
    const source = new BinarySource(broken)
    expect(listGroups(source)).toEqual([[0, 'SECTION']])
    expect(source.isDamaged).toBe(true)
    expect([-1, 85, 155, 205, 265, 500, 1100].map(getValueKind)).toEqual(Array(7).fill(null))
  })
})
