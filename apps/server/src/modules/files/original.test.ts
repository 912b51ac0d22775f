import { createHash, randomBytes } from 'node:crypto'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileRecord } from '@kamar/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'

let server: TestServer
let address: string
let user: TestUser
let file: FileRecord
const content = randomBytes(200_000)
const sha256 = createHash('sha256').update(content).digest('hex')

beforeAll(async () => {
  server = await startTestServer()
  address = await server.listen()
  user = await server.createUser()
  file = await server.upload(user, 'tower.stl', content)
})
afterAll(() => server.close())

const download = (headers: Record<string, string> = {}, id = file.id) =>
  fetch(`${address}/api/auth/my-urns/${id}/original`, { headers: { ...bearer(user), ...headers } })
const readBody = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer())

describe('GET /api/auth/my-urns/:id/original', () => {
  it('returns the exact bytes as an attachment of type application/octet-stream', async () => {
    const response = await download()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="tower.stl"; filename*=UTF-8''tower.stl`,
      'content-length': '200000',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      etag: `"${sha256}"`,
    })
    expect((await readBody(response)).equals(content)).toBe(true)
  })

  it('answers 304 when the ETag matches', async () => {
    const response = await download({ 'if-none-match': `"${sha256}"` })
    expect(response.status).toBe(304)
    expect(await response.text()).toBe('')
  })

  it('answers HEAD with the content length', async () => {
    const response = await fetch(`${address}/api/auth/my-urns/${file.id}/original`, {
      method: 'HEAD',
      headers: bearer(user),
    })
    expect(response.headers.get('content-length')).toBe('200000')
  })

  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=199900-', 199_900, 200_000],
    ['bytes=-50', 199_950, 200_000],
    ['bytes=100-999999', 100, 200_000],
  ])('answers a range request: %s', async (range, start, end) => {
    const response = await download({ range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/200000`)
    expect((await readBody(response)).equals(content.subarray(start, end))).toBe(true)
  })

  it('sends the complete file for multiple ranges or a failed If-Range', async () => {
    const ranges = Array.from({ length: 500 }, (_, index) => `${index}-${index}`).join(',')
    expect((await download({ range: `bytes=${ranges}` })).status).toBe(200)
    expect((await download({ range: 'bytes=0-9', 'if-range': '"older"' })).status).toBe(200)
    expect((await download({ range: 'bytes=0-9', 'if-range': `"${sha256}"` })).status).toBe(206)
  })

  it('answers 416 for a range beyond the end', async () => {
    const response = await download({ range: 'bytes=200000-' })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */200000')
    expect(await response.json()).toMatchObject({ code: 'range-not-satisfiable' })
  })

  it.each([
    ['Շենք 🏛.stl', `attachment; filename="____ __.stl"`],
    ['a"b.stl', `attachment; filename="a_b.stl"`],
  ])('encodes the file name %s according to RFC 6266', async (name, plain) => {
    await server.services.database.updateTable('file').set({ description: name }).where('id', '=', file.id).execute()
    const header = (await download()).headers.get('content-disposition') ?? ''
    expect(header.startsWith(plain)).toBe(true)
    expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(name)
  })

  it('prevents header injection by the file name', async () => {
    const name = 'a\r\nset-cookie: x=1\r\n\r\n<script>.stl'
    await server.services.database.updateTable('file').set({ description: name }).where('id', '=', file.id).execute()
    const response = await download()
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect((await readBody(response)).length).toBe(200_000)
  })
})

describe('damaged blob', () => {
  const toBlobPath = (content: Buffer): string => {
    const hash = createHash('sha256').update(content).digest('hex')
    return join(server.folder, 'blobs', hash.slice(0, 2), hash)
  }

  async function uploaded(size: number): Promise<{ id: string; path: string; bytes: Buffer }> {
    const bytes = randomBytes(size)
    const { id } = await server.upload(user, 'damaged.stl', bytes)
    return { id, path: toBlobPath(bytes), bytes }
  }

  it.each(['missing', 'truncated'])('is reported when it is %s', async (damage) => {
    const { id, path, bytes } = await uploaded(50_000)
    await chmod(path, 0o600)
    if (damage === 'missing') await rm(path)
    else await writeFile(path, bytes.subarray(0, 20_000))
    const response = await download({}, id)
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ code: 'storage-damaged' })
  })

  it.each([1000, 400_000])('is never sent completely when one bit of its %i bytes is changed', async (size) => {
    const { id, path, bytes } = await uploaded(size)
    await chmod(path, 0o600)
    bytes[size - 10] = (bytes[size - 10] ?? 0) ^ 1
    await writeFile(path, bytes)
    const received = await download({}, id)
      .then(
        async (response) => (response.status === 200 ? (await readBody(response)).length : response.status),
        () => 'cut',
      )
      .catch(() => 'cut')
    expect([500, 'cut']).toContain(received)
  })
})
