import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { temporaryFolder } from '@kamar/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FaultProxy } from './testing/fault-proxy.js'
import type { ObjectStores } from './open-object-stores.js'
import { openTestStores, testObjectStore } from './testing/test-object-store.js'

const computeSha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const large = randomBytes(20 * 1024 ** 2)
const small = Buffer.from('a small one')
const address = { translationId: '01900000-0000-7000-8000-000000000001', path: 'tree.bin' }
const timeoutMilliseconds = 1500

async function* toChunks(bytes: Buffer): AsyncIterable<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 1 << 20) yield bytes.subarray(start, start + (1 << 20))
}

describe.skipIf(testObjectStore === null)('C10 S3 stores behind a faulty proxy', () => {
  let proxy: FaultProxy
  let stores: ObjectStores
  /** The same objects, accessed without faults. */
  let truth: ObjectStores
  beforeAll(async () => {
    proxy = await FaultProxy.open(testObjectStore?.endpoint ?? '')
  })
  afterAll(() => proxy?.close())
  beforeEach(async () => {
    proxy.heal()
    const prefix = `faults/${randomBytes(8).toString('hex')}`
    stores = await openTestStores(await temporaryFolder(), { endpoint: proxy.address, prefix, timeoutMilliseconds })
    truth = await openTestStores(await temporaryFolder(), { prefix })
  })

  /** Runs all store operations while every third response is broken. */
  const runAllOperations = async (): Promise<void> => {
    const [big, smallStored] = [await stores.blobs.put(toChunks(large)), await stores.blobs.put(toChunks(small))]
    expect(await truth.blobs.verify(big.sha256)).toBe('whole')
    expect(await truth.blobs.verify(smallStored.sha256)).toBe('whole')
    expect(computeSha256(await buffer(await stores.blobs.open(big.sha256)))).toBe(computeSha256(large))
    await stores.derivatives.write(address, small)
    expect(Buffer.from((await stores.derivatives.read(address)) ?? []).equals(small)).toBe(true)
    expect(await stores.derivatives.list(address.translationId)).toHaveLength(1)
  }

  /** A permanently broken store: bounded attempts, an error code, and nothing visible afterwards. */
  const giveUp = async (): Promise<void> => {
    const before = proxy.requests
    await expect(stores.blobs.put(toChunks(small))).rejects.toMatchObject({ name: 'AppError' })
    await expect(stores.derivatives.write(address, toChunks(large))).rejects.toMatchObject({ name: 'AppError' })
    expect(proxy.requests - before).toBeLessThanOrEqual(24)
    expect(await truth.blobs.stat(computeSha256(small))).toBeNull()
    expect(await truth.derivatives.list(address.translationId)).toEqual([])
  }

  it.each([500, 503] as const)('C10 retry after status %i, and fail when it persists', async (status) => {
    proxy.breakSome({ kind: 'status', status }, 3)
    await expect(runAllOperations()).resolves.toBeUndefined()
    proxy.breakSome({ kind: 'status', status }, 1)
    await truth.blobs.remove(computeSha256(small))
    await truth.derivatives.removeAll(address.translationId)
    await expect(giveUp()).resolves.toBeUndefined()
  })

  it('C10 retry after no response, and fail when it persists', async () => {
    proxy.breakSome({ kind: 'silent' }, 5)
    await expect(runAllOperations()).resolves.toBeUndefined()
    proxy.breakSome({ kind: 'silent' }, 1)
    await truth.blobs.remove(computeSha256(small))
    await truth.derivatives.removeAll(address.translationId)
    await expect(giveUp()).resolves.toBeUndefined()
  })

  it('C10 wait for slow responses', async () => {
    proxy.breakSome({ kind: 'slow', milliseconds: 300 }, 2)
    await expect(runAllOperations()).resolves.toBeUndefined()
  })

  it('C10 resume truncated bodies, and fail when every body is truncated', async () => {
    proxy.breakSome({ kind: 'short' }, 3)
    await expect(runAllOperations()).resolves.toBeUndefined()
    proxy.breakSome({ kind: 'short' }, 1)
    const reading = stores.blobs.open(computeSha256(large)).then((stream) => buffer(stream))
    await expect(reading).rejects.toMatchObject({ name: 'AppError' })
  })

  it('C10 store complete bytes despite wrong ETags, and do not resume a body under another ETag', async () => {
    proxy.breakSome({ kind: 'etag' }, 1)
    const { sha256 } = await stores.blobs.put(toChunks(small))
    expect(await truth.blobs.verify(sha256)).toBe('whole')
    await expect(stores.derivatives.write(address, toChunks(large))).rejects.toMatchObject({ name: 'AppError' })
    expect(await truth.derivatives.list(address.translationId)).toEqual([])
    await truth.blobs.put(toChunks(large))
    proxy.breakSome({ kind: 'etag-short' }, 1)
    const reading = stores.blobs.open(computeSha256(large)).then((stream) => buffer(stream))
    await expect(reading).rejects.toMatchObject({ name: 'AppError' })
  })

  it('wait for a removal of the same bytes, and store them again', async () => {
    const { sha256 } = await stores.blobs.put(toChunks(small))
    await truth.client.put(`removing/${sha256}`, new Uint8Array(0))
    let ended = false
    const putting = stores.blobs.put(toChunks(small)).finally(() => (ended = true))
    const before = proxy.requests
    await expect.poll(() => proxy.requests - before, { timeout: 20_000 }).toBeGreaterThan(5)
    expect(ended).toBe(false)
    await truth.client.remove(`blobs/${sha256.slice(0, 2)}/${sha256}`)
    await truth.client.remove(`removing/${sha256}`)
    await putting
    expect(await truth.blobs.verify(sha256)).toBe('whole')
  })

  it('reject a conditional write whose condition no longer holds', async () => {
    await stores.client.put('condition', small, 'absent')
    await expect(stores.client.put('condition', small, 'absent')).rejects.toMatchObject({ code: 'changed-meanwhile' })
    const etag = (await stores.client.stat('condition'))?.etag ?? ''
    await stores.client.put('condition', Buffer.from('another'), { etag })
    await expect(stores.client.put('condition', small, { etag })).rejects.toMatchObject({ code: 'changed-meanwhile' })
  })
})
