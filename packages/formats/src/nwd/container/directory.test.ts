import { deflateSync } from 'node:zlib'
import { createRecordedContext } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { memorySource } from '@kamar/core'
import { FieldWriter, uint32Bytes, writeDocument } from '../fixtures/document-writer.js'
import { pavilionChunks, writePavilion } from '../fixtures/pavilion.js'
import { Inflation, readBlocks, readChunk, readIndex } from './chunk-bytes.js'
import { readDirectory } from './directory.js'
import { type Chunk } from './chunk-bytes.js'
import { groupModels } from './models.js'

const openDirectory = (bytes: Uint8Array) => readDirectory(memorySource('a.nwd', bytes))
const inflation = (limits = {}): Inflation => new Inflation(createRecordedContext({ limits }).context)

describe('NWD chunk directory', () => {
  it.each([
    [7, 114],
    [8, 448],
  ] as const)('locates every chunk of container version %d', async (container, version) => {
    const chunks = pavilionChunks(version)
    const bytes = writeDocument(container, version, chunks)
    const directory = await openDirectory(bytes)
    expect(directory).toMatchObject({ container, fileVersion: version })
    expect(directory.chunks.map(({ name, type }) => [name, type])).toEqual(chunks.map(({ name, type }) => [name, type]))
    const input = memorySource('a.nwd', bytes)
    for (const [at, chunk] of directory.chunks.entries()) {
      if (chunk.type !== 1) continue
      const read = await readChunk(input, chunk, inflation())
      expect(Buffer.from(read.bytes).equals(chunks[at]?.bytes ?? new Uint8Array())).toBe(true)
      expect(read.isDamaged).toBe(false)
    }
  })

  it('rejects an unknown container version as unsupported', async () => {
    const bytes = writePavilion(448)
    const other = Uint8Array.from(bytes).with(bytes.indexOf(10) - 1, 57)
    await expect(openDirectory(other)).rejects.toMatchObject({ failure: { code: 'unsupported-version' } })
  })

  it('reports an invalid directory offset at the end of the file as damaged', async () => {
    const bytes = writePavilion(448)
    const end = bytes.length - bytes.indexOf(10) - 1 - 8
    await expect(openDirectory(bytes.with(end + 7, 1))).rejects.toMatchObject({ failure: { code: 'damaged' } })
    await expect(openDirectory(bytes.with(end + 1, 255))).rejects.toMatchObject({ failure: { code: 'damaged' } })
  })

  it('reports an invalid directory offset at the start of the file as damaged', async () => {
    const bytes = writePavilion(114)
    const at = bytes.indexOf(10) + 1
    await expect(openDirectory(bytes.with(at + 7, 1))).rejects.toMatchObject({ failure: { code: 'damaged' } })
    await expect(openDirectory(bytes.with(at + 1, 255))).rejects.toMatchObject({ failure: { code: 'damaged' } })
  })
})

/** Creates a file of the newer kind with a different list. */
function withList(list: Uint8Array): Uint8Array {
  const first = Buffer.from('#LcUStream-V1.1 binary double release C lichunk-008\n')
  const inner = Buffer.from('#LcUStream-V1.1 binary double release utf8 navisworks:448 lizlib\n')
  const gap = new Uint8Array((8 - ((first.length + inner.length) % 8)) % 8)
  return Uint8Array.from(Buffer.concat([first, inner, gap, deflateSync(list), uint32Bytes(first.length, 0), first]))
}

