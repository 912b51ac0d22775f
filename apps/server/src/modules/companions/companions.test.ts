import type { FileRecord } from '@kamar/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, fileForm, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { describeModule } from '../../testing/describe-module.js'
import { companionsModule } from './module.js'

describeModule(companionsModule)

let server: TestServer
let user: TestUser
let model: FileRecord
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  user = await server.createUser()
  model = await server.upload(user, `bridge.obj`, `# ${user.email}\nmtllib bridge.mtl\nv 0 0 0\n`)
})
afterAll(() => server.close())

const attach = (name: string, content: string | Buffer, of = user, id = model.id) =>
  server.inject({ method: 'POST', url: `/api/auth/my-urns/${id}/companions`, ...fileForm(of, name, content) })

async function companions(): Promise<{ name: string; size_bytes: number }[]> {
  return server.services.database
    .selectFrom('companion')
    .innerJoin('file_version', 'file_version.id', 'companion.file_version_id')
    .select(['companion.name', 'companion.size_bytes'])
    .where('file_version.file_id', '=', model.id)
    .orderBy('companion.name')
    .execute()
}

const usedBytes = async (): Promise<number> =>
  (await server.inject({ url: '/api/auth/me', headers: bearer(user) })).json<{ usedBytes: number }>().usedBytes

describe('companion file', () => {
  it('is attached to its model, counted in the quota, and starts a new translation', async () => {
    const response = await attach('Bridge.mtl', 'newmtl red\n')
    expect(response.statusCode).toBe(200)
    const record = response.json<FileRecord>()
    expect(record).toMatchObject({ id: model.id, urn: model.urn, status: 'processing' })
    expect(record.jobId).not.toBe(model.jobId)
    expect(await companions()).toEqual([{ name: 'Bridge.mtl', size_bytes: 11 }])
    expect(await usedBytes()).toBe(model.size + 11)
    const job = await server.services.database
      .selectFrom('translation')
      .select('companions')
      .where('id', '=', await server.findTranslationId(record))
      .executeTakeFirstOrThrow()
    expect(job.companions).toMatchObject([{ name: 'Bridge.mtl' }])
  })

  it('is listed with the model and in the record of each translation', async () => {
    const list = async (of = user) =>
      server.inject({ url: `/api/auth/my-urns/${model.id}/companions`, headers: bearer(of) })
    const madeWith = async (file: FileRecord) => {
      const { companions: names } = await server.services.database
        .selectFrom('translation')
        .select('companions')
        .where('id', '=', await server.findTranslationId(file))
        .executeTakeFirstOrThrow()
      return names.map(({ name, sha256 }) => `${name} ${sha256.slice(0, 4)}`)
    }
    expect((await list()).json()).toEqual([])
    const first = (await attach('bridge.mtl', 'newmtl red\n')).json<FileRecord>()
    const second = (await attach('deck.png', 'png')).json<FileRecord>()
    const third = (await attach('bridge.mtl', 'newmtl blue\n')).json<FileRecord>()
    expect((await list()).json()).toEqual([
      { name: 'bridge.mtl', size: 12, used: true, carriedFrom: null },
      { name: 'deck.png', size: 3, used: true, carriedFrom: null },
    ])
    const results = await Promise.all([model, first, second, third].map((file) => madeWith(file)))
    expect(results.map((names) => names.length)).toEqual([0, 1, 2, 2])
    expect(results[2]?.[0]).toBe(results[1]?.[0])
    expect(results[3]?.[0]).not.toBe(results[1]?.[0])
    expect((await list(await server.createUser())).statusCode).toBe(404)
  })

  it('selects the earlier translation when its earlier content is attached again', async () => {
    const red = (await attach('bridge.mtl', 'newmtl red\n')).json<FileRecord>()
    const blue = (await attach('bridge.mtl', 'newmtl blue\n')).json<FileRecord>()
    const again = (await attach('bridge.mtl', 'newmtl red\n')).json<FileRecord>()
    expect([blue.jobId === red.jobId, again.jobId === red.jobId]).toEqual([false, true])
  })

  it('does not appear in the list of files', async () => {
    await attach('bridge.mtl', 'newmtl red\n')
    const files = (await server.inject({ url: '/api/auth/my-urns', headers: bearer(user) })).json<FileRecord[]>()
    expect(files.map((file) => file.id)).toEqual([model.id])
  })

  it('replaces one of the same name, ignoring case, and frees its storage', async () => {
    await attach('bridge.mtl', 'newmtl red and long\n')
    await attach('BRIDGE.MTL', 'newmtl b\n')
    expect(await companions()).toEqual([{ name: 'BRIDGE.MTL', size_bytes: 9 }])
    expect(await usedBytes()).toBe(model.size + 9)
  })

  it('keeps only the last segment of its path', async () => {
    await attach('textures/../brick.png', 'png')
    expect((await companions()).map((companion) => companion.name)).toEqual(['brick.png'])
  })

  it.each([
    ['virus.exe', '.exe'],
    ['house.ifc', '.ifc'],
    ['noextension', ''],
  ])('is refused when the format does not use its extension: %s', async (name, extension) => {
    const response = await attach(name, 'x')
    expect(response.json()).toMatchObject({ status: 415, code: 'unsupported-format', details: { extension } })
    expect(await companions()).toEqual([])
  })

  it('is refused when it exceeds the quota', async () => {
    await server.services.database
      .updateTable('account')
      .set({ quota_bytes: model.size + 5 })
      .where('id', '=', user.id)
      .execute()
    expect((await attach('bridge.mtl', 'newmtl red\n')).json()).toMatchObject({ code: 'quota-exceeded' })
    expect(await companions()).toEqual([])
    expect(await usedBytes()).toBe(model.size)
  })

  it('is refused for the model of another user and for a deleted model', async () => {
    const other = await server.createUser()
    expect((await attach('bridge.mtl', 'x', other)).statusCode).toBe(404)
    await server.inject({ method: 'DELETE', url: `/api/auth/my-urns/${model.id}`, headers: bearer(user) })
    expect((await attach('bridge.mtl', 'x')).statusCode).toBe(404)
  })

  it('is required in the upload form', async () => {
    const response = await server.inject({
      method: 'POST',
      url: `/api/auth/my-urns/${model.id}/companions`,
      headers: { ...bearer(user), 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--\r\n',
    })
    expect(response.statusCode).toBe(400)
  })

  it('shares one blob among several models with equal companion bytes', async () => {
    await attach('bridge.mtl', 'newmtl shared\n')
    const second = await server.upload(user, 'second.obj', 'v 0 0 1\n')
    expect((await attach('bridge.mtl', 'newmtl shared\n', user, second.id)).statusCode).toBe(200)
    const blobs = await server.services.database
      .selectFrom('blob')
      .select('sha256')
      .where('size_bytes', '=', 14)
      .execute()
    expect(blobs).toHaveLength(1)
  })
})
