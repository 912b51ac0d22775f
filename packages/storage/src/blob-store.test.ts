import { createHash } from 'node:crypto'
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createTemporaryFolder, removeFolder, temporaryFolder } from '@kamar/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DiskBlobStore, type BlobEntry, type BlobStore } from './index.js'
import { openTestStores, testObjectStore } from './s3/testing/test-object-store.js'

/** One adapter under the port suite. */
interface Adapter {
  readonly name: string
  /** Number of races to run: microseconds on a file system are a request on a server. */
  readonly races: number
  open(folder: string): Promise<AdapterStore>
}

interface AdapterStore {
  readonly store: BlobStore
  /** Overwrites a stored blob with other bytes, bypassing the store. */
  damage(sha256: string, bytes: Uint8Array): Promise<void>
}

const adapters: readonly Adapter[] = [
  testObjectStore === null ? { name: 'disk', races: 40, open: openDisk } : { name: 'S3', races: 5, open: openS3 },
]

async function openDisk(folder: string): Promise<AdapterStore> {
  const store = await DiskBlobStore.open(folder)
  return {
    store,
    async damage(sha256, bytes) {
      const { path } = await store.materialise(sha256)
      await chmod(path, 0o600)
      await writeFile(path, bytes)
    },
  }
}

async function openS3(folder: string): Promise<AdapterStore> {
  const { blobs, client } = await openTestStores(folder)
  return { store: blobs, damage: (sha256, bytes) => client.put(`blobs/${sha256.slice(0, 2)}/${sha256}`, bytes) }
}

const computeSha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const absent = 'f'.repeat(64)

async function* toChunks(...parts: readonly (Uint8Array | string)[]): AsyncIterable<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part
}

async function* failing(): AsyncIterable<Uint8Array> {
  yield Buffer.from('beginning')
  throw new Error('the client went away')
}

async function listed(store: BlobStore): Promise<BlobEntry[]> {
  const entries: BlobEntry[] = []
  for await (const entry of store.list()) entries.push(entry)
  return entries
}

