import { fileListHeaders, type FileRecord } from '@kamar/contracts'
import { fileNameKeys, newId } from '@kamar/database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'

let server: TestServer
let user: TestUser
beforeAll(async () => {
  server = await startTestServer()
  user = await server.createUser()
})
afterAll(() => server.close())

interface Page {
  readonly names: readonly string[]
  readonly next: string | undefined
  readonly total: number
}

async function page(query: Readonly<Record<string, string>>, of = user): Promise<Page> {
  const response = await server.inject({ url: '/api/auth/my-urns', query: { ...query }, headers: bearer(of) })
  expect(response.statusCode).toBe(200)
  return {
    names: response.json<FileRecord[]>().map(({ description }) => description),
    next: response.headers[fileListHeaders.next] as string | undefined,
    total: Number(response.headers[fileListHeaders.total]),
  }
}

/** Reads every page from the first to the last, with an action between two. */
async function walk(query: Readonly<Record<string, string>>, between: () => Promise<void> = async () => undefined) {
  const names: string[] = []
  for (let next: string | undefined = ''; next !== undefined;) {
    const filePage: Page = await page(next === '' ? query : { ...query, after: next })
    names.push(...filePage.names)
    next = filePage.next
    await between()
  }
  return names
}

/** Inserts rows alone, all with one timestamp: the cursor must still tell them apart. */
async function insertFiles(owner: TestUser, names: readonly string[]): Promise<void> {
  const { database } = server.services
  const model = await server.upload(owner, 'one.stl')
  const version = await database
    .selectFrom('file_version')
    .innerJoin('file', 'file.id', 'file_version.file_id')
    .selectAll('file_version')
    .select('file.project_id')
    .where('file.id', '=', model.id)
    .executeTakeFirstOrThrow()
  const { project_id: projectId, ...columns } = version
  await database.transaction().execute(async (transaction) => {
    const rows = names.map((description) => ({ description, id: newId(), versionId: newId() }))
    await transaction
      .insertInto('file')
      .values(
        rows.map(({ id, description, versionId }) => ({
          id,
          description,
          ...fileNameKeys(description),
          project_id: projectId,
          current_version_id: versionId,
          updated_at: '2026-05-01T10:00:00.123456Z',
        })),
      )
      .execute()
    await transaction
      .insertInto('file_version')
      .values(
        rows.map(({ id, versionId, description }, index) => ({
          ...columns,
          id: versionId,
          file_id: id,
          urn: newId(),
          upload_id: null,
          extension: `.${description.split('.').at(-1)}`,
          size_bytes: index % 7,
        })),
      )
      .execute()
  })
}

describe('GET /api/auth/my-urns', () => {
  const names = Array.from({ length: 95 }, (_, index) => `Storey ${index + 1}.${index % 5 === 0 ? 'ifc' : 'stl'}`)
  beforeAll(() => insertFiles(user, names))

  it('returns the complete list without a limit', async () => {
    const response = await server.inject({ url: '/api/auth/my-urns', headers: bearer(user) })
    expect(response.json()).toHaveLength(96)
    expect(response.headers[fileListHeaders.next]).toBeUndefined()
  })

  it.each(['date', 'name', 'size'])(
    'returns every file exactly once in pages sorted by %s in both directions',
    async (sort) => {
      for (const order of ['asc', 'desc']) {
        const walked = await walk({ sort, order, limit: '10' })
        expect(walked).toHaveLength(96)
        expect(new Set(walked).size).toBe(96)
      }
    },
  )

  it('sorts numbers in names numerically', async () => {
    const filePage = await page({ sort: 'name', order: 'asc', limit: '4', search: 'storey' })
    expect(filePage).toMatchObject({
      names: ['Storey 1.ifc', 'Storey 2.stl', 'Storey 3.stl', 'Storey 4.stl'],
      total: 95,
    })
  })

  it('neither repeats nor omits a file when files are added between two pages', async () => {
    let uploads = 0
    const walked = await walk({ sort: 'date', order: 'desc', limit: '20', search: 'storey' }, async () => {
      await server.upload(user, `Storey new ${++uploads}.stl`)
    })
    expect(walked).toHaveLength(95)
    expect(new Set(walked).size).toBe(95)
  })

  it('continues at the position of a file that was deleted meanwhile', async () => {
    const other = await server.createUser()
    for (const name of ['a.stl', 'b.stl', 'c.stl']) await server.upload(other, name)
    const first = await page({ sort: 'name', order: 'asc', limit: '1' }, other)
    await server.inject({ method: 'DELETE', url: '/api/auth/my-urns', headers: bearer(other) })
    await server.upload(other, 'd.stl')
    expect(await page({ sort: 'name', order: 'asc', limit: '1', after: first.next ?? '' }, other)).toMatchObject({
      names: ['d.stl'],
      total: 1,
      next: undefined,
    })
  })

  it('searches and filters before paging', async () => {
    expect(await page({ search: 'STOREY 1', type: '.ifc', limit: '50', sort: 'name' })).toMatchObject({
      names: ['Storey 1.ifc', 'Storey 11.ifc', 'Storey 16.ifc'],
      total: 3,
    })
    expect((await page({ search: '%', limit: '5' })).total).toBe(0)
    expect((await page({ search: '_torey', limit: '5' })).total).toBe(0)
  })

  it('searches names in every alphabet without regard to case', async () => {
    const other = await server.createUser()
    await server.upload(other, 'ՇԵՆՔ.stl')
    await server.upload(other, 'Дом.stl')
    expect((await page({ search: 'շենք' }, other)).names).toEqual(['ՇԵՆՔ.stl'])
    expect((await page({ search: 'ДОМ' }, other)).names).toEqual(['Дом.stl'])
  })

  it('returns the one file of a URN', async () => {
    const { urn } = await server.upload(user, 'by its address.stl')
    expect((await page({ urn, limit: '5' })).names).toEqual(['by its address.stl'])
    expect((await page({ urn, limit: '5' }, await server.createUser())).names).toEqual([])
  })

  it('returns no files of other users', async () => {
    const other = await server.createUser()
    const cursor = (await page({ limit: '1' })).next ?? ''
    expect(await page({ limit: '10', after: cursor }, other)).toMatchObject({ names: [], total: 0 })
  })

  it.each([
    { limit: '0' },
    { limit: '201' },
    { sort: 'urn' },
    { order: 'up' },
    { type: 'ifc' },
    { type: ".ifc' or '1'='1" },
    { after: 'x' },
    { after: Buffer.from('["2026", "nobody"]').toString('base64url') },
    { after: Buffer.from(`["1; drop table file", "${newId()}"]`).toString('base64url') },
    { unknown: 'x' },
  ])('rejects %j', async (query) => {
    const response = await server.inject({
      url: '/api/auth/my-urns',
      query: { ...query } as Record<string, string>,
      headers: bearer(user),
    })
    expect(response.json()).toMatchObject({ status: 422, code: 'invalid-input' })
  })
})

