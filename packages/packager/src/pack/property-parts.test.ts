import { closeSync, ftruncateSync, fstatSync, readSync, writeSync } from 'node:fs'
import { readerLimits, type PropertySet } from '@kamar/core'
import { afterEach, describe, expect, it } from 'vitest'
import { CooperativeScheduler } from '../files/cooperative-scheduler.js'
import { PackageFiles, type CompressedFiles } from '../files/package-files.js'
import { PackWriter } from '../files/pack-writer.js'
import { PropertyStore } from '../stores/property-store.js'
import { TestScratchStorage } from '../test-support/scratch-storage.js'
import { writeElementProperties } from './element-properties.js'
import { addPropertyParts, PropertyParts } from './property-parts.js'

const descriptors: number[] = []
afterEach(() => {
  for (const descriptor of descriptors.splice(0)) closeSync(descriptor)
})

/** Sets of three blocks and more. */
const sets: PropertySet[] = Array.from({ length: 40 }, (_, number) => ({
  name: `set ${number}`,
  properties: [
    { name: 'text', value: `${number}`.repeat(20_000) },
    { name: 'number', value: number },
  ],
}))
const elementCount = sets.length + 2

/** Writes the parts of all sets to a new file. */
async function writeParts(): Promise<number> {
  const storage = new TestScratchStorage()
  const descriptor = storage.open()
  descriptors.push(descriptor)
  const parts = new PropertyParts(storage)
  sets.forEach((set, element) => parts.assignPropertySets(element, [parts.addPropertySet(set)]))
  await parts.write(descriptor, elementCount)
  return descriptor
}

/** Writes properties as files or in packs; returns their hashes, and all that was written. */
async function writePackage(
  isPacked: boolean,
  write: (files: { files: CompressedFiles; blockFiles: CompressedFiles }) => Promise<Uint32Array | null>,
) {
  const stored = new Map<string, string>()
  const sink = {
    write: async (path: string, bytes: Uint8Array): Promise<void> =>
      void stored.set(path, Buffer.from(bytes).toString('base64')),
    remove: () => Promise.resolve(),
  }
  const files = new PackageFiles(sink, readerLimits)
  const packs = isPacked ? new PackWriter(files, { folder: 'properties', packBytes: 200, streamBytes: 1 }) : null
  const hashes = await write({ files, blockFiles: packs ?? files })
  await packs?.finish(5)
  return { hashes, stored: Object.fromEntries(stored), listed: files.list(), packs: files.listPacks() }
}

describe('PropertyParts', () => {
  it.each([
    ['files', false],
    ['packs', true],
  ])('become the same %s as properties that are written directly', async (_, isPacked) => {
    const expected = await writePackage(isPacked, async (destination) => {
      const store = new PropertyStore()
      sets.forEach((set, element) => store.assign(element, [store.add(set)]))
      const scheduler = new CooperativeScheduler(() => undefined)
      const { hashes, completion } = await writeElementProperties(store, elementCount, { ...destination, scheduler })
      await completion
      return hashes
    })
    const descriptor = await writeParts()
    const added = await writePackage(isPacked, (files) => addPropertyParts(descriptor, elementCount, files))
    expect(added.listed.length).toBeGreaterThan(3)
    expect(added.packs.length > 1).toBe(isPacked)
    expect(added).toEqual(expected)
  })

  const faults: readonly (readonly [fault: string, change: (descriptor: number) => unknown])[] = [
    ['is empty', (descriptor) => ftruncateSync(descriptor)],
    ['is cut off', (descriptor) => ftruncateSync(descriptor, fstatSync(descriptor).size - 20)],
    ['has no hashes', (descriptor) => ftruncateSync(descriptor, fstatSync(descriptor).size - 4 * elementCount - 20)],
    ['is something else', (descriptor) => writeSync(descriptor, 'something else', 0)],
    ['names another file', (descriptor) => writeSync(descriptor, 'XXX', fileName(descriptor))],
  ]
  it.each(faults)('write nothing from a file that %s', async (_, change) => {
    const descriptor = await writeParts()
    change(descriptor)
    const { hashes, stored } = await writePackage(false, (files) => addPropertyParts(descriptor, elementCount, files))
    expect(hashes).toBeNull()
    expect(stored).toEqual({})
  })

  it('write nothing when the number of elements differs', async () => {
    const descriptor = await writeParts()
    const { hashes } = await writePackage(false, (files) => addPropertyParts(descriptor, elementCount + 1, files))
    expect(hashes).toBeNull()
  })
})

/** Position of the name of the first file in the first record. */
function fileName(descriptor: number): number {
  const bytes = Buffer.alloc(200)
  readSync(descriptor, bytes, 0, bytes.length, 0)
  return bytes.indexOf('properties/000.bin') + 'properties/'.length
}
