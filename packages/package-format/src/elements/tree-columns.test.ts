import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { noParent } from './tree.js'
import { createTree, decodeTree, decodeTreeColumns } from './tree-decode.js'
import { encodeTree } from './tree-encode.js'

const globalIds = ['0$00000000000000000001', '0$00000000000000000002', '2O2Fr$t4X7Zf8NOew3FLOH']

function encodeNamed(names: readonly string[], ids: readonly string[] = []): Uint8Array {
  return encodeTree({
    count: names.length,
    parent: new Uint32Array(names.length).fill(noParent),
    classNames: ['Thing'],
    classIndex: new Uint16Array(names.length),
    hidden: new Uint8Array(names.length),
    name: (element) => names[element],
    sourceId: (element) => ids[element] ?? '',
  })
}

describe('name columns', () => {
  const names = [
    'Basic Wall:Interior - 138mm:351423',
    'Basic Wall:Interior - 138mm:351424',
    '007',
    '100',
    '0',
    '',
    'Tür 12',
    '12345678901234567890',
    'ends with 10000000000',
    '4294967296',
  ]

  it('restore every name, whatever digits it ends with', () => {
    const tree = decodeTree(encodeNamed(names))
    expect(names.map((_, element) => tree.name(element))).toEqual(names)
  })

  it('store the beginning that names have in common once', () => {
    const names = Array.from(
      { length: 5000 },
      (_, element) => `Basic Wall:Interior - ${element % 3}mm:${300_000 + element}`,
    )
    const { stems, stemOf, tails } = decodeTreeColumns(encodeNamed(names)).names
    expect([stems.ends.length, stemOf.BYTES_PER_ELEMENT, tails.length]).toEqual([3, 2, 5000])
  })

  it('have no tails where few names are different, or none ends with a number', () => {
    const repeated = Array.from({ length: 100 }, (_, element) => `Beam ${element % 9}`)
    expect(decodeTreeColumns(encodeNamed(repeated)).names.tails).toHaveLength(0)
    const worded = Array.from({ length: 100 }, (_, element) => `Beam ${'x'.repeat(element)}`)
    expect(decodeTreeColumns(encodeNamed(worded)).names.tails).toHaveLength(0)
  })

  it('restore random names with more stems than 16 bits number', () => {
    const random = seededRandom(3)
    const names = Array.from(
      { length: 70_000 },
      (_, element) => `${element.toString(36)}x${Math.floor(random() * 1e6)}`,
    )
    const columns = decodeTreeColumns(encodeNamed(names))
    expect(columns.names.stemOf.BYTES_PER_ELEMENT).toBe(4)
    const tree = createTree(structuredClone(columns))
    expect(names.findIndex((name, element) => tree.name(element) !== name)).toBe(-1)
  })
})

describe('id columns', () => {
  it('find elements by ids of both kinds, and all that share one (random trees)', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const random = seededRandom(seed)
      const pool = [...globalIds, '', 'handle 7', 'h', 'Ծ', '', 'handle 71']
      const ids = Array.from({ length: 300 }, () => pool[Math.floor(random() * pool.length)])
      const tree = decodeTree(encodeNamed(Array.from({ length: 300 }, String), ids))
      expect(ids.map((_, element) => tree.sourceId(element))).toEqual(ids)
      const searched = pool.filter(() => random() < 0.4)
      const expected = [...ids.keys()].filter((element) => ids[element] !== '' && searched.includes(ids[element]))
      expect(tree.findByIds([...searched, 'unknown', '3$00000000000000000001']), `seed ${seed}`).toEqual(expected)
    }
  })

  it('have no id for an element beyond the last', () => {
    const tree = decodeTree(encodeNamed(['a'], ['h']))
    expect([tree.sourceId(1), tree.name(1)]).toEqual(['', ''])
  })
})
