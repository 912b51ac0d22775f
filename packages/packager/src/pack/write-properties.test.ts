import { decodePropertyBlock, decodePropertyIndex, propertyBlockPath } from '@kamar/package-format'
import { readerLimits, type PropertySet } from '@kamar/core'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { CooperativeScheduler } from '../files/cooperative-scheduler.js'
import { PackageFiles } from '../files/package-files.js'
import { PropertyStore } from '../stores/property-store.js'
import { writeProperties } from './write-properties.js'

/** Writes one set per element; returns the files, decompressed. */
async function write(sets: readonly PropertySet[]): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  const sink = {
    write: async (path: string, bytes: Uint8Array): Promise<void> =>
      void files.set(path, new Uint8Array(brotliDecompressSync(bytes))),
    remove: () => Promise.resolve(),
  }
  const store = new PropertyStore()
  sets.forEach((set, element) => store.assign(element, [store.add(set)]))
  const numbers: number[] = []
  const packageFiles = new PackageFiles(sink, readerLimits)
  const { completion } = await writeProperties(store.assigned(sets.length), {
    files: packageFiles,
    blockFiles: packageFiles,
    quality: 5,
    scheduler: new CooperativeScheduler(() => {}),
    onSet: (_, number) => numbers.push(number),
  })
  await completion
  expect(numbers).toEqual([...sets.keys()])
  return files
}

/** Creates a set that counts as 16 characters, and 8 plus its length for each value. */
const createSet = (name: string, length: number): PropertySet => ({
  name,
  properties: [{ name: 'text', value: 'x'.repeat(length) }],
})

const readSets = (files: ReadonlyMap<string, Uint8Array>, count: number): string[] => {
  const index = decodePropertyIndex(files.get('properties/index.bin') ?? new Uint8Array())
  return Array.from({ length: count }, (_, element) => {
    const [set] = index.setsOf(element)
    return decodePropertyBlock(files.get(propertyBlockPath(index.findBlock(set))) ?? new Uint8Array()).set(set).name
  })
}

describe('writeProperties', () => {
  it('writes all sets of a small model to one block', async () => {
    const files = await write([createSet('a', 5), createSet('b', 5)])
    expect([...files.keys()].sort()).toEqual([propertyBlockPath(0), 'properties/index.bin'])
    expect(readSets(files, 2)).toEqual(['a', 'b'])
  })

  it('begins a block as soon as the one before has 400,000 characters', async () => {
    const full = 400_000 - 24
    const files = await write([createSet('a', full), createSet('b', full - 1), createSet('c', 1), createSet('d', 1)])
    // a fills block 0; b lacks one character, so that c joins it; d begins block 2.
    expect(files.size).toBe(4)
    expect(readSets(files, 4)).toEqual(['a', 'b', 'c', 'd'])
    const index = decodePropertyIndex(files.get('properties/index.bin') ?? new Uint8Array())
    expect([0, 1, 2, 3].map((element) => index.findBlock(index.setsOf(element)[0]))).toEqual([0, 1, 1, 2])
  })

  it('counts numbers as eight characters', async () => {
    const numbers = (name: string, count: number): PropertySet => ({
      name,
      properties: Array.from({ length: count }, (_, at) => ({ name: `${at}`, value: at })),
    })
    // 16 + 16 × 24,999 = 400,000.
    expect((await write([numbers('a', 24_999), numbers('b', 1)])).size).toBe(3)
    expect((await write([numbers('a', 24_998), numbers('b', 1)])).size).toBe(2)
  })

  it('writes only the index without sets', async () => {
    const files = await write([])
    expect([...files.keys()]).toEqual(['properties/index.bin'])
    expect(decodePropertyIndex(files.get('properties/index.bin') ?? new Uint8Array()).elementCount).toBe(0)
  })
})
