import { randomBytes } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { readerLimits, type ReaderLimits } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { PackageFiles } from './package-files.js'
import { PackWriter } from './pack-writer.js'

/** Creates a writer of packs of at most `maxBytes`, and what it has written. */
function createPacks(maxBytes: number, limits: Partial<ReaderLimits> = {}) {
  const written = new Map<string, Uint8Array>()
  const sink = {
    write: async (path: string, bytes: Uint8Array): Promise<void> => void written.set(path, bytes),
    remove: () => Promise.resolve(),
  }
  const files = new PackageFiles(sink, { ...readerLimits, ...limits })
  return { written, files, packs: new PackWriter(files, { folder: 'scene', maxBytes }) }
}

/** Bytes that brotli cannot make smaller. */
const contents = [900, 40, 700, 300, 2500, 10].map((length) => new Uint8Array(randomBytes(length)))

describe('PackWriter', () => {
  it('stores files in the order of the calls, in packs below the limit, each a stream of its own', async () => {
    const { written, files, packs } = createPacks(1100)
    const results = await Promise.all(
      contents.map((bytes, number) => packs.writeCompressed(`scene/${number}.bin`, bytes, 5)),
    )
    await packs.finish()
    expect(results.map(({ pack }) => pack)).toEqual([0, 0, 1, 1, 2, 3].map((number) => `scene/00${number}.pack`))
    expect(files.list()).toEqual(results)
    expect(files.listPacks().map(({ path }) => path)).toEqual([...written.keys()])
    for (const [number, { pack = '', offset = 0, size }] of results.entries()) {
      const stored = written.get(pack)?.subarray(offset, offset + size) ?? new Uint8Array(0)
      expect(new Uint8Array(brotliDecompressSync(stored))).toEqual(contents[number])
    }
  })

  it('writes nothing without files', async () => {
    const { written, files, packs } = createPacks(1100)
    await packs.finish()
    expect([written.size, files.list(), files.listPacks()]).toEqual([0, [], []])
  })

  it('counts a pack towards the limits of the output', async () => {
    const { packs } = createPacks(10_000, { outputFileBytes: 3000 })
    for (const [number, bytes] of contents.entries()) await packs.writeCompressed(`scene/${number}.bin`, bytes, 5)
    await expect(packs.finish()).rejects.toMatchObject({ failure: { code: 'limit-exceeded' } })
  })
})
