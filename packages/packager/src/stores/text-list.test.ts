import { describe, expect, it } from 'vitest'
import { plainText } from '../test-support/test-sheet.js'
import { TextList } from './text-list.js'

describe('TextList', () => {
  it('returns texts as they were added, with their insertion numbers', () => {
    const plain = plainText('Room')
    const stacked = { text: '1', font: 0, height: 3, stacked: { lower: '2', between: 'line' } } as const
    const texts = [
      plain,
      { ...plainText('Hall'), entity: 7, anchor: [3, -4] as const },
      { ...plain, xAxis: [0, 1] as const, yAxis: [-1, 0] as const },
      {
        ...plain,
        paragraphs: [[stacked, { text: ' of ', font: 0, height: 3 }], [], [{ text: '', font: 0, height: 5 }]],
      },
      { ...plain, paragraphs: [] },
    ]
    const list = new TextList()
    for (const [number, text] of texts.entries()) list.add(text, 10 + number)
    expect(list.length).toBe(5)
    expect([...list.listFonts()]).toEqual([0])
    expect([...list]).toEqual(texts.map((text, number) => ({ ...text, push: 10 + number })))
    // Fingerprints depend on the order of the fields.
    expect(JSON.stringify(list.at(1))).toBe(JSON.stringify({ ...texts[1], push: 11 }))
  })
})
