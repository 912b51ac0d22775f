import type { FileRecord, ProjectRecord, SheetRegister } from '@kamar/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FolderCalls } from '../../testing/folder-calls.js'
import { listNames, search, uploadTranslated } from '../../testing/searched-files.js'
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.js'

describe('sheet register', () => {
  let server: TestServer
  let calls: FolderCalls
  let owner: TestUser
  let viewer: TestUser
  let outsider: TestUser
  let project: ProjectRecord
  let drawing: FileRecord
  beforeAll(async () => {
    server = await startTestServer()
    calls = new FolderCalls(server)
    owner = await server.createUser()
    viewer = await server.createUser()
    outsider = await server.createUser()
    project = await calls.createProject(owner, [{ user: viewer, role: 'viewer' }])
    drawing = await uploadTranslated(server, owner, 'houses.dwf')
    await calls.move(owner, project.id, { fileIds: [drawing.id] })
    await server.runJobs('search.index')
  })
  beforeEach(() => server.services.database.deleteFrom('sheet_note').execute())
  afterAll(() => server.close())

  const list = (by: TestUser) => calls.call<SheetRegister>(by, 'GET', `/api/projects/${project.id}/sheets`)
  const correct = (by: TestUser, form: object, fileId = drawing.id) =>
    calls.request(by, 'PUT', `/api/sheets/${fileId}`, { key: 'Ground floor', number: null, title: null, ...form })

  it('lists the sheets of the current versions', async () => {
    expect(await list(viewer)).toEqual({
      isTruncated: false,
      sheets: [
        {
          fileId: drawing.id,
          key: 'Ground floor',
          number: '',
          title: 'Ground floor',
          discipline: null,
          fileName: 'houses.dwf',
          urn: drawing.urn,
          version: 1,
          isCorrected: false,
          canChange: false,
        },
      ],
    })
  })

  it('corrects number and title, and is found by them', async () => {
    const response = await correct(owner, { number: 'A-101', title: 'Հատակագիծ' })
    expect(response.json()).toMatchObject({
      number: 'A-101',
      title: 'Հատակագիծ',
      discipline: 'architectural',
      isCorrected: true,
      canChange: true,
    })
    expect((await list(viewer)).sheets).toMatchObject([{ number: 'A-101', title: 'Հատակագիծ' }])
    for (const text of ['a-101', '101', 'հատ', 'ground'])
      expect((await search(server, viewer, { words: text })).hits).toMatchObject([
        { file: { id: drawing.id }, matches: { sheets: [{ key: 'Ground floor', number: 'A-101' }] } },
      ])
  })

  it('restores what the file states', async () => {
    await correct(owner, { number: 'A-101' })
    expect((await list(owner)).sheets).toMatchObject([{ number: 'A-101', title: 'Ground floor' }])
    await correct(owner, { number: '', title: 'Ground floor' })
    expect((await list(owner)).sheets).toMatchObject([{ number: '', isCorrected: false }])
    expect(listNames(await search(server, owner, { words: 'a-101' }))).toEqual([])
  })

  it('sorts numbers by value, sheets without one last', async () => {
    const { database } = server.services
    const translationId = await server.findTranslationId(drawing)
    const keys = ['A-10 Roof', 'A-2 Walls', 'Cover', 'S-1 Piles']
    for (const [position, key] of keys.entries())
      await sql`
        insert into sheet (translation_id, key, position, number, title, words)
        values (${translationId}, ${key}, ${position + 1}, ${/^\w-\d+/.exec(key)?.[0] ?? ''}, ${key}, '')`.execute(
        database,
      )
    expect((await list(viewer)).sheets.map(({ key }) => key)).toEqual([
      'A-2 Walls',
      'A-10 Roof',
      'S-1 Piles',
      'Cover',
      'Ground floor',
    ])
    await database.deleteFrom('sheet').where('key', 'in', keys).execute()
  })

  it('records who corrected a sheet', async () => {
    await correct(owner, { number: 'A-102' })
    const event = await server.services.database
      .selectFrom('audit_event')
      .select(['actor', 'subject', 'details'])
      .where('action', '=', 'file.correct-sheet')
      .orderBy('sequence', 'desc')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      actor: owner.id,
      subject: drawing.id,
      details: { from: 'Ground floor', to: 'A-102 Ground floor' },
    })
  })

  it('P25 register and corrections do not exist for others', async () => {
    expect((await calls.request(outsider, 'GET', `/api/projects/${project.id}/sheets`)).statusCode).toBe(404)
    expect((await correct(outsider, { number: 'X' })).statusCode).toBe(404)
    expect((await correct(viewer, { number: 'X' })).statusCode).toBe(403)
    expect((await correct(owner, { key: 'Other', number: 'X' })).statusCode).toBe(404)
  })

  it('P25 register hides the sheets of a folder without a rule for the caller', async () => {
    const folder = await calls.create(owner, project.id, 'Tender')
    await calls.move(owner, folder.id, { fileIds: [drawing.id] })
    await calls.permit(owner, folder.id, [])
    expect((await list(viewer)).sheets).toEqual([])
    expect(listNames(await search(server, viewer, { words: 'ground' }))).toEqual([])
    expect((await correct(viewer, { number: 'X' })).statusCode).toBe(404)
    expect((await list(owner)).sheets).toHaveLength(1)
  })
})
