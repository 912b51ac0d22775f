import { describe, expect, it } from 'vitest'
import { unpack2007 } from './unpack-2007.js'

function unpack(source: readonly number[], size: number): number[] {
  const target = new Uint8Array(size)
  const end = unpack2007({ source: Uint8Array.from(source), from: 0, to: source.length, target, start: 0, end: size })
  return [...target.subarray(0, end)]
}

const count = (length: number): number[] => Array.from({ length }, (_, at) => at)

/** Code of a number of literals from 8 on. */
const writeLiteralCount = (length: number): number[] =>
  length < 0x17 ? [length - 8] : length < 0x17 + 0xff ? [0x0f, length - 0x17] : [0x0f, 0xff, length - 0x116, 0]

describe('unpack2007', () => {
  it.each([
    [8, [0, 1, 2, 3, 4, 5, 6, 7]],
    [9, [8, 0, 1, 2, 3, 4, 5, 6, 7]],
    [10, [9, 1, 2, 3, 4, 5, 6, 7, 8, 0]],
    [16, [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7]],
    [17, [9, 10, 11, 12, 13, 14, 15, 16, 8, 0, 1, 2, 3, 4, 5, 6, 7]],
    [
      32,
      [
        24, 25, 26, 27, 28, 29, 30, 31, 16, 17, 18, 19, 20, 21, 22, 23, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5,
        6, 7,
      ],
    ],
  ])('puts %i literals in their order', (length, order) => {
    expect(unpack([...writeLiteralCount(length), ...count(length)], length)).toEqual(order)
  })

  it.each([...count(24).map((at) => at + 8), 40, 63, 64, 100, 277, 278, 300])(
    'copies each of %i literals once',
    (length) => {
      const literals = count(length).map((at) => at % 256)
      const unpacked = unpack([...writeLiteralCount(length), ...literals], length)
      expect(unpacked.toSorted((a, b) => a - b)).toEqual(literals.toSorted((a, b) => a - b))
    },
  )

  it.each([
    ['three to fourteen bytes', [0x37, 0], [0, 1, 2]],
    ['three to eighteen bytes', [0x10, 7, 0], [0, 1, 2]],
    ['nineteen bytes and more', [0x00, 7, 0], [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2]],
    ['bytes at a distance of two bytes', [0x24, 8, 0, 0], [0, 1, 2, 3]],
  ])('copies %s of earlier output', (_name, code, copy) => {
    expect(unpack([0, ...count(8), ...code], 8 + copy.length).slice(8)).toEqual(copy)
  })

  it('rejects copies from before the start and literals behind the end', () => {
    expect(() => unpack([0, ...count(8), 0x37, 8], 20)).toThrow('before the start')
    expect(() => unpack([1, ...count(9)], 8)).toThrow('beyond the end')
  })
})
