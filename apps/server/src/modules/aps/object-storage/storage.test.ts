import { createHash } from 'node:crypto'
import type {
  BucketPage,
  DownloadAddress,
  ObjectDetails,
  ObjectPage,
  SignedResource,
  UploadAddresses,
} from '@kamar/aps'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requestToken, type TestApplication, testApplication } from '../../../testing/test-application.js'
import { startTestServer, type TestServer } from '../../../testing/test-server.js'
import { apsModule } from '../module.js'

const part = Buffer.alloc(5 * 1024 ** 2, 'kamar ')
const sha1 = (bytes: Buffer | string): string => createHash('sha1').update(bytes).digest('hex')

let server: TestServer
let application: TestApplication
let bucket: string
let buckets = 0
beforeAll(async () => {
  server = await startTestServer()
  application = await testApplication(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  bucket = `bucket-${++buckets}`
  await call({ method: 'POST', url: '/oss/v2/buckets', payload: { bucketKey: bucket, policyKey: 'persistent' } })
})

const call = (options: InjectOptions, caller: TestApplication = application): Promise<LightMyRequestResponse> =>
  server.inject({ ...options, headers: { ...caller.headers, ...options.headers } })
const objectUrl = (key: string, operation = ''): string =>
  `/oss/v2/buckets/${bucket}/objects/${encodeURIComponent(key)}${operation}`
const write = (key: string, payload: Buffer | string, headers = {}): Promise<LightMyRequestResponse> =>
  call({
    method: 'PUT',
    url: objectUrl(key),
    payload,
    headers: { 'content-type': 'application/octet-stream', ...headers },
  })
const usedBytes = async (owner = application.owner.id): Promise<number> => {
  const { database } = server.services
  const row = await database
    .selectFrom('account')
    .select('used_bytes')
    .where('id', '=', owner)
    .executeTakeFirstOrThrow()
  return row.used_bytes
}
const stripOrigin = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '')

describe('access token with the scope viewables:read only', () => {
  it.each([
    ['GET', '/details'],
    ['GET', ''],
    ['GET', '/signeds3download'],
  ] as const)('H12 does not allow %s of an object%s', async (method, operation) => {
    await write('a.txt', 'twelve bytes')
    const { clientId, clientSecret } = application
    const scope = 'viewables:read'
    const response = await requestToken(server, { client_id: clientId, client_secret: clientSecret, scope })
    const authorization = `Bearer ${response.json<{ access_token: string }>().access_token}`
    expect((await call({ method, url: objectUrl('a.txt', operation) })).statusCode).toBe(200)
    const refused = await call({ method, url: objectUrl('a.txt', operation), headers: { authorization } })
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { errorCode: 'AUTH-010' }])
  })
})

