import type { PropertySet } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { decodePropertyBlock, decodePropertyIndex, encodePropertyBlock, encodePropertyIndex } from '../index.js'
import { propertyBlockPath } from './properties.js'

const sets: PropertySet[] = [
  {
    name: 'Pset_WallCommon',
    properties: [
      { name: 'IsExternal', value: true },
      { name: 'LoadBearing', value: false },
    ],
  },
  {
    name: 'Qto',
    properties: [
      { name: 'Area', value: 12.25, unit: 'm²' },
      { name: 'Height', value: 3, unit: 'm' },
    ],
  },
  {
    name: 'Qto',
    properties: [
      { name: 'Area', value: 1e-7, unit: 'm²' },
      { name: 'Height', value: -0, unit: 'm' },
    ],
  },
  { name: 'Empty', properties: [] },
  {
    name: 'Texts',
    properties: [
      { name: 'Պատ', value: '12.25' },
      { name: '', value: '' },
      { name: 'x', value: 'a b\0c' },
    ],
  },
  {
    name: 'Numbers',
    properties: [
      { name: 'n', value: NaN },
      { name: 'i', value: Infinity },
      { name: 'd', value: 0.1 + 0.2 },
    ],
  },
]

describe('property block', () => {
  it('returns every set exactly', () => {
    const block = decodePropertyBlock(encodePropertyBlock(sets, 40))
    expect([block.firstSet, block.setCount]).toEqual([40, sets.length])
    sets.forEach((set, index) => expect(block.set(40 + index)).toEqual(set))
  })

  it('throws for a set of another block', () => {
    const block = decodePropertyBlock(encodePropertyBlock(sets, 40))
    for (const number of [39, 46, -1, NaN]) expect(() => block.set(number)).toThrow(RangeError)
  })

  it('stores the property names of equal sets once', () => {
    const one = encodePropertyBlock(sets.slice(1, 2), 0).length
    const hundred = encodePropertyBlock(
      Array.from({ length: 100 }, () => sets[1]),
      0,
    ).length
    expect(hundred - one).toBeLessThan(400)
  })
})

describe('property index', () => {
  const index = decodePropertyIndex(
    encodePropertyIndex({
      elementCount: 4,
      setStart: Uint32Array.of(0, 2, 2, 5, 6),
      setNumbers: Uint32Array.of(0, 1, 0, 2, 3, 3),
      blockStart: Uint32Array.of(0, 2, 4),
    }),
  )

  it('returns the sets of an element', () => {
    expect([0, 1, 2, 3, 4].map((element) => [...index.setsOf(element)])).toEqual([[0, 1], [], [0, 2, 3], [3], []])
    expect([index.elementCount, index.setCount, index.blockCount]).toEqual([4, 4, 2])
  })

  it('returns the block of a set', () => {
    expect([0, 1, 2, 3].map((set) => index.findBlock(set))).toEqual([0, 0, 1, 1])
    expect([index.findBlock(4), index.findBlock(-1)]).toEqual([-1, -1])
    expect(propertyBlockPath(7)).toBe('properties/007.bin')
  })

  it('supports elements without sets', () => {
    const none = new Uint32Array(0)
    const empty = decodePropertyIndex(
      encodePropertyIndex({
        elementCount: 2,
        setStart: new Uint32Array(3),
        setNumbers: none,
        blockStart: Uint32Array.of(0),
      }),
    )
    expect(empty.setCount).toBe(0)
    expect([...empty.setsOf(1)]).toEqual([])
    expect(empty.findBlock(0)).toBe(-1)
  })

  it('rejects a set that is in no block', () => {
    const bytes = encodePropertyIndex({
      elementCount: 1,
      setStart: Uint32Array.of(0, 2),
      setNumbers: Uint32Array.of(0, 1),
      blockStart: Uint32Array.of(0, 1),
    })
    expect(() => decodePropertyIndex(bytes)).toThrow(RangeError)
  })
})
