import { describe, expect, it } from 'vitest'
import { resolveEscapes } from '@kamar/codecs/text'
import { maxCharacters, plainText, parseTextFragments } from './codes.js'

describe('DWG Unicode escape', () => {
  it.each([
    ['Latin', '\\U+0041', 'A'],
    ['Armenian', '\\U+0540\\U+0561\\U+0575', 'Հայ'],
    ['Cyrillic in lower-case digits', '\\U+043f\\U+043b\\U+0430\\U+043d', 'план'],
    ['the diameter sign', '\\U+2205', '∅'],
    ['between words', 'a\\U+00B2 b', 'a² b'],
    ['a surrogate pair', '\\U+D83D\\U+DE00', '😀'],
    ['zero, which is no character', 'a\\U+0000b', 'ab'],
  ])('is decoded: %s', (_name, raw, expected) => {
    expect(resolveEscapes(raw)).toBe(expected)
  })

  it.each([
    ['a diameter sign and a number', '\\U+220516', '∅16'],
    ['degrees Celsius', '20\\U+00B0C', '20°C'],
    ['a power and a letter', '5 m\\U+00B2A', '5 m²A'],
    ['two escapes', '\\U+00B1\\U+00B00', '±°0'],
  ])('has four digits and leaves what follows: %s', (_name, raw, expected) => {
    expect(resolveEscapes(raw)).toBe(expected)
  })

  it.each(['\\U+12', '\\U+', '\\U+XYZW', '\\u+0041', 'U+0041', '\\U0041'])(
    'is left unchanged when malformed: %s',
    (raw) => {
      expect(resolveEscapes(raw)).toBe(raw)
    },
  )
})

describe('DWG multibyte escape', () => {
  it.each([
    ['Japanese', '\\M+193FA', '日'],
    ['Japanese kana', '\\M+182A0\\M+182A2', 'あい'],
    ['traditional Chinese', '\\M+2A4A4', '中'],
    ['Korean', '\\M+3B0A1', '가'],
    ['simplified Chinese', '\\M+5D6D0', '中'],
    ['in lower-case digits', '\\M+5d6d0', '中'],
  ])('is decoded: %s', (_name, raw, expected) => {
    expect(resolveEscapes(raw)).toBe(expected)
  })

  it.each(['\\M+0B0A1', '\\M+6B0A1', '\\M+5B0', '\\M+5ZZZZ', '\\M+5FFFF'])(
    'is left unchanged when invalid: %s',
    (raw) => {
      expect(resolveEscapes(raw)).toBe(raw)
    },
  )
})

describe('DWG percent code', () => {
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
  ])('is resolved from %s to %s', (raw, expected) => {
    expect(plainText(raw)).toBe(expected)
  })

  it.each(['', '%', '%%', '100%', '100 % of', '%%12', '%% c', 'a%%-b'])('is not found in “%s”', (raw) => {
    expect(plainText(raw)).toBe(raw)
  })

  it('is resolved after Unicode escapes', () => {
    expect(plainText('\\U+0025%c')).toBe('Ø')
  })
})

describe('DWG percent formatting code', () => {
  it.each([
    ['%%u', 'underline'],
    ['%%U', 'underline'],
    ['%%o', 'overline'],
    ['%%O', 'overline'],
    ['%%k', 'strikethrough'],
    ['%%K', 'strikethrough'],
  ])('reads %s as a toggle of %s', (code, mark) => {
    expect(parseTextFragments(`a${code}b${code}c`)).toEqual([
      { text: 'a' },
      { text: 'b', [mark]: true },
      { text: 'c', [mark]: false },
    ])
  })

  it('may overlap another code', () => {
    expect(parseTextFragments('%%ua%%ob%%uc')).toEqual([
      { text: 'a', underline: true },
      { text: 'b', underline: true, overline: true },
      { text: 'c', underline: false, overline: true },
    ])
  })

  it('yields no run without characters', () => {
    expect(parseTextFragments('%%u%%u%%o')).toEqual([])
    expect(parseTextFragments('')).toEqual([])
  })

  it('applies to resolved symbols', () => {
    expect(parseTextFragments('%%u%%c20%%u h8')).toEqual([
      { text: 'Ø20', underline: true },
      { text: ' h8', underline: false },
    ])
  })
})

describe('overlong DWG text', () => {
  it('is cut at the maximum length', () => {
    expect(plainText('x'.repeat(maxCharacters + 5))).toHaveLength(maxCharacters)
  })

  it('is resolved when it consists only of codes', () => {
    expect(plainText('%%u'.repeat(6000))).toBe('')
    expect(plainText('%'.repeat(9))).toBe('%%%')
  })
})
