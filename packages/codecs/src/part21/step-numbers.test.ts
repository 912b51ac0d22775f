import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { encodeText } from './testing/exchange.js'
import { NumberScanner } from './step-numbers.js'

function scan(text: string, at = 0): { value: number; position: number } {
  const bytes = encodeText(text)
  const scanner = new NumberScanner(bytes)
  scanner.position = at
  return { value: scanner.read(bytes.length), position: scanner.position }
}

describe('STEP NumberScanner', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    ['-7', -7],
    ['+7', 7],
    ['0.', 0],
    ['-0.', -0],
    ['1.', 1],
    ['.5', 0.5],
    ['-.5', -0.5],
    ['3.14159265358979', 3.14159265358979],
    ['1.E-5', 1e-5],
    ['1.e5', 1e5],
    ['-2.5E+3', -2500],
    ['1E3', 1000],
    ['6.123233995736766E-17', 6.123233995736766e-17],
    ['123456789012345678', 123456789012345680],
    ['0.1234567890123456789012345', 0.12345678901234568],
    ['0.00000000000000000000000000001', 1e-29],
    ['9007199254740993', 2 ** 53],
    ['0.017453292519943295', 0.017453292519943295],
    ['4294967295', 4294967295],
  ])('reads %s', (text, value) => {
    expect(scan(text).value).toBe(value)
    expect(scan(`${text},9`)).toEqual({ value, position: text.length })
  })

  it('moves its position to the end of each number', () => {
    const bytes = encodeText('(1.5,-2.E1,3)')
    const scanner = new NumberScanner(bytes)
    const read = [1, 5, 11].map((at) => {
      scanner.position = at
      return [scanner.read(bytes.length), scanner.position]
    })
    expect(read).toEqual([
      [1.5, 4],
      [-20, 10],
      [3, 12],
    ])
  })

  it('stops at the given end, even between digits', () => {
    const bytes = encodeText('12345')
    const scanner = new NumberScanner(bytes)
    expect(scanner.read(3)).toBe(123)
    expect(scanner.position).toBe(3)
  })

  it('stops at a second decimal point', () => {
    expect(scan('1.2.3')).toEqual({ value: 1.2, position: 3 })
  })

  it('returns NaN for an invalid number', () => {
    expect(scan('1E+E-').value).toBeNaN()
  })

  it('reads random numbers exactly as JavaScript does (seed 20240101)', () => {
    const random = seededRandom(20240101)
    for (let round = 0; round < 3000; round++) {
      const digits = 1 + Math.floor(random() * 18)
      const exponent = Math.floor(random() * 40) - 20
      const text = ((random() - 0.5) * 10 ** exponent).toPrecision(digits).toUpperCase()
      expect(scan(text).value, text).toBe(Number(text))
    }
  })
})