describe('bucket', () => {
  it('is created, described and deleted with its objects', async () => {
    const details = (await call({ url: `/oss/v2/buckets/${bucket}/details` })).json()
    expect(details).toMatchObject({
      bucketKey: bucket,
      bucketOwner: application.clientId,
      policyKey: 'persistent',
      permissions: [{ authId: application.clientId, access: 'full' }],
    })
    expect(details.createdDate).toBeGreaterThan(Date.UTC(2020, 0))
    const before = await usedBytes()
    await write('a.txt', 'twelve bytes')
    expect(await usedBytes()).toBe(before + 12)
    expect((await call({ method: 'DELETE', url: `/oss/v2/buckets/${bucket}` })).statusCode).toBe(200)
    expect(await usedBytes()).toBe(before)
    const missingResponse = await call({ url: `/oss/v2/buckets/${bucket}/details` })
    expect([missingResponse.statusCode, missingResponse.json()]).toEqual([404, { reason: 'Bucket not found' }])
  })

  it('has a key that is unique per application', async () => {
    const again = await call({ method: 'POST', url: '/oss/v2/buckets', payload: { bucketKey: bucket } })
    expect([again.statusCode, again.json()]).toEqual([409, { reason: 'Bucket already exists' }])
    const other = await testApplication(server)
    const own = await call({ method: 'POST', url: '/oss/v2/buckets', payload: { bucketKey: bucket } }, other)
    expect(own.statusCode).toBe(200)
    expect(own.json()).toMatchObject({ bucketOwner: other.clientId, policyKey: 'transient' })
  })

  it.each(['Ab', 'UPPER', 'a b c', '../x', 'a/b/c', ''])('cannot have the key %j', async (bucketKey) => {
    const response = await call({
      method: 'POST',
      url: '/oss/v2/buckets',
      payload: { bucketKey, policyKey: 'transient' },
    })
    expect(response.statusCode).toBe(400)
    expect(response.json().reason).toContain('body.bucketKey')
  })

  it.each([
    ['x-ads-region', 'EMEA', 'EMEA'],
    ['region', 'aus', 'AUS'],
    ['region', 'nowhere at all', 'US'],
    ['x-ads-other', 'EMEA', 'US'],
  ])('takes its region from the header %s: %s', async (name, headerValue, expectedRegion) => {
    const bucketKey = `regional-${++buckets}`
    const bucketResponse = await call({
      method: 'POST',
      url: '/oss/v2/buckets',
      headers: { [name]: headerValue },
      payload: { bucketKey },
    })
    expect(bucketResponse.statusCode).toBe(200)
    const row = await server.services.database
      .selectFrom('storage_bucket')
      .select('region')
      .where('bucket_key', '=', bucketKey)
      .executeTakeFirstOrThrow()
    expect(row.region).toBe(expectedRegion)
    const listed = (await call({ url: '/oss/v2/buckets?region=CAN&limit=100' })).json<BucketPage>()
    expect(listed.items.map((item) => item.bucketKey)).toContain(bucketKey)
  })

  it('is listed in pages with an absolute URL of the next page', async () => {
    const owner = await testApplication(server)
    for (const bucketKey of ['ccc', 'aaa', 'bbb']) {
      await call({ method: 'POST', url: '/oss/v2/buckets', payload: { bucketKey, policyKey: 'transient' } }, owner)
    }
    const first = (await call({ url: '/oss/v2/buckets?limit=2&region=US' }, owner)).json<BucketPage>()
    expect(first.items.map((item) => item.bucketKey)).toEqual(['aaa', 'bbb'])
    expect(first.next).toMatch(/^http:\/\/.*\/oss\/v2\/buckets\?limit=2&region=US&startAt=bbb$/)
    const second = (await call({ url: stripOrigin(first.next ?? '') }, owner)).json<BucketPage>()
    expect(second.items.map((item) => item.bucketKey)).toEqual(['ccc'])
    expect(second.next).toBeUndefined()
  })
})

