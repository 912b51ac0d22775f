import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { decodeContainer } from './container-decode.js'
import { encodeContainer } from './container-encode.js'
import {
  decodeFirstUses,
  encodeFirstUses,
  readStringTable,
  StringTableBuilder,
  stringTableSections,
  type StringTable,
} from './string-table.js'
import { getSection } from '../testing/edit-container.js'

const encodeTable = (texts: readonly string[]): Uint8Array => encodeContainer({}, stringTableSections('n', texts))

const readTable = (text: readonly number[], lengths: readonly number[], count: number): StringTable =>
  readStringTable(
    decodeContainer(
      encodeContainer({}, [
        { name: 'n.text', data: Uint8Array.from(text) },
        { name: 'n.length', data: Uint8Array.from(lengths) },
      ]),
    ),
    'n',
    count,
  )

describe('StringTableBuilder', () => {
  it('numbers texts in the order of their first use', () => {
    const table = new StringTableBuilder()
    expect(['b', 'a', 'b', '', 'a', 'c'].map((text) => table.indexOf(text))).toEqual([0, 1, 0, 2, 1, 3])
    expect(table.texts).toEqual(['b', 'a', '', 'c'])
  })

  it('distinguishes texts that name members of objects', () => {
    const table = new StringTableBuilder()
    expect(['constructor', '__proto__', 'constructor'].map((text) => table.indexOf(text))).toEqual([0, 1, 0])
  })
})

describe('string table', () => {
  it('stores all texts in UTF-8 without separators, and the bytes of each', () => {
    const bytes = encodeTable(['ab', '', 'é', '😀'])
    expect(getSection(bytes, 'n.text')).toEqual([0x61, 0x62, 0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80])
    expect(getSection(bytes, 'n.length')).toEqual([2, 0, 2, 4])
  })

  it('returns texts by number, and an empty one for other numbers', () => {
    const table = readStringTable(decodeContainer(encodeTable(['ab', '', '\u{feff}é', 'z'])), 'n', 4)
    expect([0, 1, 2, 3, 4, 99].map((index) => table.text(index))).toEqual(['ab', '', '\u{feff}é', 'z', '', ''])
    expect(table.count).toBe(4)
  })

  it('may be empty', () => {
    const table = readStringTable(decodeContainer(encodeTable([])), 'n', 0)
    expect([table.count, table.text(0)]).toEqual([0, ''])
  })

  it('shows bytes that are not UTF-8 as replacement characters', () => {
    expect(readTable([0x61, 0xff], [2], 1).text(0)).toBe('a\ufffd')
  })

  it.each([
    ['a text longer than the rest', [97, 98], [1, 2], 2, 'text of n runs past its end'],
    ['bytes of no text', [97, 98, 99], [1, 1], 2, 'text of n is longer than its parts'],
    ['lengths whose sum overflows 32 bits', [97], [255, 255, 255, 255, 15, 2], 2, 'text of n runs past its end'],
    ['fewer lengths than texts', [97], [1], 2, 'fewer numbers than promised'],
    ['more lengths than texts', [97], [1, 0], 1, 'more numbers than promised'],
  ])('is refused with %s', (_, text, lengths, count, message) => {
    expect(() => readTable(text, lengths, count)).toThrow(RangeError)
    expect(() => readTable(text, lengths, count)).toThrow(message)
  })

  it('returns random texts of all planes', () => {
    const random = seededRandom(4)
    const texts = Array.from({ length: 500 }, () =>
      String.fromCodePoint(...Array.from({ length: random() * 9 }, () => Math.floor(random() ** 4 * 0xd800))),
    )
    const table = readStringTable(decodeContainer(encodeTable(texts)), 'n', texts.length)
    expect(texts.map((_, index) => table.text(index))).toEqual(texts)
  })
})

describe('first-use codec', () => {
  it('counts other numbers back from the next new one', () => {
    expect([...encodeFirstUses([0, 0, 1, 2, 2, 0])]).toEqual([0, 1, 0, 0, 1, 3])
    expect([...encodeFirstUses([])]).toEqual([])
  })

  it('restores random sequences of first uses', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed)
      let next = 0
      const numbers = Array.from({ length: 300 }, () =>
        random() < 0.4 ? next++ : Math.floor(random() * Math.max(1, next)),
      ).filter((number, index, all) => number <= Math.max(-1, ...all.slice(0, index)) + 1)
      const bytes = encodeFirstUses(numbers)
      expect([...decodeFirstUses(bytes, numbers.length, 300)], `seed ${seed}`).toEqual(numbers)
    }
  })

  it('accepts exactly the numbers of the table', () => {
    const bytes = encodeFirstUses([0, 1, 2, 0])
    expect([...decodeFirstUses(bytes, 4, 3)]).toEqual([0, 1, 2, 0])
    expect(() => decodeFirstUses(bytes, 4, 2)).toThrow('text number out of range')
  })

  it('refuses a number before the first', () => {
    expect(() => decodeFirstUses(Uint8Array.of(0, 2), 2, 9)).toThrow('text number out of range')
    expect([...decodeFirstUses(Uint8Array.of(0, 1), 2, 9)]).toEqual([0, 0])
  })

  it('refuses to encode a number that skips another', () => {
    expect(() => encodeFirstUses([0, 2])).toThrow(new RangeError('numbers are not in the order of their first use'))
  })
})
