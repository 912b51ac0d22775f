import { describe, expect, it } from 'vitest'
import { maxCharacters, plainText, resolveEscapes, parseTextFragments } from './codes.js'

describe('letters by number', () => {
  it.each([
    ['Latin', '\\U+0041', 'A'],
    ['Armenian', '\\U+0540\\U+0561\\U+0575', 'Հայ'],
    ['Cyrillic in small digits', '\\U+043f\\U+043b\\U+0430\\U+043d', 'план'],
    ['the diameter sign', '\\U+2205', '∅'],
    ['between words', 'a\\U+00B2 b', 'a² b'],
    ['two halves of one letter', '\\U+D83D\\U+DE00', '😀'],
    ['zero, which no letter has', 'a\\U+0000b', 'ab'],
  ])('%s', (_name, raw, expected) => {
    expect(resolveEscapes(raw)).toBe(expected)
  })

  it.each([
    ['a diameter and its number', '\\U+220516', '∅16'],
    ['degrees of Celsius', '20\\U+00B0C', '20°C'],
    ['a power and a letter', '5 m\\U+00B2A', '5 m²A'],
    ['two of them', '\\U+00B1\\U+00B00', '±°0'],
  ])('have four digits, so that what follows stays: %s', (_name, raw, expected) => {
    expect(resolveEscapes(raw)).toBe(expected)
  })

  it.each(['\\U+12', '\\U+', '\\U+XYZW', '\\u+0041', 'U+0041', '\\U0041'])('%s is none', (raw) => {
    expect(resolveEscapes(raw)).toBe(raw)
  })
})

describe('letters of Asian code pages', () => {
  it.each([
    ['Japanese', '\\M+193FA', '日'],
    ['Japanese letters of the syllabary', '\\M+182A0\\M+182A2', 'あい'],
    ['traditional Chinese', '\\M+2A4A4', '中'],
    ['Korean', '\\M+3B0A1', '가'],
    ['simplified Chinese', '\\M+5D6D0', '中'],
    ['in small digits', '\\M+5d6d0', '中'],
  ])('%s', (_name, raw, expected) => {
    expect(resolveEscapes(raw)).toBe(expected)
  })

  it.each(['\\M+0B0A1', '\\M+6B0A1', '\\M+5B0', '\\M+5ZZZZ', '\\M+5FFFF'])('%s is none of them and stays', (raw) => {
    expect(resolveEscapes(raw)).toBe(raw)
  })
})

describe('signs', () => {
  it.each([
    ['%%c100', 'Ø100'],
    ['%%C100', 'Ø100'],
    ['90%%d', '90°'],
    ['%%P0.5', '±0.5'],
    ['50%%%', '50%'],
    ['%%%%', '%%'],
    ['%%037', '%'],
    ['%%176', '°'],
    ['%%0411', ')1'],
    ['%%d%%d', '°°'],
  ])('%s is read as %s', (raw, expected) => {
    expect(plainText(raw)).toBe(expected)
  })

  it.each(['', '%', '%%', '100%', '100 % of', '%%12', '%% c', 'a%%-b'])('“%s” has none', (raw) => {
    expect(plainText(raw)).toBe(raw)
  })

  it('are resolved behind letters by number, which may make up a code', () => {
    expect(plainText('\\U+0025%c')).toBe('Ø')
  })
})

describe('marks', () => {
  it.each([
    ['%%u', 'underline'],
    ['%%U', 'underline'],
    ['%%o', 'overline'],
    ['%%O', 'overline'],
    ['%%k', 'strikethrough'],
    ['%%K', 'strikethrough'],
  ])('%s begins and ends %s', (code, mark) => {
    expect(parseTextFragments(`a${code}b${code}c`)).toEqual([
      { text: 'a' },
      { text: 'b', [mark]: true },
      { text: 'c', [mark]: false },
    ])
  })

  it('lie across each other', () => {
    expect(parseTextFragments('%%ua%%ob%%uc')).toEqual([
      { text: 'a', underline: true },
      { text: 'b', underline: true, overline: true },
      { text: 'c', underline: false, overline: true },
    ])
  })

  it('without letters make no pieces', () => {
    expect(parseTextFragments('%%u%%u%%o')).toEqual([])
    expect(parseTextFragments('')).toEqual([])
  })

  it('leave signs where they stand', () => {
    expect(parseTextFragments('%%u%%c20%%u h8')).toEqual([
      { text: 'Ø20', underline: true },
      { text: ' h8', underline: false },
    ])
  })
})

describe('a text without an end', () => {
  it('is cut where no drawing has words any more', () => {
    expect(plainText('x'.repeat(maxCharacters + 5))).toHaveLength(maxCharacters)
  })

  it('of nothing but codes ends', () => {
    expect(plainText('%%u'.repeat(6000))).toBe('')
    expect(plainText('%'.repeat(9))).toBe('%%%')
  })
})