describe('GET /api/auth/file-types', () => {
  it('counts the types, most frequent first, without deleted files', async () => {
    const other = await server.createUser()
    for (const name of ['a.stl', 'b.stl', 'c.obj', 'd.ifc']) await server.upload(other, name)
    const [binnedFile] = (await server.inject({ url: '/api/auth/my-urns', headers: bearer(other) })).json<
      FileRecord[]
    >()
    await server.inject({ method: 'DELETE', url: `/api/auth/my-urns/${binnedFile?.id}`, headers: bearer(other) })
    const response = await server.inject({ url: '/api/auth/file-types', headers: bearer(other) })
    expect(response.json()).toEqual([
      { extension: '.stl', files: 2 },
      { extension: '.obj', files: 1 },
    ])
  })
})

describe('POST /api/auth/my-urns/bin-matching', () => {
  const binMatching = (payload: object, of: TestUser) =>
    server.inject({ method: 'POST', url: '/api/auth/my-urns/bin-matching', headers: bearer(of), payload })

  it('deletes all matching files of the user except the excluded ones', async () => {
    const [owner, other] = [await server.createUser(), await server.createUser()]
    await insertFiles(owner, ['Tower 1.dwg', 'Tower 2.dwg', 'Tower 3.ifc', 'Bridge.dwg'])
    await insertFiles(other, ['Tower 9.dwg'])
    const listed = await server.inject({ url: '/api/auth/my-urns?search=tower&type=.dwg', headers: bearer(owner) })
    const [firstFile] = listed.json<FileRecord[]>()
    const response = await binMatching({ search: 'TOWER', type: '.dwg', except: [firstFile?.id] }, owner)
    expect(response.json()).toEqual({ removed: 1 })
    const left = (await page({}, owner)).names.toSorted()
    expect(left).toEqual(['Bridge.dwg', firstFile?.description, 'Tower 3.ifc', 'one.stl'].toSorted())
    expect((await page({}, other)).names).toContain('Tower 9.dwg')
    const bin = await server.inject({ url: '/api/auth/bin', headers: bearer(owner) })
    expect(bin.json()).toHaveLength(1)
  })

  it('deletes a thousand files without a filter and records each in the audit trail', async () => {
    const owner = await server.createUser()
    await insertFiles(
      owner,
      Array.from({ length: 1000 }, (_, index) => `Storey ${index}.stl`),
    )
    expect((await binMatching({}, owner)).json()).toEqual({ removed: 1001 })
    expect((await page({}, owner)).total).toBe(0)
    const { events } = await server.services.database
      .selectFrom('audit_event')
      .select((row) => row.fn.countAll<number>().as('events'))
      .where('actor', '=', owner.id)
      .where('action', '=', 'file.bin')
      .executeTakeFirstOrThrow()
    expect(events).toBe(1001)
  })

  it('keeps files that the user can only view', async () => {
    const [owner, reader] = [await server.createUser(), await server.createUser()]
    const file = await server.upload(owner, 'lent.stl')
    const { project_id } = await server.services.database
      .selectFrom('file')
      .select('project_id')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow()
    const member = { project_id, account_id: reader.id, role: 'viewer' as const }
    await server.services.database.insertInto('membership').values(member).execute()
    expect((await binMatching({ search: 'lent' }, reader)).json()).toEqual({ removed: 0 })
    expect((await page({ search: 'lent' }, owner)).total).toBe(1)
  })

  it.each([{ except: ['x'] }, { type: 'dwg' }, { sort: 'name' }, { limit: 3 }])('rejects %j', async (filter) => {
    expect((await binMatching(filter, user)).statusCode).toBe(422)
  })
})
