import { mutate } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { summaryProperties } from './summary-properties.js'
import { writeSummary } from './testing/summary-writer.js'

const thumbnail = Uint8Array.of(1, 2, 3, 4)
const summary = writeSummary([
  { id: 4, text: 'Ani' },
  { id: 5, wideText: 'Տուն' },
  { id: 13, texts: ['one', 'two: 2'] },
  { id: 17, clipboard: thumbnail },
])
const changed = (at: number, value: number): Uint8Array => {
  const copy = summary.slice()
  new DataView(copy.buffer).setUint32(at, value, true)
  return copy
}
const section = 48

describe('OLE summary property set', () => {
  it('returns strings, string vectors and clipboard data', () => {
    expect(summaryProperties(summary)).toEqual(
      new Map<string, unknown>([
        ['0:4', 'Ani'],
        ['0:5', 'Տուն'],
        ['0:13', ['one', 'two: 2']],
        ['0:17', thumbnail],
      ]),
    )
  })

  it('ignores values of other types', () => {
    expect(summaryProperties(writeSummary([{ id: 1, short: 1252 }]))).toEqual(new Map())
  })

  it('ends a string at its null terminator before the stated length', () => {
    expect(summaryProperties(writeSummary([{ id: 4, text: 'Ani\0 old' }])).get('0:4')).toBe('Ani')
  })

  it.each<[number, number[], string]>([
    [1251, [0xc4, 0xee, 0xec], 'Дом'],
    [1252, [0x4d, 0xfc, 0x6c, 0x6c], 'Müll'],
    [65_001, [...new TextEncoder().encode('Տուն')], 'Տուն'],
    [932, [0x89, 0xc6], '家'],
    [1200, [0x54, 0x05, 0x75, 0x05, 0, 0], 'Քյ'],
    [4711, [0xe9], 'é'],
  ])('decodes strings in the code page %d', (codePage, bytes, text) => {
    const stream = writeSummary([
      { id: 4, text: Uint8Array.from(bytes) },
      { id: 1, short: codePage },
    ])
    expect(summaryProperties(stream).get('0:4')).toBe(text)
  })

  it('decodes strings as Windows-1252 when no code page is stated', () => {
    expect(summaryProperties(writeSummary([{ id: 4, text: Uint8Array.of(0xe9) }])).get('0:4')).toBe('é')
  })
})

describe('OLE property set sections', () => {
  /** The second section repeats the first one: its entry lies between the first entry and the section. */
  const twice = Uint8Array.from(
    Buffer.concat([summary.subarray(0, section), new Uint8Array(20), summary.subarray(section)]),
  )
  const view = new DataView(twice.buffer)
  view.setUint32(24, 2, true)
  for (const row of [0, 1]) view.setUint32(28 + 20 * row + 16, section + 20, true)

  it('are distinguished by a section number in each key', () => {
    expect([...summaryProperties(twice).keys()]).toEqual(['0:4', '0:5', '0:13', '0:17', '1:4', '1:5', '1:13', '1:17'])
  })

  it('are limited to two regardless of the stated count', () => {
    view.setUint32(24, 0xffffffff, true)
    expect(summaryProperties(twice).size).toBe(8)
  })
})

describe('damaged OLE property set', () => {
  it.each([
    ['no section', changed(24, 0)],
    ['a section beyond the end', changed(44, 0xffffff00)],
    ['all properties beyond the end', changed(section + 4, 0)],
  ])('yields no properties with %s', (_, bytes) => {
    expect(summaryProperties(bytes)).toEqual(new Map())
  })

  it('stays within its bytes when a count or length is too large', () => {
    expect(summaryProperties(changed(24, 0xffffffff)).get('0:4')).toBe('Ani')
    expect(summaryProperties(changed(section + 4, 0xffffffff)).get('0:17')).toEqual(thumbnail)
    const text = section + 8 + 8 * 4
    expect(summaryProperties(changed(text + 4, 0xffffffff)).get('0:4')).toBe('Ani')
  })

  it('yields a bounded number of properties when truncated or corrupted anywhere', () => {
    for (let length = 0; length < summary.length; length += 3) {
      expect(summaryProperties(summary.slice(0, length)).size, `${length} bytes`).toBeLessThanOrEqual(4)
    }
    for (let copy = 1; copy <= 300; copy++) {
      expect(summaryProperties(mutate(summary, copy)).size, `copy ${copy}`).toBeLessThan(2000)
    }
  })
})
