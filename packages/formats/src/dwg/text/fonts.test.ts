import { describe, expect, it } from 'vitest'
import { createTextStyle } from '../testing/records.js'
import { toSheetFont, fromArmenianBytes, isArmenianByteFont } from './fonts.js'

const [bold, italic] = [
  { isBold: true, isItalic: false },
  { isBold: false, isItalic: true },
]

describe('DWG text style font', () => {
  it.each([
    ['romans.shx', { name: 'romans.shx', kind: 'stroke' }],
    ['ROMANS.SHX', { name: 'ROMANS.SHX', kind: 'stroke' }],
    ['romans', { name: 'romans.shx', kind: 'stroke' }],
    ['', { name: 'txt.shx', kind: 'stroke' }],
    ['arial.ttf', { name: 'arial.ttf', kind: 'outline' }],
    ['Cambria.TTC', { name: 'Cambria.TTC', kind: 'outline' }],
    ['source.otf', { name: 'source.otf', kind: 'outline' }],
    ['gara.pfb', { name: 'gara.pfb', kind: 'outline' }],
    ['C:\\Windows\\Fonts\\arial.ttf', { name: 'arial.ttf', kind: 'outline' }],
    ['/usr/share/fonts/isocp.shx', { name: 'isocp.shx', kind: 'stroke' }],
    ['C:\\fonts\\', { name: 'txt.shx', kind: 'stroke' }],
  ])('is resolved from the file name %j', (fileName, expected) => {
    expect(toSheetFont(createTextStyle({ fileName }))).toEqual(expected)
  })

  it.each([
    [bold, { bold: true }],
    [italic, { italic: true }],
    [
      { isBold: true, isItalic: true },
      { bold: true, italic: true },
    ],
  ])('is an outline font of the slope %j without a file extension', (slope, marks) => {
    const style = createTextStyle({ fileName: 'Arial', trueType: { family: 'Arial', ...slope } })
    expect(toSheetFont(style)).toEqual({ name: 'Arial', kind: 'outline', ...marks })
  })

  it('is the family of an outline font without a file', () => {
    const style = createTextStyle({ trueType: { family: 'SimHei', isBold: false, isItalic: false } })
    expect(toSheetFont(style)).toEqual({ name: 'SimHei', kind: 'outline' })
  })

  it('is a stroke font for an SHX file regardless of its family', () => {
    const style = createTextStyle({ fileName: 'simplex.shx', trueType: { family: 'Arial', ...bold } })
    expect(toSheetFont(style)).toMatchObject({ name: 'simplex.shx', kind: 'stroke' })
  })

  it('has a name without control characters', () => {
    expect(toSheetFont(createTextStyle({ fileName: '\u202earial\u0007.ttf' })).name).toBe('arial .ttf')
  })
})

/** Decodes bytes as a program without Armenian support does. */
const western = (...bytes: number[]): string => new TextDecoder('windows-1252').decode(Uint8Array.from(bytes))

describe('ARMSCII-8', () => {
  it('has capitals and small letters in turn from 0xB2 to 0xFD', () => {
    const bytes = Array.from({ length: 76 }, (_, at) => 0xb2 + at)
    const characters = Array.from(fromArmenianBytes(western(...bytes)))
    const capitals = characters.filter((_, at) => at % 2 === 0).join('')
    const small = characters.filter((_, at) => at % 2 === 1).join('')
    expect(capitals).toBe('ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ')
    expect(small).toBe('աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ')
  })

  it.each([
    [0xa2, 'և'],
    [0xa3, '։'],
    [0xa4, ')'],
    [0xa5, '('],
    [0xa6, '»'],
    [0xa7, '«'],
    [0xa8, '—'],
    [0xa9, '.'],
    [0xaa, '՝'],
    [0xab, ','],
    [0xac, '-'],
    [0xad, '֊'],
    [0xae, '…'],
    [0xaf, '՜'],
    [0xb0, '՛'],
    [0xb1, '՞'],
    [0xfe, '՚'],
  ])('has a punctuation mark at %i', (byte, expected) => {
    expect(fromArmenianBytes(western(byte))).toBe(expected)
  })

  it('leaves characters outside its range unchanged', () => {
    expect(fromArmenianBytes('A4 (1:100), 25 m')).toBe('A4 (1:100), 25 m')
    expect(fromArmenianBytes('“€”')).toBe('“€”')
    expect(fromArmenianBytes('日本 план')).toBe('日本 план')
    expect(fromArmenianBytes('')).toBe('')
  })

  it('leaves Armenian Unicode text unchanged', () => {
    expect(fromArmenianBytes('«Տուն»')).toBe('«Տուն»')
  })
})

describe('isArmenianByteFont', () => {
  it.each([
    'arial armenian.ttf',
    'Times Armenian',
    'ARTARUMIANBARZ.TTF',
    'ArmTimes',
    'ArTimes',
    'arn_arial',
    'ar-times',
    'Dallak Helv',
  ])('accepts %s', (name) => {
    expect(isArmenianByteFont(name)).toBe(true)
  })

  it.each(['Arial', 'times.ttf', 'romans.shx', 'NotoSansArmenian-Regular.ttf', 'Armenian Unicode', 'sylfaen.ttf', ''])(
    'rejects “%s”',
    (name) => {
      expect(isArmenianByteFont(name)).toBe(false)
    },
  )
})
