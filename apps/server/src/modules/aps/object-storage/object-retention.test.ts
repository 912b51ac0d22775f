import { createHash } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { DownloadAddress, UploadAddresses } from '@kamar/aps'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApplication, testApplication } from '../../../testing/test-application.js'
import { startTestServer, type TestServer } from '../../../testing/test-server.js'
import { apsModule } from '../module.js'
import { cleanUpObjectStorage } from './clean-up-storage.js'

const hourMilliseconds = 3_600_000
const realNow = new Date()
let server: TestServer
let address: string
let application: TestApplication
let now: Date
let buckets = 0
beforeAll(async () => {
  now = realNow
  server = await startTestServer({ parts: { now: () => now } })
  address = await server.listen()
  application = await testApplication(server)
})
afterAll(() => server.close())
beforeEach(() => {
  now = realNow
})

const call = (options: InjectOptions) =>
  server.inject({ ...options, headers: { ...application.headers, ...options.headers } })
const makeBucket = async (policyKey: string): Promise<string> => {
  const bucketKey = `kept-${++buckets}`
  await call({ method: 'POST', url: '/oss/v2/buckets', payload: { bucketKey, policyKey } })
  return `/oss/v2/buckets/${bucketKey}/objects`
}
const write = (url: string, payload: string) =>
  call({ method: 'PUT', url, payload, headers: { 'content-type': 'application/octet-stream' } })
const usedBytes = async (): Promise<number> => {
  const { database } = server.services
  const query = database.selectFrom('account').select('used_bytes').where('id', '=', application.owner.id)
  return (await query.executeTakeFirstOrThrow()).used_bytes
}
const computeHash = (text: string): string => createHash('sha256').update(text).digest('hex')
const isThere = async (url: string): Promise<boolean> => {
  const token = await server
    .find(apsModule)
    .tokens.issue({ clientId: application.clientId, secretVersion: 1 }, ['data:read'])
  const headers = { authorization: `Bearer ${token}` }
  return (await server.inject({ url: `${url}/details`, headers })).statusCode === 200
}

describe('object retention', () => {
  it.each([
    ['transient', 24],
    ['temporary', 30 * 24],
  ])('hides objects of a %s bucket after %d hours and then removes them', async (policy, hours) => {
    const url = `${await makeBucket(policy)}/x`
    const before = await usedBytes()
    await write(url, 'short-lived')
    const { url: signed } = (await call({ url: `${url}/signeds3download` })).json<DownloadAddress>()
    now = new Date(realNow.getTime() + hours * hourMilliseconds - 1000)
    expect(await isThere(url)).toBe(true)
    now = new Date(realNow.getTime() + hours * hourMilliseconds)
    expect(await isThere(url)).toBe(false)
    expect((await server.inject({ url: signed.replace(address, '') })).statusCode).toBe(403)
    expect(await usedBytes()).toBe(before + 11)
    await cleanUpObjectStorage(server.services.database, now)
    expect(await usedBytes()).toBe(before)
  })

  it('keeps objects of a persistent bucket', async () => {
    const url = `${await makeBucket('persistent')}/x`
    await write(url, 'for ever')
    now = new Date(realNow.getTime() + 10 * 365 * 24 * hourMilliseconds)
    await cleanUpObjectStorage(server.services.database, now)
    const { database } = server.services
    const row = await database
      .selectFrom('blob')
      .select('sha256')
      .where('sha256', '=', computeHash('for ever'))
      .executeTakeFirst()
    expect(row).toBeDefined()
    now = realNow
    expect(await isThere(url)).toBe(true)
  })

  it('keeps blobs during housekeeping only while an object or upload refers to them', async () => {
    const objects = await makeBucket('persistent')
    await write(`${objects}/kept`, 'kept bytes')
    await write(`${objects}/dropped`, 'dropped bytes')
    const { urls, uploadKey } = (await call({ url: `${objects}/parts/signeds3upload` })).json<UploadAddresses>()
    await server.inject({ method: 'PUT', url: (urls[0] ?? '').replace(/^https?:\/\/[^/]+/, ''), payload: 'a part' })
    await call({ method: 'DELETE', url: `${objects}/dropped` })
    const rows = async (): Promise<string[]> => {
      const { database } = server.services
      const expectedHashes = ['kept bytes', 'dropped bytes', 'a part'].map(computeHash)
      const blobRows = await database
        .selectFrom('blob')
        .select('sha256')
        .where('sha256', 'in', expectedHashes)
        .execute()
      return blobRows.map(({ sha256 }) => sha256).toSorted()
    }
    const { blobs } = server.services
    const old = new Date(Date.now() - 2 * 24 * hourMilliseconds)
    for (const text of ['kept bytes', 'dropped bytes', 'a part']) await age(computeHash(text), old)
    await server.runJobs()
    expect(await rows()).toEqual([computeHash('kept bytes'), computeHash('a part')].toSorted())
    expect(await blobs.stat(computeHash('dropped bytes'))).toBeNull()
    const { database } = server.services
    await database.updateTable('object_upload').set({ expires_at: old }).where('upload_key', '=', uploadKey).execute()
    await server.runJobs()
    expect(await rows()).toEqual([computeHash('kept bytes')])
  })

  async function age(sha256: string, time: Date): Promise<void> {
    await utimes(join(server.folder, 'blobs', sha256.slice(0, 2), sha256), time, time)
  }
})