describe('storage object', () => {
  it('is written in one request, described, read and deleted', async () => {
    const before = await usedBytes()
    const writeResponse = await write('Häuser/Դպրոց 1.ifc', 'a model', { 'content-type': 'text/plain' })
    expect(writeResponse.json<ObjectDetails>()).toMatchObject({
      bucketKey: bucket,
      objectKey: 'Häuser/Դպրոց 1.ifc',
      objectId: `urn:adsk.objects:os.object:${bucket}/Häuser/Դպրոց 1.ifc`,
      size: 7,
      sha1: sha1('a model'),
      contentType: 'text/plain',
    })
    const details = await call({ url: objectUrl('Häuser/Դպրոց 1.ifc', '/details?with=createdDate,lastModifiedDate') })
    expect(details.json()).toMatchObject({
      size: 7,
      createdDate: expect.any(Number),
      lastModifiedDate: expect.any(Number),
    })
    expect(details.json()).not.toHaveProperty('lastAccessedDate')
    const read = await call({ url: objectUrl('Häuser/Դպրոց 1.ifc') })
    expect([read.statusCode, read.body]).toEqual([200, 'a model'])
    expect(read.headers['content-disposition']).toMatch(/^attachment; /)
    expect(read.headers['content-security-policy']).toContain("default-src 'none'")
    expect((await call({ method: 'DELETE', url: objectUrl('Häuser/Դպրոց 1.ifc') })).statusCode).toBe(200)
    const missingResponse = await call({ url: objectUrl('Häuser/Դպրոց 1.ifc', '/details') })
    expect([missingResponse.statusCode, missingResponse.json()]).toEqual([404, { reason: 'Object not found' }])
    expect(await usedBytes()).toBe(before)
  })

  it('replaces the previous one, and the difference is charged to the quota', async () => {
    const before = await usedBytes()
    await write('x', 'long content')
    await write('x', 'short')
    expect(await usedBytes()).toBe(before + 5)
    await write('x', 'longer again')
    expect(await usedBytes()).toBe(before + 12)
  })

  it('supports ranges, including one that ends beyond the last byte', async () => {
    await write('r.bin', '0123456789')
    const range = (text: string) => call({ url: objectUrl('r.bin'), headers: { range: text } })
    const past = await range('bytes=0-10')
    expect([past.statusCode, past.body, past.headers['content-range']]).toEqual([206, '0123456789', 'bytes 0-9/10'])
    const innerRange = await range('bytes=3-5')
    expect([innerRange.statusCode, innerRange.body]).toEqual([206, '345'])
    const beyond = await range('bytes=10-12')
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */10'])
  })

  it('is listed by key, by prefix and in pages', async () => {
    for (const key of ['b', 'a/2', 'a/1', 'a%_', 'C']) await write(key, key)
    const list = async (query: string) =>
      (await call({ url: `/oss/v2/buckets/${bucket}/objects${query}` })).json<ObjectPage>()
    expect((await list('')).items.map((item) => item.objectKey)).toEqual(['C', 'a%_', 'a/1', 'a/2', 'b'])
    expect((await list('?beginsWith=a%2F')).items.map((item) => item.objectKey)).toEqual(['a/1', 'a/2'])
    expect((await list('?beginsWith=a%25_')).items.map((item) => item.objectKey)).toEqual(['a%_'])
    const first = await list('?limit=2&beginsWith=a')
    const second = (await call({ url: stripOrigin(first.next ?? '') })).json<ObjectPage>()
    expect(second.items.map((item) => item.objectKey)).toEqual(['a/2'])
    expect(second.next).toBeUndefined()
  })

  it.each(['limit=101', 'limit=0', 'limit=x'])('cannot be listed with %s', async (query) => {
    expect((await call({ url: `/oss/v2/buckets/${bucket}/objects?${query}` })).statusCode).toBe(400)
  })

  it('answers HEAD, and 304 when the ETag matches', async () => {
    await write('h', 'head')
    const response = await call({ method: 'HEAD', url: objectUrl('h') })
    expect([response.statusCode, response.headers['content-length'], response.body]).toEqual([200, '4', ''])
    const again = await call({ url: objectUrl('h'), headers: { 'if-none-match': String(response.headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const signed = await call({
      url: objectUrl('h', '/signeds3download'),
      headers: { 'if-none-match': String(response.headers.etag) },
    })
    expect(signed.statusCode).toBe(304)
    const stale = await call({ url: objectUrl('h'), headers: { range: 'bytes=0-1', 'if-range': '"other"' } })
    expect([stale.statusCode, stale.body]).toEqual([200, 'head'])
  })

  it('has a last access date with a resolution of one hour', async () => {
    await write('read', 'x')
    const { database } = server.services
    const old = new Date(Date.now() - 2 * 3_600_000)
    await database
      .updateTable('storage_object')
      .set({ last_accessed_at: old })
      .where('object_key', '=', 'read')
      .execute()
    await call({ url: objectUrl('read') })
    const details = await call({ url: objectUrl('read', '/details?with=lastAccessedDate&with=createdDate') })
    expect(details.json().lastAccessedDate).toBeGreaterThan(old.getTime() + 3_600_000)
    expect(details.json()).toHaveProperty('createdDate')
  })

  it('is copied without copying its bytes', async () => {
    await write('from', 'bytes', { 'content-type': 'text/plain' })
    const before = await usedBytes()
    const copy = await call({ method: 'PUT', url: objectUrl('from', '/copyto/to%2Fhere') })
    expect(copy.json()).toMatchObject({ objectKey: 'to/here', size: 5, sha1: sha1('bytes'), contentType: 'text/plain' })
    expect(await usedBytes()).toBe(before + 5)
    await call({ method: 'DELETE', url: objectUrl('from') })
    expect((await call({ url: objectUrl('to/here') })).body).toBe('bytes')
  })
})

describe('multipart upload', () => {
  const sign = async (key: string, query: string): Promise<UploadAddresses> =>
    (await call({ url: objectUrl(key, `/signeds3upload${query}`) })).json<UploadAddresses>()
  const send = (url: string, payload: Buffer | string): Promise<LightMyRequestResponse> =>
    server.inject({
      method: 'PUT',
      url: stripOrigin(url),
      payload,
      headers: { 'content-type': 'application/x-whatever' },
    })
  const complete = (key: string, body: object, headers = {}): Promise<LightMyRequestResponse> =>
    call({ method: 'POST', url: objectUrl(key, '/signeds3upload'), payload: body, headers })

  it('accepts parts in any order, continues by upload key and creates the object on completion', async () => {
    const before = await usedBytes()
    const { uploadKey, urls, uploadExpiration } = await sign('big', '?parts=2')
    expect(Date.parse(uploadExpiration)).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    const second = await send(urls[1] ?? '', part)
    expect(second.statusCode).toBe(200)
    expect((await complete('big', { uploadKey })).json()).toEqual({ reason: 'Part 1 was not uploaded' })
    const first = await send(urls[0] ?? '', part)
    const more = await sign('big', `?uploadKey=${uploadKey}&firstPart=3`)
    expect(more.uploadKey).toBe(uploadKey)
    const third = await send(more.urls[0] ?? '', 'the end')
    const eTags = [first, second, third].map((response) => String(response.headers.etag))
    expect((await call({ url: objectUrl('big', '/details') })).statusCode).toBe(404)
    expect((await complete('big', { uploadKey, size: 1 })).statusCode).toBe(400)
    expect((await complete('big', { uploadKey, eTags: [...eTags].reverse() })).statusCode).toBe(400)
    const content = Buffer.concat([part, part, Buffer.from('the end')])
    const labels = { 'x-ads-meta-content-type': 'model/x', 'x-ads-user-defined-metadata': '{"a":1}' }
    const done = await complete('big', { uploadKey, size: content.length, eTags }, labels)
    expect(done.json()).toMatchObject({ size: content.length, sha1: sha1(content), contentType: 'model/x' })
    expect((await call({ url: objectUrl('big') })).rawPayload.equals(content)).toBe(true)
    expect(await usedBytes()).toBe(before + content.length)
    const again = await complete('big', { uploadKey })
    expect([again.statusCode, again.json().size]).toEqual([200, content.length])
    expect(
      (await call({ url: objectUrl('big', '/details?with=userDefinedMetadata') })).json().userDefinedMetadata,
    ).toBe('{"a":1}')
    expect((await send(urls[0] ?? '', 'late')).statusCode).toBe(404)
  })

  it('accepts a single small part, which can be sent again', async () => {
    const { uploadKey, urls } = await sign('small', '')
    await send(urls[0] ?? '', 'broken')
    await send(urls[0] ?? '', 'right')
    expect((await complete('small', { uploadKey })).json()).toMatchObject({ size: 5, sha1: sha1('right') })
  })

  it('rejects small parts except the last', async () => {
    const { uploadKey, urls } = await sign('tiny', '?parts=2')
    for (const url of urls) await send(url, 'tiny')
    const refused = await complete('tiny', { uploadKey })
    expect([refused.statusCode, refused.json().reason]).toEqual([400, 'Part 1 is smaller than 5242880 bytes'])
  })

  it('signs at most 25 URLs per request', async () => {
    expect((await call({ url: objectUrl('x', '/signeds3upload?parts=26') })).statusCode).toBe(400)
    expect((await sign('x', '?parts=25')).urls).toHaveLength(25)
  })

  it('rejects a signed URL that was changed, has expired or is used otherwise', async () => {
    const { urls } = await sign('signed', '?minutesExpiration=1')
    const url = stripOrigin(urls[0] ?? '')
    for (const changed of [
      url.replace('/1?', '/2?'),
      url.replace(/size=\d+/, 'size=999999999999'),
      url.replace(/expires=\d+/, 'expires=99999999999'),
      url.replace(/signature=.{5}/, 'signature=AAAAA'),
      url.replace(/&signature=[^&]*/, ''),
      `${url}&more=1`,
    ]) {
      expect((await send(changed, 'x')).statusCode, changed).toBe(403)
    }
    const old = server.find(apsModule).addresses.sign({
      method: 'PUT',
      path: url.split('?')[0] ?? '',
      expiresAt: new Date(Date.now() - 1000),
      parameters: { size: '100' },
    })
    const over = await send(old, 'x')
    expect([over.statusCode, over.json()]).toEqual([403, { reason: 'Request has expired' }])
  })

  it('enforces the size limit of its signed URL', async () => {
    const { uploadKey } = await sign('capped', '')
    const path = `/oss/v2/transfers/uploads/${uploadKey}/1`
    const expiresAt = new Date(Date.now() + 60_000)
    const url = server.find(apsModule).addresses.sign({ method: 'PUT', path, expiresAt, parameters: { size: '4' } })
    expect((await send(url, '12345')).statusCode).toBe(413)
    expect((await send(url, '1234')).statusCode).toBe(200)
    expect((await complete('capped', { uploadKey })).json().size).toBe(4)
  })

  it('is refused beyond the quota, which includes uploaded parts', async () => {
    const limitedApplication = await testApplication(server)
    const { database } = server.services
    await database
      .updateTable('account')
      .set({ quota_bytes: 10 })
      .where('id', '=', limitedApplication.owner.id)
      .execute()
    await call({ method: 'POST', url: '/oss/v2/buckets', payload: { bucketKey: 'poor' } }, limitedApplication)
    const url = '/oss/v2/buckets/poor/objects/x'
    const wide = await call(
      { method: 'PUT', url, payload: '12345678901', headers: { 'content-type': 'application/octet-stream' } },
      limitedApplication,
    )
    expect(wide.statusCode).toBe(413)
    const { urls, uploadKey } = (
      await call({ url: `${url}/signeds3upload?parts=2` }, limitedApplication)
    ).json<UploadAddresses>()
    expect((await send(urls[0] ?? '', '1234567')).statusCode).toBe(200)
    expect((await send(urls[1] ?? '', '1234567')).statusCode).toBe(413)
    const done = await call(
      { method: 'POST', url: `${url}/signeds3upload`, payload: { uploadKey } },
      limitedApplication,
    )
    expect(done.json()).toMatchObject({ size: 7 })
    expect(await usedBytes(limitedApplication.owner.id)).toBe(7)
  })
})

describe('signed download URL', () => {
  it('needs no token, supports ranges and sets the requested response headers', async () => {
    await write('house.ifc', 'ISO-10303-21;', { 'content-type': 'application/x-step' })
    const query = '?response-content-disposition=attachment%3B%20filename%3D%22villa.ifc%22'
    const address = (await call({ url: objectUrl('house.ifc', `/signeds3download${query}`) })).json<DownloadAddress>()
    expect(address).toMatchObject({ status: 'complete', size: 13, sha1: sha1('ISO-10303-21;') })
    const response = await server.inject({ url: stripOrigin(address.url), headers: { range: 'bytes=0-13' } })
    expect([response.statusCode, response.body]).toEqual([206, 'ISO-10303-21;'])
    expect(response.headers['content-type']).toBe('application/x-step')
    expect(response.headers['content-disposition']).toContain('filename="villa.ifc"')
    const redirect = await call({ url: objectUrl('house.ifc', '/signeds3download?redirect=true') })
    expect([redirect.statusCode, String(redirect.headers.location)]).toEqual([
      302,
      expect.stringContaining('/oss/v2/transfers/downloads/'),
    ])
  })

  it('expires when the object is replaced or deleted', async () => {
    await write('v', 'one')
    const { url } = (await call({ url: objectUrl('v', '/signeds3download') })).json<DownloadAddress>()
    expect((await server.inject({ url: stripOrigin(url) })).body).toBe('one')
    await write('v', 'two')
    expect((await server.inject({ url: stripOrigin(url) })).statusCode).toBe(404)
    const newer = (await call({ url: objectUrl('v', '/signeds3download') })).json<DownloadAddress>()
    await call({ method: 'DELETE', url: objectUrl('v') })
    expect((await server.inject({ url: stripOrigin(newer.url) })).statusCode).toBe(404)
  })
})

describe('batch operation', () => {
  it('signs, completes and downloads several objects with a result for each', async () => {
    const batch = async (operation: string, requests: object[]) =>
      (
        await call({ method: 'POST', url: `/oss/v2/buckets/${bucket}/objects/${operation}`, payload: { requests } })
      ).json()
    const signed = await batch('batchsigneds3upload', [
      { objectKey: 'a' },
      { objectKey: 'b', parts: 2 },
      { objectKey: 'c', uploadKey: 'no' },
    ])
    expect(signed.results.a.urls).toHaveLength(1)
    expect(signed.results.b.urls).toHaveLength(2)
    expect(signed.results.c).toEqual({ status: 'error', reason: 'The uploadKey is unknown or has expired' })
    await server.inject({ method: 'PUT', url: stripOrigin(signed.results.a.urls[0]), payload: 'A' })
    const completed = await batch('batchcompleteupload', [
      { objectKey: 'a', uploadKey: signed.results.a.uploadKey, 'x-ads-meta-Content-Type': 'text/a' },
      { objectKey: 'b', uploadKey: signed.results.b.uploadKey },
    ])
    expect(completed.results.a).toMatchObject({ status: 'success', size: 1, contentType: 'text/a' })
    expect(completed.results.b).toEqual({ status: 'error', reason: 'No part was uploaded' })
    const downloads = await batch('batchsigneds3download', [{ objectKey: 'a' }, { objectKey: 'none' }])
    expect((await server.inject({ url: stripOrigin(downloads.results.a.url) })).body).toBe('A')
    expect(downloads.results.none).toEqual({ status: 'error', reason: 'Object not found' })
  })

  it('accepts at most 25 objects', async () => {
    const requests = Array.from({ length: 26 }, (_, index) => ({ objectKey: `o${index}` }))
    const response = await call({
      method: 'POST',
      url: `/oss/v2/buckets/${bucket}/objects/batchsigneds3upload`,
      payload: { requests },
    })
    expect(response.statusCode).toBe(400)
  })
})

describe('signed resource', () => {
  const sign = async (key: string, query: string, body = {}): Promise<LightMyRequestResponse> =>
    call({ method: 'POST', url: objectUrl(key, `/signed${query}`), payload: body })

  it('allows reading or writing without a token for a limited time', async () => {
    await write('shared', 'hello')
    const read = (await sign('shared', '')).json<SignedResource>()
    expect(read.expiration).toBeGreaterThan(Date.now() + 59 * 60_000)
    expect((await server.inject({ url: stripOrigin(read.signedUrl) })).body).toBe('hello')
    expect((await server.inject({ method: 'PUT', url: stripOrigin(read.signedUrl), payload: 'x' })).statusCode).toBe(
      403,
    )
    const both = (await sign('shared', '?access=ReadWrite')).json<SignedResource>()
    const put = await server.inject({ method: 'PUT', url: stripOrigin(both.signedUrl), payload: 'changed' })
    expect(put.json()).toMatchObject({ size: 7 })
    expect((await server.inject({ url: stripOrigin(read.signedUrl) })).body).toBe('changed')
  })

  it('can be limited to one use and expires', async () => {
    await write('once', 'x')
    const { signedUrl } = (await sign('once', '', { singleUse: true })).json<SignedResource>()
    const both = await Promise.all([1, 2].map(() => server.inject({ url: stripOrigin(signedUrl) })))
    expect(new Set(both.map((response) => response.statusCode))).toEqual(new Set([200, 404]))
    const over = (await sign('once', '')).json<SignedResource>()
    await server.services.database
      .updateTable('signed_resource')
      .set({ expires_at: new Date(0) })
      .execute()
    expect((await server.inject({ url: stripOrigin(over.signedUrl) })).statusCode).toBe(403)
  })

  it('is deleted with its object, by its application only', async () => {
    await write('gone', 'x')
    const { signedUrl } = (await sign('gone', '')).json<SignedResource>()
    const outsider = await testApplication(server)
    const hash = stripOrigin(signedUrl)
    expect((await call({ method: 'DELETE', url: hash }, outsider)).statusCode).toBe(404)
    expect((await call({ method: 'DELETE', url: hash })).statusCode).toBe(200)
    expect((await call({ url: objectUrl('gone', '/details') })).statusCode).toBe(404)
    expect((await server.inject({ url: hash })).statusCode).toBe(404)
  })

  it('cannot be created for writing with a read-only token', async () => {
    await write('mine', 'x')
    const reader = { ...application, headers: await readerHeaders() }
    const url = objectUrl('mine', '/signed')
    expect((await call({ method: 'POST', url, payload: {} }, reader)).statusCode).toBe(200)
    const refused = await call({ method: 'POST', url: `${url}?access=readwrite`, payload: {} }, reader)
    expect([refused.statusCode, refused.json().errorCode]).toEqual([403, 'AUTH-010'])
  })

  async function readerHeaders(): Promise<{ authorization: string }> {
    const { tokens } = server.find(apsModule)
    const token = await tokens.issue({ clientId: application.clientId, secretVersion: 1 }, ['data:read'])
    return { authorization: `Bearer ${token}` }
  }
})
