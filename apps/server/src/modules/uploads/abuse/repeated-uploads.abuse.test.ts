import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeUploadResult, uploadResultHeader } from '@kamar/contracts'
import { beforeEach, describe, expect, it } from 'vitest'
import { bearer, fileForm, type TestUser, type TestServer } from '../../../testing/test-server.js'
import { eachWithTusUser, catchRefusal, computeSha256, type TusUser } from '../../../testing/tus-user.js'

let tus: TusUser
let server: TestServer
let user: TestUser
eachWithTusUser((next) => {
  tus = next
})
beforeEach(() => {
  ;({ user, server } = tus)
})

const stl = (name: string): string => `solid ${name}\nendsolid ${name}\n`

const post = (
  fileName: string,
  content: string | Buffer,
  options: { key?: string; fields?: Record<string, string> } = {},
) => {
  const { headers, payload } = fileForm(user, fileName, content, options.fields)
  const idempotency = options.key === undefined ? {} : { 'idempotency-key': options.key }
  return server.inject({ method: 'POST', url: '/api/auth/upload', headers: { ...headers, ...idempotency }, payload })
}

const list = async (of: TestUser = user): Promise<Record<string, unknown>[]> =>
  (await server.inject({ url: '/api/auth/my-urns', headers: bearer(of) })).json()

const usedBytes = async (of: TestUser = user): Promise<number> =>
  (await server.inject({ url: '/api/auth/me', headers: bearer(of) })).json<{ usedBytes: number }>().usedBytes

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(server.folder, folder), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

describe('form upload', () => {
  const setQuota = (quota: number) =>
    server.services.database.updateTable('account').set({ quota_bytes: quota }).where('id', '=', user.id).execute()

  it('A08 rejects a file whose hash differs from the given one and stores nothing', async () => {
    const content = stl('sum')
    const wrong = await post('sum.stl', content, { fields: { sha256: '0'.repeat(64) } })
    expect(wrong.json()).toMatchObject({ status: 460, code: 'checksum-mismatch' })
    expect(await list()).toEqual([])
    const sha256 = createHash('sha256').update(content).digest('hex').toUpperCase()
    expect((await post('sum.stl', content, { fields: { sha256 } })).statusCode).toBe(200)
  })

  it('A03 returns the same file for a repeated idempotency key', async () => {
    const first = await post('once.stl', stl('once'), { key: 'key-1' })
    const again = await post('once.stl', stl('once'), { key: 'key-1' })
    expect(again.json()).toEqual(first.json())
    expect(await list()).toHaveLength(1)
    expect(await usedBytes()).toBe(stl('once').length)
  })

  it('A03 creates one file for five concurrent requests with one idempotency key', async () => {
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => post('burst.stl', stl('burst'), { key: 'key-2' })),
    )
    expect(new Set(responses.map((response) => response.json<{ urn: string }>().urn)).size).toBe(1)
    expect(await list()).toHaveLength(1)
    expect(await filesBelow('uploads')).toEqual([])
  })

  it('A19 keeps the same idempotency key of two users apart', async () => {
    const first = (await post('mine.stl', stl('mine'), { key: 'key-3' })).json<{ urn: string }>()
    user = await server.createUser()
    const second = (await post('mine.stl', stl('mine'), { key: 'key-3' })).json<{ urn: string }>()
    expect(second.urn).not.toBe(first.urn)
  })

  /** Makes the user's uploads older than the minute within which a second one is a repetition. */
  const ageUploads = () =>
    server.services.database
      .updateTable('file_version')
      .set({ created_at: new Date(Date.now() - 61_000) })
      .where('uploaded_by', '=', user.id)
      .execute()

  it('A19 creates one file for the same bytes and name within a minute', async () => {
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => post('twice.stl', stl('twice'))))
    expect(others.map((response) => response.json())).toEqual([first?.json(), first?.json()])
    expect(await list()).toHaveLength(1)
    expect(await usedBytes()).toBe(stl('twice').length)
  })

  it('A19 creates a second file for the same bytes after a minute', async () => {
    await post('twice.stl', stl('twice'))
    await ageUploads()
    await post('twice.stl', stl('twice'))
    expect(await list()).toHaveLength(2)
  })

  it('A19 creates a second file for the same bytes under another name', async () => {
    await post('one.stl', stl('same'))
    await post('other.stl', stl('same'))
    expect(await list()).toHaveLength(2)
  })

  it('A19 creates a new file when the earlier one is in the bin', async () => {
    const { file } = (await post('gone.stl', stl('gone'))).json<{ file: { id: string } }>()
    await server.inject({ method: 'DELETE', url: `/api/auth/my-urns/${file.id}`, headers: bearer(user) })
    const second = (await post('gone.stl', stl('gone'))).json<{ file: { id: string } }>()
    expect(second.file.id).not.toBe(file.id)
    expect(await list()).toHaveLength(1)
  })

  it('A19 creates one version when it is sent twice within a minute', async () => {
    const { file } = (await post('house.stl', stl('first'))).json<{ file: { id: string } }>()
    const fields = { fileId: file.id }
    const second = (await post('house.stl', stl('second'), { fields })).json()
    expect((await post('house.stl', stl('second'), { fields })).json()).toEqual(second)
    const url = `/api/auth/my-urns/${file.id}/versions`
    const { versions } = (await server.inject({ url, headers: bearer(user) })).json<{ versions: unknown[] }>()
    expect(versions).toHaveLength(2)
  })

  it('A19 stores and translates the same bytes of two users once, and counts and lists them separately', async () => {
    const content = stl('shared between two')
    const [first, other] = [user, await server.createUser()]
    const firstFile = (await post('a.stl', content)).json()
    user = other
    const secondFile = (await post('b.stl', content)).json()
    expect(await server.findTranslationId(secondFile.file)).toBe(await server.findTranslationId(firstFile.file))
    expect(secondFile.jobId).not.toBe(firstFile.jobId)
    expect(secondFile.urn).not.toBe(firstFile.urn)
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect((await filesBelow('blobs')).filter((name) => name === sha256)).toHaveLength(1)
    expect([await usedBytes(first), await usedBytes(other)]).toEqual([content.length, content.length])
    expect((await list(first)).map((file) => file['description'])).toEqual(['a.stl'])
    expect((await list(other)).map((file) => file['description'])).toEqual(['b.stl'])
    const foreign = await server.inject({ url: `/api/auth/my-urns/${firstFile.file.id}`, headers: bearer(other) })
    expect(foreign.statusCode).toBe(404)
  })

  it('A12 never exceeds the quota with concurrent requests', async () => {
    const content = Buffer.alloc(1000, 'x')
    await setQuota(9500)
    const responses = await Promise.all(Array.from({ length: 10 }, (_, index) => post(`${index}.stl`, content)))
    expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(9)
    expect(responses.find((response) => response.statusCode !== 200)?.json()).toMatchObject({
      status: 413,
      code: 'quota-exceeded',
    })
    expect(await usedBytes()).toBe(9000)
    expect(await list()).toHaveLength(9)
  })
})

