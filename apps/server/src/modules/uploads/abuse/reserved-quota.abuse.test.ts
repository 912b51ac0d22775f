import { randomBytes } from 'node:crypto'
import { limits, type StorageUse } from '@kamar/contracts'
import { beforeEach, describe, expect, it } from 'vitest'
import { uploadsModule } from '../module.js'
import { encodeMetadata, eachWithTusUser, type TusUser } from '../../../testing/tus-user.js'
import { bearer, fileForm } from '../../../testing/test-server.js'
import { removeAbandonedUploads } from '../abandoned-uploads.js'

let tus: TusUser
eachWithTusUser((next) => {
  tus = next
})

const megabyte = 1024 ** 2

beforeEach(() =>
  tus.server.services.database
    .updateTable('account')
    .set({ quota_bytes: 10 * megabyte })
    .where('id', '=', tus.user.id)
    .execute(),
)

const unfinished = async (): Promise<StorageUse['unfinished']> => {
  const response = await tus.server.inject({ url: '/api/auth/storage', headers: bearer(tus.user) })
  return response.json<StorageUse>().unfinished
}

const announce = (headers: Record<string, string>): Promise<Response> =>
  tus.call('POST', '/api/uploads', { 'upload-metadata': encodeMetadata('model.ifc'), ...headers })

const announceBytes = (sizeBytes: number): Promise<Response> => announce({ 'upload-length': String(sizeBytes) })

describe('quota reservation of unfinished uploads', () => {
  it('A20 is made when an upload is announced and never exceeds the quota', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => announceBytes(3 * megabyte)))
    expect(responses.map(({ status }) => status).toSorted((first, second) => first - second)).toEqual([
      201, 201, 201, 413, 413,
    ])
    expect(await unfinished()).toEqual({ bytes: 9 * megabyte, uploads: 3 })
  })

  it('A20 cannot be used by a form upload', async () => {
    await announceBytes(9 * megabyte)
    const form = fileForm(tus.user, 'form.stl', Buffer.alloc(2 * megabyte, 'x'))
    const response = await tus.server.inject({ method: 'POST', url: '/api/auth/upload', ...form })
    expect(response.json()).toMatchObject({ status: 413, code: 'quota-exceeded' })
    expect(await unfinished()).toEqual({ bytes: 9 * megabyte, uploads: 1 })
  })

  it('A20 cannot be used by a companion file', async () => {
    const model = await tus.server.upload(tus.user, 'model.obj', 'v 0 0 0\n')
    await announceBytes(9 * megabyte)
    const form = fileForm(tus.user, 'wall.png', Buffer.alloc(2 * megabyte, 'x'))
    const url = `/api/auth/my-urns/${model.id}/companions`
    expect((await tus.server.inject({ method: 'POST', url, ...form })).json()).toMatchObject({ code: 'quota-exceeded' })
    expect(await unfinished()).toEqual({ bytes: 9 * megabyte, uploads: 1 })
  })

  it('A20 has the maximum file size for an upload of unknown length', async () => {
    const refused = await announce({ 'upload-defer-length': '1' })
    expect(await refused.json()).toMatchObject({ code: 'quota-exceeded' })
    expect(await unfinished()).toEqual({ bytes: 0, uploads: 0 })
  })

  it('A20 is charged once when an upload is finished', async () => {
    await tus.upload(randomBytes(6 * megabyte))
    expect(await unfinished()).toEqual({ bytes: 0, uploads: 0 })
    expect((await announceBytes(4 * megabyte)).status).toBe(201)
  })

  it('A20 is released when an upload is cancelled, refused or has another hash', async () => {
    const url = await tus.begin(6 * megabyte)
    expect((await tus.call('DELETE', url)).status).toBe(204)
    expect((await announce({ 'upload-length': '10', 'upload-metadata': encodeMetadata('model.exe') })).status).toBe(415)
    const wrong = { metadata: { filename: 'model.ifc', sha256: '0'.repeat(64) } }
    await tus.upload(randomBytes(1000), wrong).catch(() => undefined)
    expect(await unfinished()).toEqual({ bytes: 0, uploads: 0 })
  })

  it('A20 is released with the received bytes when the user discards unfinished uploads', async () => {
    await tus.patch(await tus.begin(6 * megabyte), 0, 'solid')
    const url = '/api/uploads'
    const response = await tus.server.inject({ method: 'DELETE', url, headers: bearer(tus.user) })
    expect(response.json()).toEqual({ discarded: 1 })
    expect(await unfinished()).toEqual({ bytes: 0, uploads: 0 })
    expect(await tus.leftovers()).toEqual([])
  })

  it('A20 is released one day after the last byte', async () => {
    await tus.begin(6 * megabyte)
    const tomorrow = new Date(Date.now() + 26 * 3_600_000)
    const { services, find } = tus.server
    const { locks, uploads } = find(uploadsModule)
    await removeAbandonedUploads({ database: services.database, folder: uploads.folder, locks }, tomorrow)
    expect(await unfinished()).toEqual({ bytes: 0, uploads: 0 })
  })

  it('A20 is limited to a number of uploads', async () => {
    for (let index = 0; index < limits.maxUnfinishedUploads; index++) await tus.begin(1000)
    const refused = await announceBytes(1000)
    expect(await refused.json()).toMatchObject({ status: 429, code: 'too-many-uploads' })
  })
})
