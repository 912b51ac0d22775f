import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { limits, uploadResultHeader } from '@kamar/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, fileForm, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { describeModule } from '../../testing/describe-module.js'
import { uploadsModule } from './module.js'

describeModule(uploadsModule)

let server: TestServer
let user: TestUser
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  user = await server.createUser()
})
afterAll(() => server.close())

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

describe('POST /api/auth/upload', () => {
  it('creates a file, a version and a translation, and charges the quota', async () => {
    const content = stl('house')
    const response = await post('house.stl', content)
    const { fileName, urn, jobId, file } = response.json()
    expect(response.statusCode).toBe(200)
    expect(fileName).toBe('house.stl')
    expect(urn).toMatch(/^[A-Za-z0-9_-]{32}$/)
    expect(file).toMatchObject({
      description: 'house.stl',
      urn,
      jobId,
      size: content.length,
      status: 'processing',
      progress: 0,
    })
    expect(await list()).toEqual([file])
    expect(await usedBytes()).toBe(content.length)
    const { database } = server.services
    const job = await database
      .selectFrom('translation')
      .selectAll()
      .where('id', '=', await server.findTranslationId(file))
      .executeTakeFirstOrThrow()
    expect(job).toMatchObject({
      state: 'queued',
      format_id: 'stl',
      source_bytes: content.length,
      account_id: user.id,
    })
    expect(await filesBelow('uploads')).toEqual([])
  })

  it('stores the file under the SHA-256 hash of its bytes', async () => {
    const content = stl('hashed')
    await post('hashed.stl', content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect(await server.services.blobs.verify(sha256)).toBe('whole')
  })

  it('detects the format by the content', async () => {
    const { file } = (await post('drawing.ifc', Buffer.from('AC1032\0\0\0\0\0\0\0\0\0\0', 'latin1'))).json()
    const version = await server.services.database
      .selectFrom('file_version')
      .select(['extension', 'detected_format'])
      .where('file_id', '=', file.id)
      .executeTakeFirstOrThrow()
    expect(version).toEqual({ extension: '.ifc', detected_format: 'dwg' })
  })

  it.each([
    ['virus.exe', 'Unsupported file format: .exe'],
    ['model.IFC.zip', 'Unsupported file format: .zip'],
    ['noextension', 'Unsupported file format: '],
  ])('refuses the file name %s with the specified message', async (name, message) => {
    const response = await post(name, 'x')
    expect(response.json()).toMatchObject({ status: 415, code: 'unsupported-format', message })
    expect(await list()).toEqual([])
  })

  it('accepts an extension in any case', async () => {
    expect((await post('HOUSE.StL', stl('case'))).json()).toMatchObject({ fileName: 'HOUSE.StL' })
  })

  it('refuses an empty file and stores nothing', async () => {
    expect((await post('empty.stl', '')).json()).toMatchObject({ status: 422, code: 'empty-file' })
    expect(await filesBelow('uploads')).toEqual([])
  })

  it('rejects a form without a file', async () => {
    const none = await server.inject({
      method: 'POST',
      url: '/api/auth/upload',
      headers: { ...bearer(user), 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--\r\n',
    })
    expect(none.statusCode).toBe(400)
    const json = await server.inject({ method: 'POST', url: '/api/auth/upload', headers: bearer(user), payload: {} })
    expect(json.statusCode).toBe(400)
  })

  it.each([
    ['../../etc/passwd.stl', /^passwd.stl$/],
    ['C:\\\\models\\\\tower.stl', /^tower.stl$/],
    [`${'ա'.repeat(300)}.stl`, /^ա{200,}….stl$/],
  ])('sanitises the file name %s', async (sent, displayedName) => {
    const { fileName } = (await post(sent, stl(sent))).json<{ fileName: string }>()
    expect(fileName).toMatch(displayedName)
    expect(fileName.length).toBeLessThanOrEqual(limits.maxFileNameCharacters)
  })
})

describe('storage quota', () => {
  const setQuota = (quota: number) =>
    server.services.database.updateTable('account').set({ quota_bytes: quota }).where('id', '=', user.id).execute()

  it('can be used up to the last byte', async () => {
    await setQuota(100)
    expect((await post('full.stl', Buffer.alloc(100, 'x'))).statusCode).toBe(200)
    expect((await post('more.stl', 'x')).json()).toMatchObject({ code: 'quota-exceeded' })
  })
})

describe('failed upload transaction', () => {
  it('leaves no file and no used storage', async () => {
    const { database } = server.services
    const emptyProject = database.deleteFrom('project').where('owner_id', '=', user.id)
    await database.deleteFrom('membership').where('account_id', '=', user.id).execute()
    await emptyProject.execute()
    expect((await post('lost.stl', stl('lost'), { key: 'again' })).statusCode).toBe(404)
    expect(await usedBytes()).toBe(0)
    expect(await filesBelow('uploads')).toEqual([])
  })
})

it('form upload sends no tus result header', async () => {
  expect((await post('plain.stl', stl('plain'))).headers[uploadResultHeader.toLowerCase()]).toBeUndefined()
})
