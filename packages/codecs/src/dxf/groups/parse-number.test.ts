import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { parseHandle } from './parse-handle.js'
import { parseNumber } from './parse-number.js'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const parse = (text: string): number => parseNumber(encode(text), 0, encode(text).length)

describe('number of a text DXF', () => {
  it.each([
    '0',
    '-0.0',
    '  42  ',
    '+7.5',
    '.5',
    '5.',
    '-2680430.068109198',
    '1.224646799147353E-16',
    '1e308',
    '4.9e-324',
    '123456789012345678901234567890',
    '0.1234567890123456789',
    '9007199254740993',
    '9.999999999999999547e-07',
  ])('is the nearest number to its digits: %s', (text) => {
    expect(parse(text)).toBe(Number(text))
  })

  it('is rounded as JavaScript rounds it, for numbers of every length and size', () => {
    const next = seededRandom(1)
    const different: string[] = []
    for (let count = 0; count < 20_000; count++) {
      const digits = Array.from({ length: 1 + Math.floor(next() * 19) }, () => Math.floor(next() * 10)).join('')
      const at = Math.floor(next() * (digits.length + 1))
      const exponent = next() < 0.5 ? '' : `e${Math.floor(next() * 80) - 40}`
      const text = `${next() < 0.5 ? '-' : ''}${digits.slice(0, at)}.${digits.slice(at)}${exponent}`
      if (!Object.is(parse(text), Number(text))) different.push(text)
    }
    expect(different).toEqual([])
  })

  it.each([
    ['12 mm', 12],
    ['3.5abc', 3.5],
    ['', Number.NaN],
    ['.', Number.NaN],
    ['-', Number.NaN],
    ['nan', Number.NaN],
    ['1e', 1],
    ['2e+x', 2],
  ])('is the number at the start of other texts: %j', (text, value) => {
    expect(parse(text)).toBe(value)
  })
})

describe('handle', () => {
  it.each([
    ['1F', 0x1f],
    [' 00ab\r', 0xab],
    ['0', 0],
    ['FFFFFFFFFFFFF', 0xf_ffff_ffff_ffff],
    ['10000000000000', 0],
    ['_DOT', 0],
    ['1G', 0],
    ['', 0],
  ])('is read from hexadecimal digits: %j', (text, handle) => {
    expect(parseHandle(encode(text), 0, encode(text).length)).toBe(handle)
  })
})
