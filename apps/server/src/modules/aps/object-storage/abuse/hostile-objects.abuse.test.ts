import { readdir } from 'node:fs/promises'
import type { DownloadAddress, ObjectDetails, ObjectPage } from '@kamar/aps'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApplication, testApplication } from '../../../../testing/test-application.js'
import { startTestServer, type TestServer } from '../../../../testing/test-server.js'

const objects = '/oss/v2/buckets/hostile/objects'
const bytes = { 'content-type': 'application/octet-stream' }
let server: TestServer
let application: TestApplication
beforeAll(async () => {
  server = await startTestServer()
  application = await testApplication(server)
  await call({ method: 'POST', url: '/oss/v2/buckets', payload: { bucketKey: 'hostile', policyKey: 'persistent' } })
})
afterAll(() => server.close())

const call = (options: InjectOptions) =>
  server.inject({ ...options, headers: { ...application.headers, ...options.headers } })
const formatUrl = (key: string): string => `${objects}/${encodeURIComponent(key)}`
const write = (key: string, headers: Record<string, string> = {}, payload = 'x') =>
  call({ method: 'PUT', url: formatUrl(key), headers: { ...bytes, ...headers }, payload })
const stripOrigin = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '')

describe('object key', () => {
  it.each([
    '../../../../etc/passwd',
    '..\\..\\windows\\system32',
    '/absolute',
    'a//b',
    './x',
    '%2e%2e%2f',
    "'; drop table storage_object; --",
    '%_\\',
    'details',
    'signeds3upload',
    'a/objects/b/details',
    'نموذج مبنى.ifc',
    '🏛️.ifc',
    'x'.repeat(1024),
    'Դ'.repeat(1024),
  ])('P01 is stored and returned unchanged: %j', async (key) => {
    const writeResponse = await write(key, {}, key)
    expect(writeResponse.statusCode).toBe(200)
    expect(writeResponse.json<ObjectDetails>().objectKey).toBe(key)
    expect((await call({ url: formatUrl(key) })).body).toBe(key)
    const { items } = (
      await call({ url: `${objects}?limit=1&beginsWith=${encodeURIComponent(key)}` })
    ).json<ObjectPage>()
    expect(items.map((item) => item.objectKey)).toEqual([key])
    expect((await call({ method: 'DELETE', url: formatUrl(key) })).statusCode).toBe(200)
  })

  it.each(['.', '..', 'a\u0000b', 'a\nb', 'a\r\nset-cookie: x', '\u007f', 'x'.repeat(1025)])(
    'P01 is rejected when no URL or header can represent it: %j',
    async (key) => {
      const response = await write(key)
      expect([400, 404]).toContain(response.statusCode)
      expect(response.headers).not.toHaveProperty('set-cookie')
    },
  )

  it('P01 does not appear in file names on disk', async () => {
    await write('../../escaped.txt')
    const names = await readdir(server.folder, { recursive: true })
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => name.includes('escaped'))).toEqual([])
  })
})

describe('download of active content', () => {
  const page = '<script>fetch("/api/auth/refresh",{method:"POST"})</script>'

  it('P02 is sent as an attachment with nosniff and a strict policy, whatever its content type', async () => {
    for (const type of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/html;charset=utf-7']) {
      await write('page.html', { 'content-type': type }, page)
      const { url } = (await call({ url: `${formatUrl('page.html')}/signeds3download` })).json<DownloadAddress>()
      const shared = (await call({ method: 'POST', url: `${formatUrl('page.html')}/signed`, payload: {} })).json<{
        signedUrl: string
      }>()
      for (const address of [formatUrl('page.html'), stripOrigin(url), stripOrigin(shared.signedUrl)]) {
        const { headers } = await call({ url: address })
        expect(headers['content-disposition']).toMatch(/^attachment; /)
        expect(headers['x-content-type-options']).toBe('nosniff')
        expect(headers['content-security-policy']).toContain("default-src 'none'")
      }
    }
  })

  it('P02 remains an attachment when the query requests inline disposition', async () => {
    await write('page.html', { 'content-type': 'text/html' }, page)
    const query = new URLSearchParams({
      'response-content-disposition': 'inline',
      'response-content-type': 'text/html',
    })
    const { url } = (await call({ url: `${formatUrl('page.html')}/signeds3download?${query}` })).json<DownloadAddress>()
    const { headers } = await server.inject({ url: stripOrigin(url) })
    expect(headers['content-disposition']).toMatch(/^attachment; filename="page.html"/)
  })
})

