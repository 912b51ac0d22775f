import type { FileRecord, FileVersions, UploadResult } from '@kamar/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, fileForm, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { describeModule } from '../../testing/describe-module.js'
import { versionsModule } from './module.js'

describeModule(versionsModule)

let server: TestServer
let user: TestUser
let file: FileRecord
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  user = await server.createUser()
  file = await server.upload(user, 'house.stl', 'solid first\nendsolid first\n')
})
afterAll(() => server.close())

const second = 'solid second, which is longer\nendsolid second, which is longer\n'

const upload = (content: string, fields: Record<string, string>, by = user, name = 'other-name.stl') =>
  server.inject({ method: 'POST', url: '/api/auth/upload', ...fileForm(by, name, content, fields) })

const addVersion = (content = second, note = '') => upload(content, { fileId: file.id, note })

const versions = async (by = user): Promise<FileVersions> =>
  (await server.inject({ url: `/api/auth/my-urns/${file.id}/versions`, headers: bearer(by) })).json()

const restore = (number: number, by = user) =>
  server.inject({
    method: 'POST',
    url: `/api/auth/my-urns/${file.id}/versions/${number}/restore`,
    headers: bearer(by),
  })

const usedBytes = async (): Promise<number> =>
  (await server.inject({ url: '/api/auth/me', headers: bearer(user) })).json<{ usedBytes: number }>().usedBytes

