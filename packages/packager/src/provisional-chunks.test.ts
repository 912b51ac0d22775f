import { readerLimits } from '@kamar/core'
import { decodeChunk, decoderReady, encoderReady } from '@kamar/package-format'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { PackageFiles } from './files/package-files.js'
import { ProvisionalChunks } from './provisional-chunks.js'
import { SceneStoresBuilder } from './test-support/scene-stores.js'
import { at, boxMesh } from './test-support/written-package.js'

beforeAll(async () => {
  await Promise.all([encoderReady, decoderReady])
})

afterEach(() => vi.restoreAllMocks())

const box = boxMesh(1, 1, 1)

/** Creates chunks of a scene in which the nodes 1 and above are hidden. */
function createChunks() {
  const stores = new SceneStoresBuilder(2, [1])
  const stored = new Map<string, Uint8Array>()
  const files = new PackageFiles(
    {
      write: async (path, bytes) => void stored.set(path, new Uint8Array(brotliDecompressSync(bytes))),
      remove: async (path) => void stored.delete(path),
    },
    readerLimits,
  )
  const announced: number[] = []
  const chunks: ProvisionalChunks = new ProvisionalChunks(stores, files, async () => {
    announced.push(chunks.chunks.length)
  })
  const add = (count: number, node = 0): void => {
    for (let part = 0; part < count; part++)
      stores.add({ node, mesh: box, placement: at(stores.instances.count, 0, 0) })
  }
  return { chunks, add, stored, files, announced, stores }
}

describe('ProvisionalChunks', () => {
  it('is due after 300 instances, whatever the time', () => {
    const { chunks, add } = createChunks()
    add(299)
    expect(chunks.isDue).toBe(false)
    add(1)
    expect(chunks.isDue).toBe(true)
  })

  it('needs 1.6 times as many instances for each further chunk', () => {
    const { chunks, add } = createChunks()
    add(300)
    chunks.flush()
    add(479)
    expect(chunks.isDue).toBe(false)
    add(1)
    expect(chunks.isDue).toBe(true)
    add(20)
    chunks.flush()
    add(799)
    expect(chunks.isDue).toBe(false)
    add(1)
    expect(chunks.isDue).toBe(true)
  })

  it('is due with few instances after 150 ms, and after 700 ms for each further chunk', () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
    const { chunks, add } = createChunks()
    const isDueAt = (milliseconds: number): boolean => {
      clock.mockReturnValue(milliseconds)
      return chunks.isDue
    }
    expect(isDueAt(9000)).toBe(false)
    add(16)
    expect([isDueAt(1150), isDueAt(1151)]).toEqual([false, true])
    // The clock is read only at every sixteenth instance.
    add(1)
    expect(isDueAt(1151)).toBe(false)
    add(15)
    expect(isDueAt(1151)).toBe(true)
    chunks.flush()
    expect(isDueAt(9000)).toBe(false)
    add(16)
    expect([isDueAt(9700), isDueAt(1851), isDueAt(1852)]).toEqual([true, false, true])
  })

  it('does not shrink after a small chunk', () => {
    const { chunks, add } = createChunks()
    add(16)
    chunks.flush()
    add(479)
    expect(chunks.isDue).toBe(false)
    add(1)
    expect(chunks.isDue).toBe(true)
  })

  it('writes instances once, with consecutive numbers, and lists the chunks in order', async () => {
    const { chunks, add, stored, files } = createChunks()
    add(3)
    chunks.flush()
    add(2)
    chunks.flush()
    expect(chunks.pendingChunks).toBe(2)
    await chunks.settle()
    expect(chunks.pendingChunks).toBe(0)
    expect(chunks.chunks).toMatchObject([
      { path: 'provisional/000.bin', geometries: 1, instances: 3, triangles: 12 },
      { path: 'provisional/001.bin', geometries: 0, instances: 2, triangles: 0 },
    ])
    for (const { path, size, sha256 } of chunks.chunks)
      expect(files.list()).toContainEqual({ path, size, sha256, encoding: 'br' })
    const decoded = chunks.chunks.map(({ path }) => decodeChunk(stored.get(path) ?? new Uint8Array()))
    expect(decoded.map(({ firstInstance }) => firstInstance)).toEqual([0, 3])
    const xs = decoded.flatMap(({ instances }) => [...instances.translation].filter((_, index) => index % 3 === 0))
    expect(xs).toEqual([0, 1, 2, 3, 4].map((x): unknown => expect.closeTo(x, 4)))
  })

  it('extends its bounds and triangle count with every chunk, before it is written', async () => {
    const { chunks, add } = createChunks()
    expect([chunks.bounds, chunks.placedTriangles]).toEqual([null, 0])
    add(2)
    chunks.flush()
    const round = (): number[] =>
      [...(chunks.bounds?.min ?? []), ...(chunks.bounds?.max ?? [])].map((value) => Math.round(value))
    expect([round(), chunks.placedTriangles]).toEqual([[0, 0, 0, 2, 1, 1], 24])
    add(1)
    chunks.flush()
    expect([round(), chunks.placedTriangles]).toEqual([[0, 0, 0, 3, 1, 1], 36])
    await chunks.settle()
  })

  it('omits hidden elements, and writes nothing without visible ones', async () => {
    const { chunks, add, stored } = createChunks()
    chunks.flush()
    add(4, 1)
    chunks.flush()
    await chunks.settle()
    expect([stored.size, chunks.chunks, chunks.bounds]).toEqual([0, [], null])
    add(3, 1)
    add(2, 0)
    chunks.flush()
    await chunks.settle()
    expect(chunks.chunks).toMatchObject([{ path: 'provisional/000.bin', instances: 2 }])
  })

  it('counts no triangles for lines and points', async () => {
    const { chunks, stores } = createChunks()
    const positions = Float32Array.of(0, 0, 0, 1, 1, 1)
    stores.add({ node: 0, lines: { positions, indices: Uint32Array.of(0, 1) } }).add({ node: 0, points: { positions } })
    chunks.flush()
    await chunks.settle()
    expect(chunks.placedTriangles).toBe(0)
    expect(chunks.chunks).toMatchObject([{ geometries: 2, instances: 2, triangles: 0 }])
  })

  it('announces each chunk after it is listed', async () => {
    const { chunks, add, announced } = createChunks()
    for (const count of [1, 2, 3]) {
      add(count)
      chunks.flush()
    }
    await chunks.settle()
    expect(announced).toEqual([1, 2, 3])
  })

  it('removes all its files', async () => {
    const { chunks, add, stored, files } = createChunks()
    add(1)
    chunks.flush()
    add(1)
    chunks.flush()
    await chunks.settle()
    expect(stored.size).toBe(2)
    await chunks.removeAll()
    expect([stored.size, files.list()]).toEqual([0, []])
  })
})