describe.each(adapters)('C11 blob store: $name', (adapter) => {
  let folder: string
  let store: BlobStore
  let damage: AdapterStore['damage']
  beforeEach(async () => {
    folder = await createTemporaryFolder()
    ;({ store, damage } = await adapter.open(folder))
  })
  afterEach(() => removeFolder(folder))

  const read = async (sha256: string): Promise<string> => (await buffer(await store.open(sha256))).toString()

  it('returns stored bytes by their SHA-256', async () => {
    const stored = await store.put(toChunks('one ', 'two ', 'three'))
    expect(stored).toEqual({ sha256: computeSha256(Buffer.from('one two three')), sizeBytes: 13 })
    expect(await read(stored.sha256)).toBe('one two three')
    expect(await store.stat(stored.sha256)).toMatchObject(stored)
  })

  it('stores an empty blob', async () => {
    const stored = await store.put(toChunks())
    expect(stored.sizeBytes).toBe(0)
    expect(await read(stored.sha256)).toBe('')
  })

  it('stores equal bytes once, also in concurrent uploads', async () => {
    const results = await Promise.all(Array.from({ length: 8 }, () => store.put(toChunks('same'))))
    expect(new Set(results.map((result) => result.sha256)).size).toBe(1)
    expect(await listed(store)).toHaveLength(1)
    expect(readdirSync(store.temporaryFolder)).toEqual([])
  })

  it('leaves nothing of an aborted upload', async () => {
    await expect(store.put(failing())).rejects.toThrow('the client went away')
    expect(await listed(store)).toEqual([])
    expect(readdirSync(store.temporaryFolder)).toEqual([])
  })

  it('adopts a file that was received elsewhere, hashed or not', async () => {
    for (const [name, sha256] of [
      ['hashed', computeSha256(Buffer.from('hashed'))],
      ['unhashed', undefined],
    ] as const) {
      const path = join(store.temporaryFolder, name)
      writeFileSync(path, name)
      const stored = await store.adopt(path, sha256)
      expect(stored).toEqual({ sha256: computeSha256(Buffer.from(name)), sizeBytes: name.length })
      expect(await read(stored.sha256)).toBe(name)
    }
    expect(readdirSync(store.temporaryFolder)).toEqual([])
  })

  it('reads ranges, and rejects unsatisfiable ones', async () => {
    const { sha256 } = await store.put(toChunks('0123456789'))
    const range = async (start: number, end: number): Promise<string> =>
      (await buffer(await store.open(sha256, { start, end }))).toString()
    expect(await range(0, 0)).toBe('0')
    expect(await range(3, 9)).toBe('3456789')
    for (const [start, end] of [
      [0, 10],
      [-1, 2],
      [5, 4],
    ] as const)
      await expect(range(start, end)).rejects.toMatchObject({ code: 'range-not-satisfiable', details: { size: 10 } })
  })

  it('materialises a blob as a local file', async () => {
    const { sha256 } = await store.put(toChunks('local'))
    const copy = await store.materialise(sha256)
    expect(await readFile(copy.path, 'utf8')).toBe('local')
    await copy.release()
    expect(await read(sha256)).toBe('local')
  })

  it('reports a missing blob', async () => {
    expect(await store.stat(absent)).toBeNull()
    expect(await store.verify(absent)).toBe('missing')
    await expect(store.open(absent)).rejects.toMatchObject({ code: 'storage-damaged' })
    await expect(store.materialise(absent)).rejects.toMatchObject({ code: 'storage-damaged' })
    await expect(store.remove(absent)).resolves.toBeUndefined()
  })

  it.each(['', '../../etc/passwd', 'F'.repeat(64), `${'a'.repeat(63)}/`])(
    'rejects %j as an address',
    async (address) => {
      await expect(store.stat(address)).rejects.toMatchObject({ code: 'storage-damaged' })
      await expect(store.open(address)).rejects.toMatchObject({ code: 'storage-damaged' })
      await expect(store.remove(address)).rejects.toMatchObject({ code: 'storage-damaged' })
    },
  )

  it('fails with storage-damaged when it reads altered bytes', async () => {
    const bytes = Buffer.alloc(200_000, 7)
    const { sha256 } = await store.put(toChunks(bytes))
    await damage(sha256, Buffer.concat([bytes.subarray(0, 100_000), Buffer.from([8]), bytes.subarray(100_001)]))
    expect(await store.verify(sha256)).toBe('damaged')
    const received: Buffer[] = []
    const reading = (async () => {
      for await (const chunk of await store.open(sha256)) received.push(chunk as Buffer)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'storage-damaged' })
    expect(Buffer.concat(received).length).toBeLessThan(bytes.length)
  })

  it('repairs a truncated blob when the same bytes are stored again', async () => {
    const { sha256 } = await store.put(toChunks('whole again'))
    await damage(sha256, Buffer.from('who'))
    expect(await store.verify(sha256)).toBe('damaged')
    await store.put(toChunks('whole again'))
    expect(await store.verify(sha256)).toBe('whole')
  })

  it('removes a blob unless it was stored again since', async () => {
    const { sha256 } = await store.put(toChunks('old'))
    const entry = await store.stat(sha256)
    const before = new Date((entry?.storedAt.getTime() ?? 0) - 1)
    expect(await store.removeIfStoredBefore(sha256, before)).toBe(false)
    expect(await read(sha256)).toBe('old')
    expect(await store.removeIfStoredBefore(sha256, new Date(Date.now() + 60_000))).toBe(true)
    expect(await store.stat(sha256)).toBeNull()
    expect(await store.removeIfStoredBefore(sha256, before)).toBe(true)
  })

  it('keeps an upload that runs concurrently with a removal', async () => {
    for (let round = 0; round < adapter.races; round++) {
      const [stored] = await Promise.all([
        store.put(toChunks('contested')),
        store.removeIfStoredBefore(computeSha256(Buffer.from('contested')), new Date(Date.now() - 60_000)),
      ])
      expect(await store.verify(stored.sha256)).toBe('whole')
    }
  })
})

describe('DiskBlobStore', () => {
  it('renews the age of a blob when the same bytes are stored again', async () => {
    const store = await DiskBlobStore.open(await temporaryFolder())
    const { sha256 } = await store.put(toChunks('renewed'))
    const { path } = await store.materialise(sha256)
    const longAgo = new Date(Date.now() - 7 * 24 * 3600_000)
    utimesSync(path, longAgo, longAgo)
    await store.put(toChunks('renewed'))
    expect(await store.removeIfStoredBefore(sha256, new Date(Date.now() - 60_000))).toBe(false)
  })

  it('keeps blobs read-only in private folders', async () => {
    const folder = await temporaryFolder()
    const store = await DiskBlobStore.open(folder)
    const { sha256 } = await store.put(toChunks('private'))
    expect(statSync(join(folder, 'blobs')).mode & 0o777).toBe(0o700)
    expect(statSync((await store.materialise(sha256)).path).mode & 0o777).toBe(0o444)
  })

  it('uses less than 32 MB of memory for an upload of 64 MB', async () => {
    const store = await DiskBlobStore.open(await temporaryFolder())
    const chunk = Buffer.alloc(256 * 1024, 3)
    async function* createChunks(): AsyncIterable<Uint8Array> {
      for (let count = 0; count < 256; count++) yield chunk
    }
    const before = process.memoryUsage()
    const stored = await store.put(createChunks())
    const after = process.memoryUsage()
    expect(stored.sizeBytes).toBe(64 * 1024 ** 2)
    expect(after.external + after.heapUsed - before.external - before.heapUsed).toBeLessThan(32 * 1024 ** 2)
  })
})
