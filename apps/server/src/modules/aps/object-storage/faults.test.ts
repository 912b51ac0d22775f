import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@kamar/core'
import type { UploadAddresses } from '@kamar/aps'
import type { BlobStore } from '@kamar/storage'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApplication, testApplication } from '../../../testing/test-application.js'
import { startTestServer, type TestServer } from '../../../testing/test-server.js'
import { apsModule } from '../module.js'
import { findBucket } from './find-object.js'
import { ObjectUploadService } from './upload-service.js'

const part = Buffer.alloc(5 * 1024 ** 2, 1)
const objects = '/oss/v2/buckets/faults/objects'
let server: TestServer
let application: TestApplication
beforeAll(async () => {
  server = await startTestServer()
  application = await testApplication(server)
  await call({ method: 'POST', url: '/oss/v2/buckets', payload: { bucketKey: 'faults', policyKey: 'persistent' } })
})
afterAll(() => server.close())

const call = (options: InjectOptions) =>
  server.inject({ ...options, headers: { ...application.headers, ...options.headers } })
const write = (key: string, payload: string) =>
  call({ method: 'PUT', url: `${objects}/${key}`, payload, headers: { 'content-type': 'application/octet-stream' } })
const usedBytes = async (): Promise<number> => {
  const { database } = server.services
  const query = database.selectFrom('account').select('used_bytes').where('id', '=', application.owner.id)
  return (await query.executeTakeFirstOrThrow()).used_bytes
}
const storedBytes = async (): Promise<number> => {
  const rows = await server.services.database.selectFrom('storage_object').select('size_bytes').execute()
  return rows.reduce((sum, row) => sum + row.size_bytes, 0)
}

/** Creates a store whose call with this number fails, as with a full disk. */
function failingAt(blobs: BlobStore, failing: number): BlobStore {
  let calls = 0
  return new Proxy(blobs, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...parameters: unknown[]) => {
        if (++calls === failing) return Promise.reject(new AppError('storage-full'))
        return Reflect.apply(member, target, parameters) as unknown
      }
    },
  })
}

describe('failing blob store', () => {
  it('leaves no partial object at any point of a completion, and the next one succeeds', async () => {
    const protocol = server.find(apsModule)
    const actor = {
      ...application,
      kind: 'application',
      applicationId: application.id,
      ownerId: application.owner.id,
      scopes: new Set<never>(),
    } as const
    const bucket = await findBucket(protocol.database, actor, 'faults')
    let failures = 0
    for (let failing = 1; ; failing++) {
      const objectKey = `fault-${failing}`
      const { uploadKey, urls } = (
        await call({ url: `${objects}/${objectKey}/signeds3upload?parts=2` })
      ).json<UploadAddresses>()
      const send = (index: number, payload: Buffer) =>
        server.inject({ method: 'PUT', url: (urls[index] ?? '').replace(/^https?:\/\/[^/]+/, ''), payload })
      await send(0, part)
      await send(1, Buffer.from(objectKey))
      const before = await usedBytes()
      const uploads = new ObjectUploadService({ ...protocol, blobs: failingAt(protocol.blobs, failing) })
      const complete = () =>
        uploads.complete({ bucket, objectKey }, { uploadKey }, { contentType: 'a/b', metadata: null })
      const failed = await complete().then(
        () => false,
        () => true,
      )
      if (!failed) break
      failures++
      expect((await call({ url: `${objects}/${objectKey}/details` })).statusCode).toBe(404)
      expect(await usedBytes()).toBe(before)
      await complete()
      expect((await call({ url: `${objects}/${objectKey}/details` })).json().size).toBe(part.length + objectKey.length)
    }
    expect(failures).toBeGreaterThanOrEqual(3)
    expect(await usedBytes()).toBe(await storedBytes())
  })

  it('causes an error without internal details, and the object can be written again', async () => {
    await write('lost', 'bytes that will be gone')
    const { database } = server.services
    const { blob_sha256: hash } = await database
      .selectFrom('storage_object')
      .select('blob_sha256')
      .where('object_key', '=', 'lost')
      .executeTakeFirstOrThrow()
    await rm(join(server.folder, 'blobs', hash.slice(0, 2), hash))
    const read = await call({ url: `${objects}/lost` })
    expect(read.statusCode).toBe(500)
    expect(read.body).not.toMatch(/blobs|ENOENT|sha/)
    expect((await call({ method: 'PUT', url: `${objects}/lost/copyto/copy` })).statusCode).toBe(500)
    expect((await call({ url: `${objects}/copy/details` })).statusCode).toBe(404)
    expect((await write('lost', 'bytes that will be gone')).statusCode).toBe(200)
    expect((await call({ url: `${objects}/lost` })).body).toBe('bytes that will be gone')
  })
})

describe('concurrent object request', () => {
  it('stores one of several writes to the same key and counts it once', async () => {
    const contents = Array.from({ length: 8 }, (_, index) => 'x'.repeat(index + 1))
    const before = await usedBytes()
    const responses = await Promise.all(contents.map((text) => write('contested', text)))
    expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([200]))
    const { body } = await call({ url: `${objects}/contested` })
    expect(contents).toContain(body)
    expect(await usedBytes()).toBe(before + body.length)
  })

  it('never exceeds the quota', async () => {
    const { database } = server.services
    const quota = (await usedBytes()) + 25
    await database.updateTable('account').set({ quota_bytes: quota }).where('id', '=', application.owner.id).execute()
    const responses = await Promise.all(Array.from({ length: 6 }, (_, index) => write(`many-${index}`, '0123456789')))
    expect(responses.map((response) => response.statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 200, 413, 413, 413, 413,
    ])
    expect(await usedBytes()).toBe(quota - 5)
    await database.updateTable('account').set({ quota_bytes: 1e12 }).where('id', '=', application.owner.id).execute()
  })

  it('stores equal bytes once until the last object is deleted', async () => {
    const before = await usedBytes()
    await Promise.all(['twin-1', 'twin-2', 'twin-3'].map((key) => write(key, 'the same bytes')))
    expect(await usedBytes()).toBe(before + 3 * 14)
    await Promise.all(['twin-1', 'twin-2'].map((key) => call({ method: 'DELETE', url: `${objects}/${key}` })))
    expect((await call({ url: `${objects}/twin-3` })).body).toBe('the same bytes')
    expect(await usedBytes()).toBe(before + 14)
  })

  it('keeps the used storage consistent when the bucket is deleted meanwhile', async () => {
    await call({ method: 'POST', url: '/oss/v2/buckets', payload: { bucketKey: 'doomed', policyKey: 'persistent' } })
    const before = await usedBytes()
    const into = (key: string) => {
      const headers = { 'content-type': 'application/octet-stream' }
      return call({ method: 'PUT', url: `/oss/v2/buckets/doomed/objects/${key}`, payload: '12345', headers })
    }
    const responses = await Promise.all([
      into('a'),
      into('b'),
      call({ method: 'DELETE', url: '/oss/v2/buckets/doomed' }),
      into('c'),
      into('d'),
    ])
    for (const { statusCode } of responses) expect([200, 404]).toContain(statusCode)
    expect((await call({ url: '/oss/v2/buckets/doomed/details' })).statusCode).toBe(404)
    expect(await usedBytes()).toBe(before)
  })

  it('frees the storage of a deleted object once', async () => {
    await write('once', '12345')
    const before = await usedBytes()
    const responses = await Promise.all([1, 2, 3].map(() => call({ method: 'DELETE', url: `${objects}/once` })))
    expect(responses.map((response) => response.statusCode)).toContain(200)
    expect(await usedBytes()).toBe(before - 5)
  })
})
