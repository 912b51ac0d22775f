import { createHash, randomBytes } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { readerLimits, type ReaderLimits } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { PackageFiles } from './package-files.js'
import { PackWriter } from './pack-writer.js'

/** Creates a writer of packs, and what it has written. */
function createPacks(
  options: { readonly packBytes: number; readonly streamBytes: number },
  limits: Partial<ReaderLimits> = {},
) {
  const storedFiles = new Map<string, Uint8Array>()
  const sink = {
    write: async (path: string, bytes: Uint8Array): Promise<void> => void storedFiles.set(path, bytes),
    remove: () => Promise.resolve(),
  }
  const files = new PackageFiles(sink, { ...readerLimits, ...limits })
  return { storedFiles, files, packs: new PackWriter(files, { folder: 'scene', ...options }) }
}

/** Bytes that brotli cannot make smaller. */
const contents = [900, 40, 700, 300, 2500, 10].map((length) => new Uint8Array(randomBytes(length)))

describe('PackWriter', () => {
  it('joins neighbours to streams and streams to packs, each below its limit', async () => {
    const { storedFiles, files, packs } = createPacks({ packBytes: 2000, streamBytes: 1000 })
    const results = await Promise.all(
      contents.map((bytes, number) => packs.writeCompressed(`scene/${number}.bin`, bytes, 5)),
    )
    await packs.finish(5)
    const listed = files.list()
    expect(listed).toEqual(results.map((file) => ({ ...file, location: expect.anything() as unknown })))
    expect(listed.map(({ location }) => location?.pack)).toEqual(
      [0, 0, 0, 0, 1, 2].map((number) => `scene/00${number}.pack`),
    )
    expect(listed.map(({ location }) => location?.start)).toEqual([0, 900, 0, 700, 0, 0])
    expect(files.listPacks().map(({ path }) => path)).toEqual([...storedFiles.keys()])
    for (const [number, { location, size, sha256 }] of listed.entries()) {
      if (location === undefined) throw new Error(`${number} is in no pack`)
      const stream = storedFiles.get(location.pack)?.subarray(location.offset, location.offset + location.size)
      const bytes = brotliDecompressSync(stream ?? '').subarray(location.start, location.start + size)
      expect(new Uint8Array(bytes)).toEqual(contents[number])
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
  })

  it('writes each file as a stream of its own where files are used alone', async () => {
    const { files, packs } = createPacks({ packBytes: 10_000, streamBytes: 1 })
    for (const [number, bytes] of contents.entries()) await packs.writeCompressed(`scene/${number}.bin`, bytes, 5)
    await packs.finish(5)
    expect(new Set(files.list().map(({ location }) => location?.offset)).size).toBe(contents.length)
    expect(files.listPacks()).toHaveLength(1)
  })

  it('writes nothing without files', async () => {
    const { storedFiles, files, packs } = createPacks({ packBytes: 2000, streamBytes: 1000 })
    await packs.finish(5)
    expect([storedFiles.size, files.list(), files.listPacks()]).toEqual([0, [], []])
  })

  it('counts a pack towards the limits of the output', async () => {
    const { packs } = createPacks({ packBytes: 10_000, streamBytes: 1000 }, { outputFileBytes: 3000 })
    for (const [number, bytes] of contents.entries()) await packs.writeCompressed(`scene/${number}.bin`, bytes, 5)
    await expect(packs.finish(5)).rejects.toMatchObject({ failure: { code: 'limit-exceeded' } })
  })
})
