import { describe, expect, it } from 'vitest'
import { plainText, parseTextFragments } from './codes.js'
import { fromArmenianBytes, isArmenianByteFont } from './fonts.js'
import { parseMText, plainMText } from './mtext.js'

const parseRuns = (raw: string, height = 1) => parseMText(raw, height).flatMap(({ runs }) => runs)

describe('TEXT codes', () => {
  it('resolve to symbols, characters and formatting', () => {
    expect(plainText('%%c20 %%p0.1 45%%d %%065 100%%%')).toBe('Ø20 ±0.1 45° A 100%')
    expect(plainText('\\U+0531\\U+0572')).toBe('Աղ')
    expect(plainText('\\M+5B9FA')).toBe('国')
    expect(parseTextFragments('a%%ub%%uc')).toEqual([
      { text: 'a' },
      { text: 'b', underline: true },
      { text: 'c', underline: false },
    ])
  })

  it('are left unchanged when invalid', () => {
    expect(plainText('50%% x %')).toBe('50%% x %')
  })
})

describe('MTEXT codes', () => {
  it('change the format within their group', () => {
    expect(
      parseRuns('{\\fArial|b1|i0|c0|p34;\\H2x;A}b').map(({ text, format }) => [text, format.height, format.font?.name]),
    ).toEqual([
      ['A', 2, 'Arial'],
      ['b', 1, undefined],
    ])
    expect(parseRuns('\\H5;x', 2.5)[0]?.format.height).toBe(2)
    expect(parseRuns('\\W0.8;\\Q15;\\T1.2;x')[0]?.format).toMatchObject({
      widthFactor: 0.8,
      obliqueDegrees: 15,
      tracking: 1.2,
    })
    expect(parseRuns('\\C1;r\\c255;r\\C7;f').map(({ format }) => format.color)).toEqual([
      0xff0000,
      0xff0000,
      'foreground',
    ])
    expect(parseRuns('\\Lu\\l\\Oo').map(({ format }) => [format.underline, format.overline])).toEqual([
      [true, undefined],
      [false, true],
    ])
  })

  it('break paragraphs and columns, align and stack text', () => {
    const paragraphs = parseMText('a\\Pb\\Nc\\P\\pxqc;d', 1)
    expect(paragraphs.map(({ startsColumn, alignment }) => [startsColumn, alignment])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [true, undefined],
      [undefined, 'center'],
    ])
    expect(parseRuns("3'-6\\S1/4;").map(({ text, stacked }) => [text, stacked])).toEqual([
      ["3'-6", undefined],
      ['1', { lower: '4', between: 'line' }],
    ])
    expect(parseRuns('\\S+0.1^-0.2;')[0]?.stacked).toEqual({ lower: '-0.2', between: 'nothing' })
    expect(parseRuns('\\S1#2;')[0]?.stacked?.between).toBe('slash')
  })

  it('leave no trace in plain text, even when malformed', () => {
    expect(plainMText('\\A1;{\\W0.8;W\\~idth} \\\\ \\{x\\}')).toBe('W\u00a0idth \\ {x}')
    expect(plainMText('}}{{{a\\')).toBe('a')
    expect(plainMText('\\H;')).toBe('')
    expect(plainMText(`${'{'.repeat(500)}a`)).toBe('a')
  })
})

describe('Armenian byte font', () => {
  it('maps Western characters to Armenian ones', () => {
    expect(fromArmenianBytes('Ð³Û³ëï³Ý')).toBe('Հայաստան')
    expect(fromArmenianBytes('Պլան 12')).toBe('Պլան 12')
    expect(fromArmenianBytes('M 1:100')).toBe('M 1:100')
  })

  it.each([
    ['Arial Armenian', true],
    ['ArTarumianTimes', true],
    ['arial.ttf', false],
    ['Noto Sans Armenian', false],
    ['Sylfaen', false],
  ])('is recognised by the name %s: %s', (name, expected) => {
    expect(isArmenianByteFont(name)).toBe(expected)
  })
})
