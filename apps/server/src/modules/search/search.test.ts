import type { FileRecord, ProjectRecord } from '@kamar/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeModule } from '../../testing/describe-module.js'
import { FolderCalls } from '../../testing/folder-calls.js'
import { listNames, search, uploadTranslated } from '../../testing/searched-files.js'
import { bearer, startTestServer, type TestServer, type TestUser } from '../../testing/test-server.js'
import { searchModule } from './module.js'

describeModule(searchModule)

describe('search', () => {
  let server: TestServer
  let owner: TestUser
  let outsider: TestUser
  let house: FileRecord
  let drawing: FileRecord
  beforeAll(async () => {
    server = await startTestServer()
    owner = await server.createUser('Ani')
    outsider = await server.createUser()
    house = await uploadTranslated(server, owner, 'house.ifc')
    drawing = await uploadTranslated(server, owner, 'houses.dwf')
    await server.upload(owner, 'Տուն A-101_plan.stl')
    await server.runJobs('search.index')
  })
  afterAll(() => server.close())

  const find = async (text: string, query = {}) => search(server, owner, { words: text, ...query })

  it('P41 search finds a property value by the beginning of a word', async () => {
    const page = await find('rei')
    expect(page.hits).toMatchObject([
      { file: { id: house.id }, matches: { name: false, sheets: [], properties: ['rei'] } },
    ])
    expect(listNames(await find('REI 120'))).toEqual(['house.ifc'])
    expect(listNames(await find('rei 999'))).toEqual([])
  })

  it('P41 search finds an Armenian prefix in properties and names', async () => {
    expect(listNames(await find('ԹԱՄԱՆ'))).toEqual(['house.ifc'])
    expect(listNames(await find('տո pla'))).toEqual(['Տուն A-101_plan.stl'])
  })

  it('P41 search finds a sheet by its title and names its key', async () => {
    const page = await find('ground flo')
    expect(page.hits[0]).toMatchObject({
      file: { id: drawing.id },
      matches: { name: false, properties: [], sheets: [{ key: 'Ground floor', number: '', title: 'Ground floor' }] },
    })
    // The storey of the model, which is a property.
    expect(page.hits[1]).toMatchObject({ file: { id: house.id }, matches: { sheets: [] } })
  })

  it('search combines words of name and properties, names first', async () => {
    expect((await find('house rei')).hits).toMatchObject([
      { file: { id: house.id }, matches: { name: true, properties: ['rei'] } },
    ])
    expect(listNames(await find('a-101 plan'))).toEqual(['Տուն A-101_plan.stl'])
    expect(listNames(await find('101_p'))).toEqual(['Տուն A-101_plan.stl'])
    expect(listNames(await find('lan'))).toEqual([])
  })

  it.each(['', '   ', "'", '& | !', '\\', "a'b:*"])('search finds nothing for %s', async (words) => {
    expect(await find(words)).toMatchObject({ hits: [], total: 0, next: null })
  })

  it('search counts facets without their own filter', async () => {
    const page = await find('house', { type: '.ifc' })
    expect(page.total).toBe(1)
    expect(page.facets).toEqual({
      project: [expect.objectContaining({ files: 1 })],
      type: [
        { value: '.dwf', name: '.dwf', files: 1 },
        { value: '.ifc', name: '.ifc', files: 1 },
      ],
      state: [{ value: 'success', name: 'success', files: 1 }],
      person: [{ value: owner.id, name: 'Ani', files: 1 }],
    })
    expect(listNames(await find('house', { type: '.dwf', state: 'success', person: owner.id }))).toEqual(['houses.dwf'])
    expect(listNames(await find('house', { state: 'failed' }))).toEqual([])
    expect(listNames(await find('house', { person: outsider.id }))).toEqual([])
  })

  it('search filters by the time of the last change', async () => {
    const { updated_at: changedAt } = house
    expect(listNames(await find('rei', { from: changedAt }))).toEqual(['house.ifc'])
    expect(listNames(await find('rei', { to: '2020-01-01T00:00:00Z' }))).toEqual([])
  })

  it('search refuses a foreign cursor', async () => {
    const response = await server.inject({ url: '/api/search?words=a&cursor=W10', headers: bearer(owner) })
    expect(response.statusCode).toBe(422)
  })

  it('P25 search is silent for an account without access', async () => {
    for (const text of ['house', 'rei', 'ground', 'տուն'])
      expect(await search(server, outsider, { words: text })).toMatchObject({
        hits: [],
        total: 0,
        facets: { project: [], type: [], state: [], person: [] },
      })
  })
})

