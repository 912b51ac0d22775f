import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { contentKey, isLasting } from './element-keys.js'
import { Pairing, type Key } from './pairing.js'
import { buildVersion, type MadeElement } from './testing/build-version.js'

const getKey =
  (keys: readonly Key[]) =>
  (element: number): Key =>
    keys[element]

/** Pairs keys by one method; returns the older partner of each newer element. */
function pairKeys(method: 'pairUnique' | 'pairInOrder', older: readonly Key[], newer: readonly Key[]): Pairing {
  const pairing = new Pairing(older.length, newer.length)
  pairing[method](getKey(older), getKey(newer))
  return pairing
}

describe('Pairing', () => {
  it('pairs elements whose key occurs once in each version', () => {
    const pairing = pairKeys('pairUnique', ['a', 'b', 'b', null, 'd', 5], [5, 'd', 'd', 'b', 'a', null])
    expect([...pairing.before]).toEqual([5, -1, -1, -1, 0, -1])
    expect([...pairing.after]).toEqual([4, -1, -1, -1, -1, 0])
    expect(pairing.count).toBe(2)
  })

  it('pairs equal keys in order, and leaves the surplus', () => {
    const pairing = pairKeys('pairInOrder', ['a', 'b', 'a', 'a', null], ['a', null, 'a', 'b', 'c', 'b'])
    expect([...pairing.before]).toEqual([0, -1, 2, 1, -1, -1])
    expect([...pairing.after]).toEqual([0, 3, 2, -1, -1])
    expect(pairing.count).toBe(3)
  })

  it('pairs nothing without keys', () => {
    for (const method of ['pairUnique', 'pairInOrder'] as const)
      expect([...pairKeys(method, [null, null], [null, 'a']).before]).toEqual([-1, -1])
  })

  it('leaves existing pairs alone and asks only for the keys of the others', () => {
    for (const method of ['pairUnique', 'pairInOrder'] as const) {
      const pairing = new Pairing(3, 3)
      pairing.pair(0, 2)
      const requests: string[] = []
      const record =
        (side: string) =>
        (element: number): Key => {
          requests.push(`${side}${element}`)
          return 'same'.repeat(element + 1)
        }
      pairing[method](record('older'), record('newer'))
      expect(requests.toSorted()).toEqual(['newer0', 'newer1', 'older1', 'older2'])
      expect([...pairing.before]).toEqual([-1, 1, 0])
      expect([...pairing.after]).toEqual([2, 1, -1])
    }
  })

  it('is symmetric for random keys', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed)
      const [older, newer] = [1, 2].map(() => Array.from({ length: 60 }, () => Math.floor(random() * 40)))
      for (const method of ['pairUnique', 'pairInOrder'] as const) {
        const [forth, back] = [pairKeys(method, older, newer), pairKeys(method, newer, older)]
        expect(forth.before, `seed ${seed}`).toEqual(back.after)
        expect(forth.count).toBe([...forth.after].filter((partner) => partner >= 0).length)
        forth.before.forEach((partner, element) => {
          if (partner >= 0 && (older[partner] !== newer[element] || forth.after[partner] !== element))
            throw new Error(`seed ${seed}: ${partner} and ${element} are no pair`)
        })
      }
    }
  })
})

describe('isLasting', () => {
  it.each(['0'.repeat(22), 'a1', '1a', 'NAUO', '#', '1234567890123', '12 ', 'x#12'])('accepts %j', (id) =>
    expect(isLasting(id)).toBe(true),
  )
  it.each(['', '1', '123456789012', '#7', 'NAUO15', 'nauo15'])('refuses %j, which is empty or counted', (id) =>
    expect(isLasting(id)).toBe(false),
  )
})

describe('contentKey', () => {
  const element: MadeElement = { shape: 7, orientation: 3, origin: [1, 2, 3], size: [10, 10, 10] }
  const getKey = (over: MadeElement, className = 'IfcWall'): number | null =>
    contentKey(buildVersion([{ shape: 0 }, { ...element, ...over }]), 1, className)

  it('is an integer of 52 bits, and null without geometry', () => {
    const key = getKey({}) ?? -1
    expect(Number.isSafeInteger(key)).toBe(true)
    expect(key).toBeGreaterThanOrEqual(0)
    expect(key).toBeLessThan(2 ** 52)
    expect(getKey({ shape: 0 })).toBeNull()
  })

  it('differs by shape, orientation, each coordinate of the minimum corner and class', () => {
    const keys = [
      getKey({}),
      getKey({ shape: 8 }),
      getKey({ orientation: 4 }),
      getKey({ origin: [2, 2, 3] }),
      getKey({ origin: [1, 3, 3] }),
      getKey({ origin: [1, 2, 4] }),
      getKey({ origin: [2, 1, 3] }),
      getKey({}, 'IfcWal'),
      getKey({}, 'IfcWalk'),
      getKey({}, ''),
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('does not depend on size, name, id and properties', () => {
    expect(getKey({ size: [20, 20, 20], name: 'n', id: 'i', properties: 9 })).toBe(getKey({}))
  })
})