describe('interrupted object upload', () => {
  const temporaryFiles = async (): Promise<string[]> => readdir(server.services.blobs.temporaryFolder)
  const dieAfter = async (url: string, headers: string, sent: string): Promise<void> => {
    const { host, hostname, port, pathname, search } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\n${headers}content-length: 1000000\r\n\r\n${sent}`,
    )
    await expect.poll(temporaryFiles).toHaveLength(1)
    socket.destroy()
    await expect.poll(temporaryFiles).toEqual([])
  }

  it('keeps the previous object after a dropped single request', async () => {
    const url = `${await makeBucket('persistent')}/x`
    await write(url, 'before')
    const before = await usedBytes()
    const headers = `authorization: ${application.headers.authorization}\r\ncontent-type: application/octet-stream\r\n`
    await dieAfter(`${address}${url}`, headers, 'half of it')
    expect((await call({ url })).body).toBe('before')
    expect(await usedBytes()).toBe(before)
  })

  it('discards a partial part and continues with the same upload key', async () => {
    const url = `${await makeBucket('persistent')}/x`
    const { uploadKey } = (await call({ url: `${url}/signeds3upload` })).json<UploadAddresses>()
    const again = (await call({ url: `${url}/signeds3upload?uploadKey=${uploadKey}` })).json<UploadAddresses>()
    const part = `${address}${(again.urls[0] ?? '').replace(/^https?:\/\/[^/]+/, '')}`
    await dieAfter(part, '', 'half of it')
    const complete = () => call({ method: 'POST', url: `${url}/signeds3upload`, payload: { uploadKey } })
    expect((await complete()).json()).toEqual({ reason: 'No part was uploaded' })
    expect((await fetch(part, { method: 'PUT', body: 'all of it' })).status).toBe(200)
    expect((await complete()).json()).toMatchObject({ size: 9 })
  })

  it('creates one object when completed several times at once', async () => {
    const url = `${await makeBucket('persistent')}/x`
    const before = await usedBytes()
    const { uploadKey, urls } = (await call({ url: `${url}/signeds3upload` })).json<UploadAddresses>()
    await server.inject({ method: 'PUT', url: (urls[0] ?? '').replace(/^https?:\/\/[^/]+/, ''), payload: 'once' })
    const complete = () => call({ method: 'POST', url: `${url}/signeds3upload`, payload: { uploadKey } })
    const responses = await Promise.all([complete(), complete(), complete()])
    expect(responses.map((response) => response.statusCode)).toEqual([200, 200, 200])
    expect(await usedBytes()).toBe(before + 4)
  })

  it('is refused above the size limit without Content-Length', async () => {
    const url = `${await makeBucket('persistent')}/x`
    const headers = { ...application.headers, 'content-type': 'application/octet-stream' }
    let megabytes = 0
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        if (megabytes++ < 101) controller.enqueue(new Uint8Array(1024 ** 2))
        else controller.close()
      },
    })
    const request = { method: 'PUT', headers, body, duplex: 'half' } as const
    const response = await fetch(`${address}${url}`, request)
    expect(response.status).toBe(413)
    expect(await temporaryFiles()).toEqual([])
    expect(await isThere(url)).toBe(false)
  })
})

describe('object download', () => {
  const warnings = (): unknown[] => server.logged.filter(({ level }) => Number(level) >= 40)

  it('logs no warning when it is complete, ranged or aborted', async () => {
    const url = `${await makeBucket('persistent')}/x`
    await write(url, 'x'.repeat(4_000_000))
    const before = warnings().length
    const { headers } = application
    expect(await (await fetch(`${address}${url}`, { headers })).text()).toHaveLength(4_000_000)
    const range = { ...headers, range: 'bytes=5-9' }
    expect(await (await fetch(`${address}${url}`, { headers: range })).text()).toBe('xxxxx')
    const leaving = new AbortController()
    const response = await fetch(`${address}${url}`, { headers, signal: leaving.signal })
    await response.body?.getReader().read()
    leaving.abort()
    // The server has handled it once the next request over the same connection pool has its response.
    expect((await fetch(`${address}${url}`, { headers: range })).status).toBe(206)
    expect(warnings().slice(before)).toEqual([])
  })
})
