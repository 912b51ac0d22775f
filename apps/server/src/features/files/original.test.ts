import { createHash, randomBytes } from 'node:crypto'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileRecord } from '@kamar/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, type Person, startTestServer, type TestServer } from '../../testing/test-server.js'

let server: TestServer
let address: string
let person: Person
let file: FileRecord
const content = randomBytes(200_000)
const sha256 = createHash('sha256').update(content).digest('hex')

beforeAll(async () => {
  server = await startTestServer()
  address = await server.listen()
  person = await server.person()
  file = await server.upload(person, 'tower.stl', content)
})
afterAll(() => server.close())

const download = (headers: Record<string, string> = {}, id = file.id) =>
  fetch(`${address}/api/auth/my-urns/${id}/original`, { headers: { ...bearer(person), ...headers } })
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer())

describe('the original', () => {
  it('comes back byte for byte, as an attachment that no browser opens as a page', async () => {
    const answer = await download()
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="tower.stl"; filename*=UTF-8''tower.stl`,
      'content-length': '200000',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      etag: `"${sha256}"`,
    })
    expect((await bytesOf(answer)).equals(content)).toBe(true)
  })

  it('is not sent again to whoever has it', async () => {
    const answer = await download({ 'if-none-match': `"${sha256}"` })
    expect(answer.status).toBe(304)
    expect(await answer.text()).toBe('')
  })

  it('answers HEAD with its size', async () => {
    const answer = await fetch(`${address}/api/auth/my-urns/${file.id}/original`, {
      method: 'HEAD',
      headers: bearer(person),
    })
    expect(answer.headers.get('content-length')).toBe('200000')
  })

  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=199900-', 199_900, 200_000],
    ['bytes=-50', 199_950, 200_000],
    ['bytes=100-999999', 100, 200_000],
  ])('comes in part: %s', async (range, start, end) => {
    const answer = await download({ range })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/200000`)
    expect((await bytesOf(answer)).equals(content.subarray(start, end))).toBe(true)
  })

  it('comes whole when several parts are asked for, or parts of another version', async () => {
    const many = Array.from({ length: 500 }, (_, index) => `${index}-${index}`).join(',')
    expect((await download({ range: `bytes=${many}` })).status).toBe(200)
    expect((await download({ range: 'bytes=0-9', 'if-range': '"older"' })).status).toBe(200)
    expect((await download({ range: 'bytes=0-9', 'if-range': `"${sha256}"` })).status).toBe(206)
  })

  it('has nothing beyond its end', async () => {
    const answer = await download({ range: 'bytes=200000-' })
    expect(answer.status).toBe(416)
    expect(answer.headers.get('content-range')).toBe('bytes */200000')
    expect(await answer.json()).toMatchObject({ code: 'range-not-satisfiable' })
  })

  it.each([
    ['Շենք 🏛.stl', `attachment; filename="____ __.stl"`],
    ['a"b.stl', `attachment; filename="a_b.stl"`],
  ])('is named %s in the form of RFC 6266', async (name, plain) => {
    await server.services.database.updateTable('file').set({ description: name }).where('id', '=', file.id).execute()
    const header = (await download()).headers.get('content-disposition') ?? ''
    expect(header.startsWith(plain)).toBe(true)
    expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(name)
  })

  it('cannot inject headers by its name', async () => {
    const name = 'a\r\nset-cookie: x=1\r\n\r\n<script>.stl'
    await server.services.database.updateTable('file').set({ description: name }).where('id', '=', file.id).execute()
    const answer = await download()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect((await bytesOf(answer)).length).toBe(200_000)
  })
})

describe('a damaged blob', () => {
  const pathOf = (content: Buffer): string => {
    const hash = createHash('sha256').update(content).digest('hex')
    return join(server.folder, 'blobs', hash.slice(0, 2), hash)
  }

  async function uploaded(size: number): Promise<{ id: string; path: string; bytes: Buffer }> {
    const bytes = randomBytes(size)
    const { id } = await server.upload(person, 'damaged.stl', bytes)
    return { id, path: pathOf(bytes), bytes }
  }

  it.each(['missing', 'cut'])('that is %s is refused with a code', async (how) => {
    const { id, path, bytes } = await uploaded(50_000)
    await chmod(path, 0o600)
    if (how === 'missing') await rm(path)
    else await writeFile(path, bytes.subarray(0, 20_000))
    const answer = await download({}, id)
    expect(answer.status).toBe(500)
    expect(await answer.json()).toMatchObject({ code: 'storage-damaged' })
  })

  it.each([1000, 400_000])('with one bit changed in %i bytes never arrives as a whole file', async (size) => {
    const { id, path, bytes } = await uploaded(size)
    await chmod(path, 0o600)
    bytes[size - 10] = (bytes[size - 10] ?? 0) ^ 1
    await writeFile(path, bytes)
    const received = await download({}, id)
      .then(
        async (answer) => (answer.status === 200 ? (await bytesOf(answer)).length : answer.status),
        () => 'cut',
      )
      .catch(() => 'cut')
    expect([500, 'cut']).toContain(received)
  })
})