describe('resumable upload', () => {
  it('A08 is deleted when its hash differs from the given one', async () => {
    const content = randomBytes(1000)
    const wrong = tus.upload(content, { metadata: { filename: 'model.ifc', sha256: '0'.repeat(64) } })
    expect((await catchRefusal(wrong)).body).toMatchObject({ status: 460, code: 'checksum-mismatch' })
    expect(await tus.leftovers()).toEqual([])
    const { result } = await tus.upload(content, {
      metadata: { filename: 'model.ifc', sha256: computeSha256(content) },
    })
    expect(result?.file.size).toBe(1000)
  })

  it('A03 returns its result again on HEAD after completion', async () => {
    const { result, url } = await tus.upload(randomBytes(1000))
    const response = await tus.call('HEAD', url)
    expect(response.status).toBe(200)
    expect(response.headers.get('upload-offset')).toBe('1000')
    expect(response.headers.get('upload-length')).toBe('1000')
    expect(decodeUploadResult(response.headers.get(uploadResultHeader))).toEqual(result)
  })

  it('A03 accepts a repeated final request after completion', async () => {
    const { result, url } = await tus.upload(randomBytes(1000))
    const again = await tus.patch(url, 1000, '')
    expect(again.status).toBe(204)
    expect(decodeUploadResult(again.headers.get(uploadResultHeader))).toEqual(result)
    expect((await tus.patch(url, 500, 'x')).status).toBe(409)
  })

  it('A04 stores the bytes once when two clients send at the same offset', async () => {
    const content = randomBytes(200_000)
    const url = await tus.begin(content.length)
    const responses = await Promise.all([tus.patch(url, 0, content), tus.patch(url, 0, content)])
    const statuses = responses.map((response) => response.status).sort((a, b) => a - b)
    expect(statuses[0]).toBe(204)
    expect([204, 404, 409]).toContain(statuses[1])
    expect(await tus.server.services.blobs.verify(computeSha256(content))).toBe('whole')
    expect((await tus.server.inject({ url: '/api/auth/my-urns', headers: bearer(tus.user) })).json()).toHaveLength(1)
  })

  it.each(['-1', '5', '1001', '9007199254740993', 'abc', ''])('A05 writes nothing at the offset %j', async (offset) => {
    const url = await tus.begin(1000)
    const response = await tus.patch(url, 0, 'x', { 'upload-offset': offset })
    expect([400, 409]).toContain(response.status)
    expect(await response.json()).toMatchObject({ status: response.status })
    expect((await tus.call('HEAD', url)).headers.get('upload-offset')).toBe('0')
  })

  it('A06 rejects more bytes than declared and keeps its offset', async () => {
    const url = await tus.begin(10)
    const response = await tus.patch(url, 0, 'x'.repeat(20))
    expect(response.status).toBe(413)
    expect((await tus.call('HEAD', url)).headers.get('upload-offset')).toBe('0')
  })

  it('A04 can be continued by another client, and answers 409 to the first', async () => {
    const content = randomBytes(100_000)
    const url = await tus.begin(content.length)
    expect((await tus.patch(url, 0, content.subarray(0, 50_000))).status).toBe(204)
    expect((await tus.patch(url, 50_000, content.subarray(50_000))).status).toBe(204)
    expect((await tus.patch(url, 50_000, content.subarray(50_000))).status).toBe(409)
    expect(await server.services.blobs.verify(computeSha256(content))).toBe('whole')
  })

  it('A06 creates no file from fewer bytes than declared', async () => {
    const url = await tus.begin(1000)
    expect((await tus.patch(url, 0, 'x'.repeat(999))).status).toBe(204)
    expect(await list()).toEqual([])
    expect((await tus.call('HEAD', url)).headers.get('upload-offset')).toBe('999')
  })
})
