import { describe, expect, it } from 'vitest'
import { AsciiScanner, wordKey } from './ascii-scanner.js'

const over = (text: string): AsciiScanner => {
  const scanner = new AsciiScanner()
  scanner.load(new TextEncoder().encode(`${text}\n`))
  return scanner
}

describe('AsciiScanner number', () => {
  it.each(['', '-', '+', '.', '-.', 'e5', '1e', '0e', '0e+', '1e5e', '1x', '1.2.3', '--1', 'nan', '0x10'])(
    'returns NaN and skips the token: "%s"',
    (text) => {
      const scanner = over(`${text} 7`)
      expect(scanner.number()).toBeNaN()
      scanner.skipBlanks()
      expect(scanner.number()).toBe(7)
    },
  )

  it.each([
    ['0e5', 0],
    ['0e-400', 0],
    ['1e400', Number.POSITIVE_INFINITY],
    ['1e-400', 0],
    ['1,5', 1.5],
    ['12345678901234567890', 12345678901234567000],
    ['0.00000000000000000000000012', 1.2e-25],
  ])('is parsed at the limits of double precision: %s', (text, value) => {
    const parsed = over(text).number()
    // The last digits of very long numbers are dropped.
    expect(parsed === value || Math.abs(parsed / value - 1) < 1e-15).toBe(true)
  })

  it.each(['1/2', '1\\', '1\t2', '1\r2'])('ends at a slash, a blank or a line end: %j', (text) => {
    const scanner = over(text)
    expect([scanner.number(), scanner.position]).toEqual([1, 1])
  })
})

describe('AsciiScanner integer', () => {
  it.each([
    ['12/3', 12, 2],
    ['-4', -4, 2],
    ['+5 ', 5, 2],
    ['x', 0, 0],
    ['', 0, 0],
  ])('is read up to the first character that is not a digit: "%s"', (text, value, position) => {
    const scanner = over(text)
    expect([scanner.integer(), scanner.position]).toEqual([value, position])
  })
})

describe('AsciiScanner lines', () => {
  it('continue after a backslash', () => {
    const scanner = over('a \\\r\n b \\\n c\nd')
    expect(scanner.word()).toBe('a')
    expect([scanner.skipBlanks(), scanner.word()]).toEqual([true, 'b'])
    expect([scanner.skipBlanks(), scanner.word()]).toEqual([true, 'c'])
    expect(scanner.skipBlanks()).toBe(false)
    scanner.skipLine()
    expect(scanner.word()).toBe('d')
  })

  it('are skipped with their continuations', () => {
    const scanner = over('a \\\n b\nc')
    scanner.skipLine()
    expect(scanner.word()).toBe('c')
    scanner.skipLine()
    expect(scanner.atEnd).toBe(true)
  })

  it('return the rest of the line without its end', () => {
    const scanner = over('name of it\nnext')
    scanner.skipWord()
    expect(new TextDecoder().decode(scanner.restOfLine())).toBe(' of it')
    expect(scanner.word()).toBe('next')
  })
})

describe('AsciiScanner word', () => {
  it('is case-insensitive and has a unique key', () => {
    expect(over('FACET').word()).toBe('facet')
    expect(over('FACET').wordKey()).toBe(wordKey('facet'))
    expect(over('facets').wordKey()).not.toBe(wordKey('facet'))
    expect(over('abcdefghij').word(3)).toBe('abc')
  })
})