const storedSum = async (): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(size_bytes), 0)::int as sum from file_version where file_id = ${file.id}`.execute(
    server.services.database,
  )
  return rows[0]?.sum ?? 0
}

const join = (of: TestUser, role: string) =>
  sql`insert into membership (project_id, account_id, role)
    select id, ${of.id}, ${role} from project where owner_id = ${user.id} and personal`.execute(
    server.services.database,
  )

describe('file with a single upload', () => {
  it('has one current version', async () => {
    expect(await versions()).toEqual({
      id: file.id,
      description: 'house.stl',
      mayChange: true,
      versions: [
        {
          number: 1,
          urn: file.urn,
          created_at: expect.any(String),
          size: file.size,
          uploadedBy: expect.stringContaining('person'),
          note: '',
          status: 'processing',
          progress: 0,
          failure: null,
          isCurrent: true,
          sameAs: null,
        },
      ],
    })
  })
})

describe('new version upload', () => {
  it('becomes the current version, and the old version keeps its URN', async () => {
    const result = (await addVersion(second, ' walls moved ')).json<UploadResult>()
    expect(result.file).toMatchObject({ id: file.id, description: 'house.stl', urn: result.urn, size: second.length })
    expect(result.urn).not.toBe(file.urn)
    expect(await versions()).toMatchObject({
      versions: [
        { number: 2, urn: result.urn, note: 'walls moved', isCurrent: true, size: second.length },
        { number: 1, urn: file.urn, note: '', isCurrent: false },
      ],
    })
    const list = await server.inject({ url: '/api/auth/my-urns', headers: bearer(user) })
    expect(list.json()).toEqual([result.file])
  })

  it('moves the file to the top of the list', async () => {
    await server.upload(user, 'newer.stl')
    await addVersion()
    const list = (await server.inject({ url: '/api/auth/my-urns', headers: bearer(user) })).json<FileRecord[]>()
    expect(list.map(({ description }) => description)).toEqual(['house.stl', 'newer.stl'])
  })

  it('is listed under the URN of every version', async () => {
    const { urn } = (await addVersion()).json<UploadResult>()
    for (const of of [urn, file.urn]) {
      const response = await server.inject({ url: `/api/packages/${of}/versions`, headers: bearer(user) })
      expect(response.json()).toEqual(await versions())
    }
  })

  it('returns its own version for a repeated form, even when there is a newer one', async () => {
    const form = fileForm(user, 'v2.stl', second, { fileId: file.id })
    const send = () =>
      server.inject({
        method: 'POST',
        url: '/api/auth/upload',
        headers: { ...form.headers, 'idempotency-key': `key of ${file.id}` },
        payload: form.payload,
      })
    const first = (await send()).json<UploadResult>()
    await addVersion('solid third\nendsolid third\n')
    expect((await send()).json<UploadResult>().urn).toBe(first.urn)
    expect((await versions()).versions).toHaveLength(3)
  })

  it('gets a unique number in five simultaneous requests', async () => {
    const responses = await Promise.all(
      [1, 2, 3, 4, 5].map((index) => addVersion(`solid v${index}\nendsolid v${index}\n`)),
    )
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect((await versions()).versions.map(({ number }) => number)).toEqual([6, 5, 4, 3, 2, 1])
  })

  it('is refused with another extension', async () => {
    const response = await upload('ISO-10303-21;', { fileId: file.id }, user, 'house.ifc')
    expect(response.json()).toMatchObject({
      status: 422,
      code: 'other-file-type',
      message: 'A new version must be a .stl file like the previous one',
    })
    expect((await versions()).versions).toHaveLength(1)
  })

  it('is refused with an overlong note', async () => {
    const response = await addVersion(second, 'x'.repeat(501))
    expect(response.json()).toMatchObject({ status: 422, code: 'invalid-input' })
  })

  it.each(['00000000-0000-7000-8000-00000000abcd', 'nonsense', "' or 1=1 --"])(
    'finds no file with the id %j',
    async (fileId) => {
      expect((await upload(second, { fileId })).statusCode).toBe(404)
    },
  )

  it('is refused while the file is deleted, and a restored file has all its versions', async () => {
    await addVersion()
    const before = (await versions()).versions
    await server.inject({ method: 'DELETE', url: `/api/auth/my-urns/${file.id}`, headers: bearer(user) })
    expect((await addVersion('solid third\nendsolid third\n')).statusCode).toBe(404)
    expect((await restore(1)).statusCode).toBe(404)
    await server.inject({ method: 'POST', url: `/api/auth/my-urns/${file.id}/restore`, headers: bearer(user) })
    expect((await versions()).versions.map(({ urn }) => urn)).toEqual(before.map(({ urn }) => urn))
  })
})

describe('quota for versions', () => {
  it('includes every version and is freed when the file is purged', async () => {
    await addVersion()
    await restore(1)
    expect(await usedBytes()).toBe(file.size * 2 + second.length)
    expect(await usedBytes()).toBe(await storedSum())
    await server.inject({ method: 'DELETE', url: `/api/auth/my-urns/${file.id}`, headers: bearer(user) })
    await server.inject({ method: 'DELETE', url: `/api/auth/bin/${file.id}`, headers: bearer(user) })
    expect(await usedBytes()).toBe(0)
  })

  it('is that of the owner for any uploader, and a refused upload stores nothing', async () => {
    const editor = await server.createUser()
    await join(editor, 'editor')
    const quota = file.size + second.length - 1
    const { database } = server.services
    await database.updateTable('account').set({ quota_bytes: quota }).where('id', '=', user.id).execute()
    const response = await upload(second, { fileId: file.id }, editor)
    expect(response.json()).toMatchObject({ status: 413, code: 'quota-exceeded' })
    expect((await versions()).versions).toHaveLength(1)
    expect(await usedBytes()).toBe(file.size)
  })

  it('is required to restore an older version', async () => {
    await addVersion()
    const { database } = server.services
    await database
      .updateTable('account')
      .set({ quota_bytes: file.size + second.length })
      .where('id', '=', user.id)
      .execute()
    expect((await restore(1)).json()).toMatchObject({ code: 'quota-exceeded' })
    expect((await versions()).versions).toHaveLength(2)
  })
})

describe('older version', () => {
  it('is restored as a new version with the same content and translation', async () => {
    await addVersion(second, 'second')
    const record = (await restore(1)).json<FileRecord>()
    expect(record).toMatchObject({ id: file.id, size: file.size, jobId: file.jobId })
    expect(record.urn).not.toBe(file.urn)
    expect(await versions()).toMatchObject({
      versions: [
        { number: 3, isCurrent: true, sameAs: 1, urn: record.urn },
        { number: 2, isCurrent: false, sameAs: null, note: 'second' },
        { number: 1, isCurrent: false, sameAs: null, urn: file.urn },
      ],
    })
    const original = await server.inject({
      url: `/api/auth/my-urns/${file.id}/original`,
      headers: bearer(user),
    })
    expect(original.body).toBe('solid first\nendsolid first\n')
  })

  it('is restored once for simultaneous requests, and not when it is current', async () => {
    await addVersion()
    await Promise.all([restore(1), restore(1)])
    expect((await versions()).versions).toHaveLength(3)
    expect((await restore(3)).statusCode).toBe(200)
    expect((await versions()).versions).toHaveLength(3)
  })

  it('is restored with its companion files', async () => {
    const { database } = server.services
    const version = await database
      .selectFrom('file_version')
      .select(['id', 'blob_sha256 as sha256'])
      .where('urn', '=', file.urn)
      .executeTakeFirstOrThrow()
    await database
      .insertInto('companion')
      .values({ file_version_id: version.id, name: 'wood.png', blob_sha256: version.sha256, size_bytes: 7 })
      .execute()
    await addVersion()
    const { urn } = (await restore(1)).json<FileRecord>()
    const rows = await database
      .selectFrom('companion')
      .innerJoin('file_version', 'file_version.id', 'companion.file_version_id')
      .select('companion.name')
      .where('file_version.urn', '=', urn)
      .execute()
    expect(rows).toEqual([{ name: 'wood.png' }])
  })

  it('is downloaded by its number', async () => {
    await addVersion()
    const download = (version: string) =>
      server.inject({
        url: `/api/auth/my-urns/${file.id}/original?version=${encodeURIComponent(version)}`,
        headers: bearer(user),
      })
    const first = await download('1')
    expect(first.body).toBe('solid first\nendsolid first\n')
    expect(first.headers['content-disposition']).toContain('house v1.stl')
    expect((await download('2')).body).toBe(second)
    for (const version of ['3', '0', 'x', '1e3', '']) expect((await download(version)).statusCode, version).toBe(404)
  })

  it.each(['9', '0', '-1', '1.5', 'x'])('is not found under the number %s', async (number) => {
    const response = await server.inject({
      method: 'POST',
      url: `/api/auth/my-urns/${file.id}/versions/${number}/restore`,
      headers: bearer(user),
    })
    expect([404, 422]).toContain(response.statusCode)
    expect((await versions()).versions).toHaveLength(1)
  })
})

describe('version access', () => {
  it('is refused to users who are not members', async () => {
    const outsider = await server.createUser()
    expect((await upload(second, { fileId: file.id }, outsider)).statusCode).toBe(404)
    expect((await restore(1, outsider)).statusCode).toBe(404)
    const url = `/api/packages/${file.urn}/versions`
    expect((await server.inject({ url, headers: bearer(outsider) })).statusCode).toBe(404)
  })

  it.each(['viewer', 'commenter'])('is read-only for the role %s', async (role) => {
    const guest = await server.createUser()
    await join(guest, role)
    expect(await versions(guest)).toMatchObject({ mayChange: false, versions: [{ number: 1 }] })
    expect((await upload(second, { fileId: file.id }, guest)).statusCode).toBe(403)
    expect((await restore(1, guest)).statusCode).toBe(403)
    expect((await versions()).versions).toHaveLength(1)
  })

  it('allows an editor to add a version under their name', async () => {
    const editor = await server.createUser()
    await join(editor, 'editor')
    expect((await upload(second, { fileId: file.id }, editor)).statusCode).toBe(200)
    const [newest] = (await versions()).versions
    const { name } = await server.services.database
      .selectFrom('account')
      .select('name')
      .where('id', '=', editor.id)
      .executeTakeFirstOrThrow()
    expect(newest).toMatchObject({ number: 2, uploadedBy: name })
  })
})

it('audit trail records who added which version', async () => {
  await addVersion()
  await restore(1)
  const rows = await server.services.database
    .selectFrom('audit_event')
    .select(['action', 'details'])
    .where('subject', '=', file.id)
    .orderBy('sequence')
    .execute()
  expect(rows).toEqual([
    { action: 'file.upload', details: { version: 1 } },
    { action: 'file.upload', details: { version: 2 } },
    { action: 'file.restore-version', details: { version: 3, from: 1 } },
  ])
})
