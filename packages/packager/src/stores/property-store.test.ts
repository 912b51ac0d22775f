import type { PropertySet } from '@kamar/core'
import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { type AssignedSets, PropertyStore } from './property-store.js'

const createSet = (name: string, ...properties: PropertySet['properties']): PropertySet => ({ name, properties })

const listNames = ({ getSet, setStart, setNumbers }: AssignedSets): string[][] =>
  Array.from({ length: setStart.length - 1 }, (_, element) =>
    [...setNumbers.subarray(setStart[element], setStart[element + 1])].map((set) => getSet(set).name),
  )

describe('PropertyStore', () => {
  it('stores equal sets once', () => {
    const store = new PropertyStore()
    const make = (): PropertySet =>
      createSet('Pset', { name: 'Width', value: 3, unit: 'm' }, { name: 'Fire', value: 'REI' })
    expect([store.add(make()), store.add(createSet('other')), store.add(make())]).toEqual([0, 1, 0])
    expect(store.count).toBe(2)
    expect(store.set(0)).toEqual(make())
  })

  it('tells apart sets that look alike when they are concatenated', () => {
    const store = new PropertyStore()
    const sets = [
      createSet('A', { name: 'b', value: '1' }),
      createSet('A', { name: 'b', value: 1 }),
      createSet('A', { name: 'b', value: true }),
      createSet('A', { name: 'b', value: 'true' }),
      createSet('A', { name: 'b', value: 1, unit: '' }),
      createSet('A', { name: 'b', value: 1, unit: 'm' }),
      createSet('A', { name: 'b1', value: '' }),
      createSet('Ab', { name: '', value: '1' }),
      createSet('A', { name: 'b', value: '' }, { name: '', value: '1' }),
      createSet('A', { name: 'b', value: 0 }),
      createSet('A', { name: 'b', value: -0 }),
      createSet('A', { name: 'c', value: 1 }, { name: 'b', value: 1 }),
      createSet('A', { name: 'b', value: 1 }, { name: 'c', value: 1 }),
      createSet('A'),
      createSet(''),
    ]
    expect(sets.map((set) => store.add(set))).toEqual([...sets.keys()])
  })

  it('groups assignments by element and numbers the sets by the first element that has them', () => {
    const store = new PropertyStore()
    for (const name of ['unused', 'a', 'b', 'c']) store.add(createSet(name))
    store.assign(3, [1])
    store.assign(1, [3, 2])
    store.assign(3, [3])
    store.assign(2, [])
    const assigned = store.assigned(5)
    expect([...assigned.setStart]).toEqual([0, 0, 2, 2, 4, 4])
    expect([0, 1, 2].map((number) => assigned.getSet(number).name)).toEqual(['c', 'b', 'a'])
    expect(assigned.setCount).toBe(3)
    expect([...assigned.setNumbers]).toEqual([0, 1, 2, 0])
  })

  it('lists the sets of each element in the order of their assignment (seed 9)', () => {
    const random = seededRandom(9)
    const store = new PropertyStore()
    for (let set = 0; set < 50; set++) store.add(createSet(`${set}`))
    const expected: string[][] = Array.from({ length: 200 }, () => [])
    for (let count = 0; count < 3000; count++) {
      const [element, set] = [Math.floor(random() * 200), Math.floor(random() * 50)]
      store.assign(element, [set])
      expected[element]?.push(`${set}`)
    }
    expect(listNames(store.assigned(200))).toEqual(expected)
  })

  it('assigns nothing without elements', () => {
    const { setCount, setStart, setNumbers } = new PropertyStore().assigned(0)
    expect([setCount, [...setStart], [...setNumbers]]).toEqual([0, [0], []])
  })

  it.each([-1, 1, Number.NaN])('rejects the set %d, which does not exist', (set) => {
    const store = new PropertyStore()
    store.add(createSet('a'))
    expect(() => store.assign(0, [0, set])).toThrow(new RangeError(`property set ${set} does not exist`))
  })
})
