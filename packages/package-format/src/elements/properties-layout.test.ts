import type { Property, PropertySet } from '@kamar/core'
import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { propertyBlockPath } from './properties.js'
import { decodePropertyBlock, decodePropertyIndex } from './properties-decode.js'
import { encodePropertyBlock, encodePropertyIndex } from './properties-encode.js'
import { editContainer, getSection, readStored, type ContainerChanges } from '../testing/edit-container.js'

const sets: PropertySet[] = [
  {
    name: 'P',
    properties: [
      { name: 'a', value: 1 },
      { name: 'b', value: 'x', unit: 'm' },
    ],
  },
  {
    name: 'P',
    properties: [
      { name: 'a', value: 2 },
      { name: 'b', value: 'x', unit: 'm' },
    ],
  },
  {
    name: 'P',
    properties: [
      { name: 'a', value: true },
      { name: 'c', value: false },
    ],
  },
]

describe('encodePropertyBlock', () => {
  const bytes = encodePropertyBlock(sets, 7)

  it('writes templates once, with names, types and units, and the values of each set', () => {
    // Names: P, a, m, b, c. A template is the name, then name, type (text 0, number 1, false 2, true 3) and unit + 1.
    expect(getSection(bytes, 'name.text')).toEqual([...new TextEncoder().encode('Pambc')])
    expect(getSection(bytes, 't.length')).toEqual([7, 7])
    expect(getSection(bytes, 't.numbers')).toEqual([0, 1, 1, 0, 3, 0, 3, 0, 1, 3, 0, 4, 2, 0])
    expect(getSection(bytes, 's.template')).toEqual([0, 1, 0])
    // Values: 1, x, 2; sets use 1 x and 2 x.
    expect(getSection(bytes, 'value.text')).toEqual([...new TextEncoder().encode('1x2')])
    expect(getSection(bytes, 's.values')).toEqual([0, 0, 0, 2])
    expect(readStored(bytes).meta).toEqual({
      firstSet: 7,
      sets: 3,
      names: 5,
      values: 3,
      templates: 2,
      templateNumbers: 14,
      valueNumbers: 4,
    })
  })

  it('restores random sets', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed)
      const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]
      const createProperty = (): Property => ({
        name: pick(['a', 'b', '', 'Պատ']),
        value: pick<Property['value']>(['', 'x', '12', 0, -0, 1e-300, random(), NaN, -Infinity, true, false]),
        ...(random() < 0.4 ? { unit: pick(['m', 'm²', '']) } : {}),
      })
      const random40 = Array.from({ length: 40 }, () => ({
        name: pick(['P', 'Q', '']),
        properties: Array.from({ length: random() * 5 }, createProperty),
      }))
      const block = decodePropertyBlock(encodePropertyBlock(random40, 100))
      random40.forEach((set, row) => expect(block.set(100 + row), `seed ${seed}`).toEqual(set))
    }
  })
})

describe('decodePropertyBlock', () => {
  it.each<[string, ContainerChanges, string]>([
    ['a template of odd length', { sections: { 't.length': Uint8Array.of(8, 6) } }, 'template of odd length'],
    ['templates longer than their numbers', { sections: { 't.length': Uint8Array.of(7, 10) } }, 'templates do not add'],
    ['templates shorter than their numbers', { sections: { 't.length': Uint8Array.of(7, 4) } }, 'templates do not add'],
    ['a set name that does not exist', editTemplate(0, 5), 'template out of range'],
    ['a property name that does not exist', editTemplate(1, 5), 'template out of range'],
    ['an unknown type', editTemplate(2, 4), 'template out of range'],
    ['a unit that does not exist', editTemplate(3, 6), 'template out of range'],
    ['a template that does not exist', { sections: { 's.template': Uint8Array.of(0, 0, 0) } }, 'text number out of'],
    [
      'a value that does not exist',
      { sections: { 's.values': Uint8Array.of(0, 0, 0, 0) } },
      'text number out of range',
    ],
    ['more values than its sets have', editTemplate(2, 2), 'values do not add up'],
    ['fewer values than its sets have', editTemplate(9, 1), 'values do not add up'],
    ['no first set', { meta: { firstSet: -1 } }, 'no count firstSet'],
    ['no sets', { meta: { sets: 'x' } }, 'no count sets'],
    ['no templates', { meta: { templates: null } }, 'no count templates'],
    ['no template numbers', { meta: { templateNumbers: null } }, 'no count templateNumbers'],
    ['no value numbers', { meta: { valueNumbers: null } }, 'no count valueNumbers'],
  ])('refuses %s', (_, changes, message) => {
    const bytes = editContainer(encodePropertyBlock(sets, 7), changes)
    expect(() => decodePropertyBlock(bytes)).toThrow(RangeError)
    expect(() => decodePropertyBlock(bytes)).toThrow(message)
  })

  it('accepts the last name as a unit', () => {
    const block = decodePropertyBlock(editContainer(encodePropertyBlock(sets, 7), editTemplate(3, 5)))
    expect(block.set(7).properties[0]).toEqual({ name: 'a', value: 1, unit: 'c' })
  })

  it('has only the sets of the block', () => {
    const block = decodePropertyBlock(encodePropertyBlock(sets, 7))
    expect([block.firstSet, block.setCount, block.set(9).properties.length]).toEqual([7, 3, 2])
    for (const number of [6, 10, NaN])
      expect(() => block.set(number)).toThrow(`view package: set ${number} is in another block`)
  })
})

