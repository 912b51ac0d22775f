import { createHash } from 'node:crypto'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { FileRecord } from '@kamar/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { describeModule } from '../../testing/describe-module.js'
import { viewPackagesModule } from './module.js'

describeModule(viewPackagesModule)

let server: TestServer
let user: TestUser
let file: FileRecord
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  user = await server.createUser()
  file = await server.upload(user, `${user.email}.stl`)
})
afterAll(() => server.close())

const chunk = Buffer.from('position index normal '.repeat(500))
const stored = brotliCompressSync(chunk)
const png = Buffer.from('89504e470d0a1a0a', 'hex')
const computeSha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function storeFile(path: string, bytes: Buffer, encoding: 'br' | 'identity'): Promise<void> {
  const { database, derivatives } = server.services
  const translationId = await server.findTranslationId(file)
  await derivatives.write({ translationId, path }, bytes)
  await database
    .insertInto('derivative')
    .values({ translation_id: translationId, path, size_bytes: bytes.length, sha256: computeSha256(bytes), encoding })
    .execute()
}

const setTranslation = async (columns: Record<string, unknown>) =>
  server.services.database
    .updateTable('translation')
    .set(columns)
    .where('id', '=', await server.findTranslationId(file))
    .execute()

const get = (path: string, headers: Record<string, string> = {}, of: TestUser = user) =>
  server.inject({ url: `/api/derivatives/${file.urn}/${path}`, headers: { ...bearer(of), ...headers } })

describe('live manifest', () => {
  it('answers 409 while nothing can be drawn', async () => {
    expect((await get('manifest.json')).json()).toMatchObject({ status: 409, code: 'translation-not-ready' })
  })

  it('grows during the translation and is revalidated by ETag', async () => {
    await setTranslation({
      state: 'running',
      lease_worker: 'w',
      lease_until: new Date(),
      manifest: JSON.stringify({ state: 'inprogress', chunks: [1] }),
      manifest_revision: 3,
    })
    const first = await get('manifest.json')
    expect(first.json()).toEqual({ state: 'inprogress', chunks: [1] })
    expect(first.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept-encoding, authorization',
    })
    const etag = String(first.headers.etag)
    const same = await get('manifest.json', { 'if-none-match': etag })
    expect([same.statusCode, same.body]).toEqual([304, ''])
    await setTranslation({ manifest: JSON.stringify({ state: 'complete' }), manifest_revision: 4 })
    const newer = await get('manifest.json', { 'if-none-match': etag })
    expect(newer.json()).toEqual({ state: 'complete' })
  })

  it('answers 404 when the translation failed', async () => {
    await setTranslation({ state: 'failed', finished_at: new Date(), failure: JSON.stringify({ code: 'damaged' }) })
    expect((await get('manifest.json')).statusCode).toBe(404)
  })
})

describe('derivative file', () => {
  beforeEach(async () => {
    await storeFile('scene/000.bin', stored, 'br')
    await storeFile('thumbnail.png', png, 'identity')
  })

  it('is sent as stored to a client that accepts Brotli', async () => {
    const response = await get('scene/000.bin', { 'accept-encoding': 'gzip, deflate, br' })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/octet-stream',
      'content-length': String(stored.length),
      etag: `"${computeSha256(stored)}"`,
    })
    expect(brotliDecompressSync(response.rawPayload).equals(chunk)).toBe(true)
  })

  it.each([undefined, 'gzip', 'identity', 'br;q=0'])(
    'is decompressed for a client with Accept-Encoding %s',
    async (accepted) => {
      const response = await get('scene/000.bin', accepted === undefined ? {} : { 'accept-encoding': accepted })
      expect(response.headers['content-encoding']).toBeUndefined()
      expect(response.headers.etag).not.toBe(`"${computeSha256(stored)}"`)
      expect(response.rawPayload.equals(chunk)).toBe(true)
    },
  )

  it('is sent with its content type when it is stored uncompressed', async () => {
    const response = await get('thumbnail.png', { 'accept-encoding': 'br' })
    expect(response.headers).toMatchObject({ 'content-type': 'image/png', 'content-length': '8' })
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.rawPayload.equals(png)).toBe(true)
  })

  it('is not sent again when the ETag matches', async () => {
    const etag = `"${computeSha256(stored)}"`
    const response = await get('scene/000.bin', { 'accept-encoding': 'br', 'if-none-match': etag })
    expect([response.statusCode, response.body, response.headers.etag]).toEqual([304, '', etag])
    const plain = await get('scene/000.bin', { 'if-none-match': etag })
    expect(plain.statusCode).toBe(200)
  })

  it('is cached as immutable only when the URL contains its hash', async () => {
    const caching = async (query: string): Promise<unknown> =>
      (await get(`scene/000.bin${query}`)).headers['cache-control']
    expect(await caching('')).toBe('private, no-cache')
    expect(await caching('?v=abc')).toBe('private, no-cache')
    expect(await caching(`?v=${computeSha256(png).slice(0, 16)}`)).toBe('private, no-cache')
    expect(await caching(`?v=${computeSha256(stored).slice(0, 16)}`)).toBe('private, max-age=31536000, immutable')
    expect(await caching(`?v=${computeSha256(stored)}`)).toBe('private, max-age=31536000, immutable')
  })

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=-4', chunk.length - 4, chunk.length],
    ['bytes=100-', 100, chunk.length],
  ])('answers a range request on its decompressed bytes: %s', async (range, start, end) => {
    const response = await get('scene/000.bin', { range, 'accept-encoding': 'br' })
    expect(response.statusCode).toBe(206)
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.headers['content-range']).toBe(`bytes ${start}-${end - 1}/${chunk.length}`)
    expect(response.rawPayload.equals(chunk.subarray(start, end))).toBe(true)
  })

  it('answers 416 for a range beyond its end', async () => {
    const response = await get('scene/000.bin', { range: `bytes=${chunk.length}-` })
    expect(response.statusCode).toBe(416)
    expect(response.headers['content-range']).toBe(`bytes */${chunk.length}`)
  })

  it('answers HEAD without a body', async () => {
    const response = await server.inject({
      method: 'HEAD',
      url: `/api/derivatives/${file.urn}/scene/000.bin`,
      headers: { ...bearer(user), 'accept-encoding': 'br' },
    })
    expect([response.statusCode, response.body, response.headers['content-length']]).toEqual([
      200,
      '',
      String(stored.length),
    ])
  })

  it.each([
    'scene/001.bin',
    '../secrets/tokens',
    '..%2f..%2fsecrets%2ftokens',
    '/etc/passwd',
    '%00',
    'Scene/000.bin',
    '',
  ])('is not found under the path %j', async (path) => {
    expect((await get(path)).statusCode).toBe(404)
  })

  it('is reported as damaged when its bytes are missing', async () => {
    await server.services.derivatives.remove({
      translationId: await server.findTranslationId(file),
      path: 'scene/000.bin',
    })
    for (const headers of [{ 'accept-encoding': 'br' }, {}, { range: 'bytes=0-1' }] as Record<string, string>[]) {
      expect((await get('scene/000.bin', headers)).json()).toMatchObject({ code: 'storage-damaged' })
    }
  })
})

