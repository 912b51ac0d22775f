import { randomBytes } from 'node:crypto'
import { limits } from '@kamar/contracts'
import { describe, expect, it } from 'vitest'
import { bearer } from '../../testing/test-server.js'
import { eachWithTusUser, encodeMetadata, catchRefusal, type TusUser } from '../../testing/tus-user.js'

let tus: TusUser
eachWithTusUser((next) => {
  tus = next
})

describe('tus upload limits', () => {
  it('refuse a size over 100 MB before any byte is sent', async () => {
    const response = await tus.call('POST', '/api/uploads', {
      'upload-length': String(limits.defaultUploadBytes + 1),
      'upload-metadata': encodeMetadata('big.ifc'),
    })
    expect(response.status).toBe(413)
    expect(await response.json()).toEqual({
      status: 413,
      code: 'file-too-large',
      message: 'File size exceeds 100MB limit',
      details: { limit: limits.defaultUploadBytes },
    })
    expect(await tus.leftovers()).toEqual([])
  })

  it('accept exactly 100 MB', async () => {
    const response = await tus.call('POST', '/api/uploads', {
      'upload-length': String(limits.defaultUploadBytes),
      'upload-metadata': encodeMetadata('big.ifc'),
    })
    expect(response.status).toBe(201)
  })

  it('refuse unknown extensions with the specified message', async () => {
    const { status, body } = await catchRefusal(tus.upload(randomBytes(10), { metadata: { filename: 'a.exe' } }))
    expect(status).toBe(415)
    expect(body).toMatchObject({ code: 'unsupported-format', message: 'Unsupported file format: .exe' })
  })

  it('refuse a file without a name, an empty file and a file beyond the quota', async () => {
    expect((await catchRefusal(tus.upload(randomBytes(10), { metadata: {} }))).status).toBe(415)
    expect((await catchRefusal(tus.upload(Buffer.alloc(0)))).body).toMatchObject({ status: 422, code: 'empty-file' })
    await tus.server.services.database
      .updateTable('account')
      .set({ quota_bytes: 5 })
      .where('id', '=', tus.user.id)
      .execute()
    expect((await catchRefusal(tus.upload(randomBytes(10)))).body).toMatchObject({
      status: 413,
      code: 'quota-exceeded',
    })
  })

  it('use the requested language in the error message', async () => {
    const { body } = await catchRefusal(
      tus.upload(randomBytes(10), {
        metadata: { filename: 'a.exe' },
        headers: { ...bearer(tus.user), 'accept-language': 'ru' },
      }),
    )
    expect(body['message']).toBe('Неподдерживаемый формат файла: .exe')
  })
})

describe('tus request validation', () => {
  it.each([
    ['no length', {}],
    ['a negative length', { 'upload-length': '-5' }],
    ['a non-numeric length', { 'upload-length': 'many' }],
    ['two lengths', { 'upload-length': '5', 'upload-defer-length': '1' }],
    ['malformed metadata', { 'upload-length': '5', 'upload-metadata': 'filename ???' }],
    ['an unsupported protocol version', { 'upload-length': '5', 'tus-resumable': '0.2.2' }],
  ])('rejects a request with %s', async (_, headers) => {
    const response = await tus.call('POST', '/api/uploads', headers)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'bad-request' })
  })

  it('rejects requests with an invalid access token', async () => {
    const url = await tus.begin(10)
    for (const [method, path] of [
      ['POST', '/api/uploads'],
      ['HEAD', url],
      ['PATCH', url],
      ['DELETE', url],
    ] as const) {
      expect((await tus.call(method, path, { authorization: 'Bearer x' })).status).toBe(401)
    }
  })

  it.each(['../../secrets/tokens', '..%2f..%2fsecrets%2ftokens', 'a/b', '%00', 'x'.repeat(36)])(
    'finds no upload with the id %s',
    async (id) => {
      const response = await tus.call('HEAD', `/api/uploads/${id}`)
      expect([400, 404]).toContain(response.status)
    },
  )
})