describe('search in folders', () => {
  let server: TestServer
  let folders: FolderCalls
  let owner: TestUser
  let member: TestUser
  let project: ProjectRecord
  beforeAll(async () => {
    server = await startTestServer()
    folders = new FolderCalls(server)
    owner = await server.createUser()
    member = await server.createUser()
    project = await folders.createProject(owner, [{ user: member, role: 'editor' }])
  })
  afterAll(() => server.close())

  it('P25 search hides the files of a folder without a rule for the caller', async () => {
    const plans = await folders.create(owner, project.id, 'Plans')
    const tender = await folders.create(owner, project.id, 'Tender', plans.id)
    const file = await folders.upload(owner, tender.id, 'offer.stl')
    expect((await search(server, member, { words: 'offer' })).hits).toMatchObject([
      {
        file: { id: file.id },
        path: [
          { id: plans.id, name: 'Plans' },
          { id: tender.id, name: 'Tender' },
        ],
      },
    ])
    await folders.permit(owner, tender.id, [])
    expect(await search(server, member, { words: 'offer' })).toMatchObject({ hits: [], total: 0 })
    await folders.upload(owner, plans.id, 'offers.zip.stl')
    // P15: neither results nor numbers tell of what the caller does not see.
    const visible = await search(server, member, { words: 'offer' })
    expect(listNames(visible)).toEqual(['offers.zip.stl'])
    expect(visible.facets).toMatchObject({ project: [{ files: 1 }], type: [{ files: 1 }], person: [{ files: 1 }] })
    expect(listNames(await search(server, owner, { words: 'offer.stl' }))).toEqual(['offer.stl'])
    await folders.remove(owner, tender.id)
    expect(listNames(await search(server, owner, { words: 'offer' }))).toEqual(['offers.zip.stl'])
  })

  it('search pages through the results without gaps', async () => {
    const folder = await folders.create(owner, project.id, 'Many')
    const names = Array.from({ length: 60 }, (_, index) => `many ${index}.stl`)
    for (const name of names) await folders.upload(owner, folder.id, name)
    const first = await search(server, owner, { words: 'many' })
    expect(first.hits).toHaveLength(50)
    expect(first.total).toBe(60)
    const second = await search(server, owner, { words: 'many', cursor: first.next ?? '' })
    expect(second).toMatchObject({ next: null, total: null, facets: null })
    expect([...listNames(first), ...listNames(second)].toSorted()).toEqual(names.toSorted())
  })

  it('search finds words of the current version only', async () => {
    const first = await uploadTranslated(server, owner, 'house.ifc', 'tower.ifc')
    await server.runJobs('search.index')
    expect(listNames(await search(server, owner, { words: 'rei' }))).toEqual(['tower.ifc'])
    await server.services.database.transaction().execute(async (transaction) => {
      const version = await transaction
        .selectFrom('file_version')
        .selectAll()
        .where('file_id', '=', first.id)
        .executeTakeFirstOrThrow()
      const id = '00000000-0000-7000-8000-0000000000aa'
      await transaction
        .insertInto('file_version')
        .values({ ...version, id, number: 2, urn: 'second', upload_id: null, translation_id: null })
        .execute()
      await transaction.updateTable('file').set({ current_version_id: id }).where('id', '=', first.id).execute()
    })
    expect(listNames(await search(server, owner, { words: 'rei' }))).toEqual([])
    expect(listNames(await search(server, owner, { words: 'tower' }))).toEqual(['tower.ifc'])
  })
})