describe('file in a pack', () => {
  const second = Buffer.from('another chunk of the same pack '.repeat(40))
  const pack = Buffer.concat([stored, brotliCompressSync(second)])
  const chunkPath = `scene/000.pack/0-${stored.length - 1}`
  const secondPath = `scene/000.pack/${stored.length}-${pack.length - 1}`

  beforeEach(() => storeFile('scene/000.pack', pack, 'identity'))

  it('is sent as stored, as a brotli stream of its own', async () => {
    for (const [path, content, bytes] of [
      [chunkPath, chunk, stored],
      [secondPath, second, pack.subarray(stored.length)],
    ] as const) {
      const response = await get(path, { 'accept-encoding': 'br' })
      expect(response.statusCode).toBe(200)
      expect(response.headers).toMatchObject({
        'content-encoding': 'br',
        'content-type': 'application/octet-stream',
        'content-length': String(bytes.length),
        'accept-ranges': 'bytes',
      })
      expect(response.rawPayload.equals(bytes)).toBe(true)
      expect(brotliDecompressSync(response.rawPayload).equals(content)).toBe(true)
    }
  })

  it('is decompressed for a client that does not accept brotli, also by range', async () => {
    const plain = await get(secondPath)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.rawPayload.equals(second)).toBe(true)
    const part = await get(secondPath, { range: 'bytes=8-12', 'accept-encoding': 'br' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 8-12/${second.length}`])
    expect(part.body).toBe('chunk')
    expect((await get(secondPath, { range: `bytes=${second.length}-` })).statusCode).toBe(416)
  })

  it('has an ETag of its own and is immutable under the hash of its pack', async () => {
    const first = await get(chunkPath, { 'accept-encoding': 'br' })
    const other = await get(secondPath, { 'accept-encoding': 'br' })
    const etag = String(first.headers.etag)
    expect(new Set([etag, other.headers.etag, (await get(chunkPath)).headers.etag]).size).toBe(3)
    const same = await get(chunkPath, { 'accept-encoding': 'br', 'if-none-match': etag })
    expect([same.statusCode, same.body]).toEqual([304, ''])
    expect((await get(secondPath, { 'accept-encoding': 'br', 'if-none-match': etag })).statusCode).toBe(200)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const version = computeSha256(pack).slice(0, 16)
    expect((await get(`${chunkPath}?v=${version}`)).headers['cache-control']).toBe(
      'private, max-age=31536000, immutable',
    )
    expect((await get(`${chunkPath}?v=${computeSha256(stored).slice(0, 16)}`)).headers['cache-control']).toBe(
      'private, no-cache',
    )
  })

  it('answers HEAD with its size', async () => {
    const url = `/api/derivatives/${file.urn}/${chunkPath}`
    const response = await server.inject({ method: 'HEAD', url, headers: { ...bearer(user), 'accept-encoding': 'br' } })
    expect([response.statusCode, response.body]).toEqual([200, ''])
    expect(response.headers).toMatchObject({ 'content-length': String(stored.length), 'content-encoding': 'br' })
  })

  it.each([
    ['beyond the end of the pack', `scene/000.pack/0-${pack.length}`],
    ['of a pack that does not exist', 'scene/001.pack/0-9'],
    ['of another file', 'scene/000.bin/0-9'],
    ['that ends before it starts', 'scene/000.pack/9-0'],
    ['of no numbers', 'scene/000.pack/a-b'],
  ])('is not found for a range %s', async (_name, path) => {
    await storeFile('scene/000.bin', stored, 'br')
    expect((await get(path, { 'accept-encoding': 'br' })).statusCode).toBe(404)
  })

  it('is not found for a range that is no stream, when it has to be decompressed', async () => {
    for (const headers of [{}, { range: 'bytes=0-1' }] as Record<string, string>[])
      expect((await get('scene/000.pack/3-40', headers)).statusCode).toBe(404)
  })

  it('is refused to other users', async () => {
    const other = await server.createUser()
    expect((await get(chunkPath, { 'accept-encoding': 'br' }, other)).statusCode).toBe(404)
  })

  it('is reported as damaged when the pack is missing', async () => {
    const translationId = await server.findTranslationId(file)
    await server.services.derivatives.remove({ translationId, path: 'scene/000.pack' })
    for (const headers of [{ 'accept-encoding': 'br' }, {}] as Record<string, string>[])
      expect((await get(chunkPath, headers)).json()).toMatchObject({ code: 'storage-damaged' })
  })

  it('can also be read by ranges of the pack as stored', async () => {
    const headers = { range: `bytes=${stored.length}-`, 'accept-encoding': 'br' }
    const response = await get('scene/000.pack', headers)
    const lengths = `${stored.length}-${pack.length - 1}/${pack.length}`
    expect([response.statusCode, response.headers['content-range']]).toEqual([206, `bytes ${lengths}`])
    expect(brotliDecompressSync(response.rawPayload).equals(second)).toBe(true)
    const etag = `"${computeSha256(pack)}"`
    expect((await get('scene/000.pack', { ...headers, 'if-range': etag })).statusCode).toBe(206)
    expect((await get('scene/000.pack', { ...headers, 'if-range': '"another"' })).statusCode).toBe(200)
    expect((await get('scene/000.pack', { range: `bytes=${pack.length}-` })).statusCode).toBe(416)
    const several = await get('scene/000.pack', { range: 'bytes=0-1,4-5' })
    expect([several.statusCode, several.rawPayload.length]).toEqual([200, pack.length])
  })
})

describe('derivative access', () => {
  beforeEach(() => storeFile('scene/000.bin', stored, 'br'))

  const viewerToken = async (of: TestUser): Promise<string> =>
    (await server.inject({ method: 'POST', url: '/api/auth/viewer-token', headers: bearer(of) })).json<{
      access_token: string
    }>().access_token

  it('is granted to the owner by access or viewer token', async () => {
    expect((await get('scene/000.bin')).statusCode).toBe(200)
    const token = await viewerToken(user)
    expect((await get('scene/000.bin', { authorization: `Bearer ${token}` })).statusCode).toBe(200)
  })

  it('is refused to other users, even when they own a file with the same bytes', async () => {
    const other = await server.createUser()
    const otherFile = await server.upload(other, `${user.email}.stl`)
    expect(await server.findTranslationId(otherFile)).toBe(await server.findTranslationId(file))
    expect(otherFile.jobId).not.toBe(file.jobId)
    expect((await get('scene/000.bin', {}, other)).statusCode).toBe(404)
    expect((await get('scene/000.bin', { authorization: `Bearer ${await viewerToken(other)}` })).statusCode).toBe(404)
    const own = await server.inject({ url: `/api/derivatives/${otherFile.urn}/scene/000.bin`, headers: bearer(other) })
    expect(own.statusCode).toBe(200)
  })

  it.each(['%00', 'x'.repeat(400), "'; drop table file; --"])('is refused for the unknown URN %j', async (urn) => {
    const response = await server.inject({
      url: `/api/derivatives/${encodeURIComponent(urn)}/manifest.json`,
      headers: bearer(user),
    })
    expect([404, 422]).toContain(response.statusCode)
  })

  it('gives the same response for foreign and unknown URNs', async () => {
    const other = await server.createUser()
    const foreign = await get('manifest.json', {}, other)
    const unknown = await server.inject({ url: '/api/derivatives/unknown/manifest.json', headers: bearer(other) })
    expect(foreign.body).toBe(unknown.body)
  })

  it('is refused for a deleted file, and to other users with a matching ETag', async () => {
    const etag = `"${computeSha256(stored)}"`
    const other = await server.createUser()
    expect((await get('scene/000.bin', { 'if-none-match': etag, 'accept-encoding': 'br' }, other)).statusCode).toBe(404)
    await server.inject({ method: 'DELETE', url: `/api/auth/my-urns/${file.id}`, headers: bearer(user) })
    expect((await get('scene/000.bin', { 'if-none-match': etag, 'accept-encoding': 'br' })).statusCode).toBe(404)
  })
})
