import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { RowLinks } from './row-links.js'

describe('RowLinks', () => {
  it('lists what was added to each row in its order', () => {
    const random = seededRandom(1)
    const links = new RowLinks()
    const expected = new Map<number, number[]>()
    for (let count = 0; count < 5000; count++) {
      const [from, to] = [Math.floor(random() * 700), Math.floor(random() * 2 ** 31)]
      links.add(from, to)
      expected.set(from, [...(expected.get(from) ?? []), to])
    }
    for (let from = 0; from < 701; from++) {
      expect(links.get(from)).toEqual(expected.get(from))
      expect(links.getFirst(from)).toBe(expected.get(from)?.[0])
    }
  })
})