describe('object headers', () => {
  it.each(['text/html\r\nset-cookie: a=b', 'text', '', 'a/b; c', 'text/html, x/y', '\u2028/x'])(
    'P03 replace an invalid content type: %j',
    async (type) => {
      const payload = { uploadKey: await uploaded('typed') }
      const requests = [{ objectKey: 'typed', ...payload, 'x-ads-meta-Content-Type': type }]
      await call({ method: 'POST', url: `${objects}/batchcompleteupload`, payload: { requests } })
      const response = await call({ url: formatUrl('typed') })
      expect(response.headers['content-type']).toBe('application/octet-stream')
      expect(response.headers).not.toHaveProperty('set-cookie')
    },
  )

  it.each(['a"; x="b', 'a\r\nb', '../../x', 'con\u202efdp.exe', '%0d%0aset-cookie: a=b'])(
    'P03 escape a hostile file name: %j',
    async (name) => {
      await write('named')
      const query = new URLSearchParams({ 'response-content-disposition': `attachment; filename="${name}"` })
      const { url } = (await call({ url: `${formatUrl('named')}/signeds3download?${query}` })).json<DownloadAddress>()
      const response = await server.inject({ url: stripOrigin(url) })
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-disposition']).toMatch(
        /^attachment; filename="[^"\\/\r\n]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]*$/,
      )
      expect(response.headers).not.toHaveProperty('set-cookie')
    },
  )

  it('P03 accept only well-formed Cache-Control directives', async () => {
    await write('cached')
    const readCacheControl = async (rule: string): Promise<unknown> => {
      const query = new URLSearchParams({ 'response-cache-control': rule })
      const { url } = (await call({ url: `${formatUrl('cached')}/signeds3download?${query}` })).json<DownloadAddress>()
      return (await server.inject({ url: stripOrigin(url) })).headers['cache-control']
    }
    expect(await readCacheControl('public, max-age=60')).toBe('public, max-age=60')
    expect(await readCacheControl('public\r\nset-cookie: a=b')).toBe('private, no-cache')
  })

  it('P03 limit user-defined metadata to 1024 characters', async () => {
    expect((await write('meta', { 'x-ads-user-defined-metadata': 'm'.repeat(1025) })).statusCode).toBe(400)
    expect((await write('meta', { 'x-ads-user-defined-metadata': 'm'.repeat(1024) })).statusCode).toBe(200)
  })

  async function uploaded(key: string): Promise<string> {
    const { uploadKey, urls } = (await call({ url: `${formatUrl(key)}/signeds3upload` })).json<{
      uploadKey: string
      urls: string[]
    }>()
    await server.inject({ method: 'PUT', url: stripOrigin(urls[0] ?? ''), payload: 'x' })
    return uploadKey
  }
})

describe('numeric parameters of signed URLs', () => {
  it.each([
    'signeds3upload?parts=0',
    'signeds3upload?parts=1e9',
    'signeds3upload?firstPart=0',
    'signeds3upload?firstPart=10000&parts=2',
    'signeds3upload?minutesExpiration=61',
    'signeds3upload?minutesExpiration=-1',
    'signeds3download?minutesExpiration=100000',
    'signeds3download?minutesExpiration=NaN',
  ])('P04 are rejected when out of range: %s', async (operation) => {
    await write('numbered')
    expect((await call({ url: `${formatUrl('numbered')}/${operation}` })).statusCode).toBe(400)
  })

  it('P04 are also rejected for signed resources and lists', async () => {
    const sign = (payload: object) => call({ method: 'POST', url: `${formatUrl('numbered')}/signed`, payload })
    expect((await sign({ minutesExpiration: 0 })).statusCode).toBe(400)
    expect((await sign({ minutesExpiration: 1e9 })).statusCode).toBe(400)
    expect((await sign({ singleUse: 'yes' })).statusCode).toBe(400)
    expect((await call({ url: '/oss/v2/buckets?limit=101' })).statusCode).toBe(400)
  })

  it('P04 do not allow more than 1000 open uploads', async () => {
    const { database } = server.services
    const bucket = await database.selectFrom('storage_bucket').select('id').executeTakeFirstOrThrow()
    const open = Array.from({ length: 1000 }, (_, index) => ({
      upload_key: `open-${index}`,
      bucket_id: bucket.id,
      object_key: 'x',
      expires_at: new Date(Date.now() + 3_600_000),
    }))
    await database.insertInto('object_upload').values(open).execute()
    expect((await call({ url: `${formatUrl('one-more')}/signeds3upload` })).statusCode).toBe(429)
    await database.deleteFrom('object_upload').where('object_key', '=', 'x').execute()
  })
})