function editTemplate(at: number, value: number): ContainerChanges {
  const numbers = [0, 1, 1, 0, 3, 0, 3, 0, 1, 3, 0, 4, 2, 0]
  numbers[at] = value
  return { sections: { 't.numbers': Uint8Array.from(numbers) } }
}

describe('property index', () => {
  const bytes = encodePropertyIndex({
    elementCount: 3,
    setStart: Uint32Array.of(0, 2, 2, 3),
    setNumbers: Uint32Array.of(0, 1, 0),
    blockStart: Uint32Array.of(0, 1, 1, 2),
  })

  it('stores the number of sets of each element, their numbers and the first set of each block', () => {
    expect(getSection(bytes, 'e.sets')).toEqual([2, 0, 1])
    expect(getSection(bytes, 'e.set')).toEqual([0, 0, 2])
    expect(getSection(bytes, 'b.start')).toEqual([0, 2, 0, 2])
    expect(readStored(bytes).meta).toEqual({ elements: 3, assignments: 3, blocks: 4 })
  })

  it('finds sets in blocks of any size', () => {
    for (const blockStart of [
      [0, 9],
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      [0, 4, 9],
      [0, 1, 8, 9],
      [0, 3, 3, 3, 9],
    ]) {
      const index = decodePropertyIndex(
        encodePropertyIndex({
          elementCount: 1,
          setStart: Uint32Array.of(0, 9),
          setNumbers: Uint32Array.from({ length: 9 }, (_, set) => set),
          blockStart: Uint32Array.from(blockStart),
        }),
      )
      const expected = Array.from({ length: 9 }, (_, set) => blockStart.findLastIndex((start) => start <= set))
      expect(expected.map((_, set) => index.findBlock(set))).toEqual(expected)
      expect([index.findBlock(-1), index.findBlock(9), index.blockCount]).toEqual([-1, -1, blockStart.length - 1])
    }
  })

  it.each<[string, ContainerChanges, string]>([
    ['no block', { meta: { blocks: 0 }, sections: { 'b.start': new Uint8Array(0) } }, 'blocks do not start at 0'],
    ['blocks that start at 1', { sections: { 'b.start': Uint8Array.of(2, 2, 0, 2) } }, 'blocks do not start at 0'],
    ['blocks in descending order', { sections: { 'b.start': Uint8Array.of(0, 2, 1, 2) } }, 'blocks are out of order'],
    ['elements with more sets than assigned', { sections: { 'e.sets': Uint8Array.of(2, 0, 2) } }, 'assignments do not'],
    [
      'elements with fewer sets than assigned',
      { sections: { 'e.sets': Uint8Array.of(2, 0, 0) } },
      'assignments do not',
    ],
    ['a set in no block', { sections: { 'e.set': Uint8Array.of(0, 0, 0) } }, 'text number out of range'],
    ['no elements', { meta: { elements: null } }, 'no count elements'],
    ['no assignments', { meta: { assignments: null } }, 'no count assignments'],
    ['no number of blocks', { meta: { blocks: null } }, 'no count blocks'],
  ])('is refused with %s', (_, changes, message) => {
    expect(() => decodePropertyIndex(editContainer(bytes, changes))).toThrow(RangeError)
    expect(() => decodePropertyIndex(editContainer(bytes, changes))).toThrow(message)
  })

  it('has blocks in files of three digits or more', () => {
    expect([0, 42, 1000].map(propertyBlockPath)).toEqual([
      'properties/000.bin',
      'properties/042.bin',
      'properties/1000.bin',
    ])
  })
})