describe('hostile NWD chunk directory', () => {
  it.each([
    ['that is empty', new Uint8Array()],
    ['with a count that exceeds the data', uint32Bytes(0xffffffff, 900)],
    ['with a count that exceeds the limit', uint32Bytes(0xffffffff, 0xfffffff0)],
    ['with a name beyond its end', uint32Bytes(0xffffffff, 1, 0xfffffff0)],
    ['with a name without a type', uint32Bytes(0xffffffff, 1, 4, 65)],
    [
      'with a chunk shorter than its index',
      new FieldWriter().u32(-1, 1).text('a').u32(1).u64(1n).u64(4n).u32(4, 9).bytes,
    ],
    [
      'with a chunk beyond the end of the file',
      new FieldWriter()
        .u32(-1, 1)
        .text('a')
        .u32(1)
        .u64(2n ** 60n)
        .u64(4n)
        .u32(0, 0).bytes,
    ],
  ])('reports a directory %s as damaged', async (_, list) => {
    await expect(openDirectory(withList(list))).rejects.toMatchObject({ failure: { code: 'damaged' } })
  })

  it('exceeds the inflation limit with a compressed bomb', async () => {
    const bomb = withList(new Uint8Array(65 * 1024 * 1024))
    await expect(openDirectory(bomb)).rejects.toMatchObject({ failure: { code: 'limit-exceeded' } })
  })
})

describe('NWD chunk', () => {
  const createChunk = (bytes: Uint8Array): Chunk => ({
    name: 'a',
    type: 1,
    offset: 0,
    size: bytes.length,
    prefixBytes: 0,
    indexBytes: 0,
  })
  const inflateBlocks = async (bytes: Uint8Array, limits = {}) => {
    const { blocks, state } = readBlocks(memorySource('a', bytes), createChunk(bytes), inflation(limits))
    let length = 0
    for await (const block of blocks) length += block.length
    return { length, ...state }
  }
  const noise = Uint8Array.from({ length: 65_536 }, (_, at) => (at * 2654435761) >>> 13)
  const blocks = Buffer.concat(Array.from({ length: 40 }, () => deflateSync(noise)))

  it('inflates all of its blocks', async () => {
    expect(await inflateBlocks(blocks)).toEqual({ length: 40 * 65_536, isDamaged: false })
  })

  it('stops at a damaged block and is marked as damaged', async () => {
    const damaged = Uint8Array.from(blocks).fill(0xff, blocks.length / 2, blocks.length / 2 + 64)
    const { isDamaged, length } = await inflateBlocks(damaged)
    expect(isDamaged).toBe(true)
    expect(length).toBeGreaterThan(15 * 65_536)
    expect(length).toBeLessThan(21 * 65_536)
  })

  it('is marked as damaged when it is truncated', async () => {
    const cut = { ...createChunk(blocks), size: blocks.length + 10 }
    expect((await readChunk(memorySource('a', blocks), cut, inflation())).isDamaged).toBe(true)
  })

  it('rejects a block beyond the block size as damaged and a chunk beyond the inflation limit', async () => {
    expect(await inflateBlocks(deflateSync(new Uint8Array(2 * 1024 * 1024)))).toEqual({ length: 0, isDamaged: true })
    const limits = { inflatedBytes: 300_000 }
    await expect(inflateBlocks(blocks, limits)).rejects.toMatchObject({ failure: { code: 'limit-exceeded' } })
  })

  it('returns its index, or null when the index does not inflate', async () => {
    const index = deflateSync(uint32Bytes(1, 2, 3))
    const chunk = { ...createChunk(index), indexBytes: index.length }
    expect(await readIndex(memorySource('a', index), chunk, inflation())).toHaveLength(12)
    expect(await readIndex(memorySource('a', index.fill(1)), chunk, inflation())).toBeNull()
  })
})

describe('NWD models', () => {
  const models = (...names: readonly string[]): number =>
    groupModels({
      fileVersion: 448,
      container: 8,
      chunks: names.map((name) => ({ name, type: 1, offset: 0, size: 0, prefixBytes: 0, indexBytes: 0 })),
    }).length

  it('are separated by the prefix of chunk names or by a repeated chunk name', () => {
    expect(models('a\\LcOpNwdGeometry', 'a\\LcOpNwdFragments', 'b\\LcOpNwdGeometry', 'LcOpCommonSchemas')).toBe(2)
    expect(models('LcOpNwdGeometry', 'LcOpNwdFragments', 'LcOpNwdGeometry', 'LcOpNwdFragments')).toBe(2)
    expect(models('LcOpNwdFragments')).toBe(0)
  })
})
