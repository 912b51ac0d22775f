import { type SavedFilter, type SavedFilterForm, savedFilterLimits as limits } from '@kamar/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeModule } from '../../testing/describe-module.js'
import { gatherTeam, type Team } from '../../testing/team.js'
import { bearer, startTestServer, type TestServer, type TestUser } from '../../testing/test-server.js'
import { savedFiltersModule } from './module.js'

describeModule(savedFiltersModule)

const test = {
  kind: 'test',
  field: { set: '*', property: 'FireRating' },
  operator: 'empty',
  value: '',
} as const
const form: SavedFilterForm = {
  name: 'Doors without fire rating',
  rule: { kind: 'all', rules: [test] },
  rgb: [230, 145, 56],
  isShared: false,
}

describe('saved filter', () => {
  let server: TestServer
  let team: Team
  beforeAll(async () => {
    server = await startTestServer()
    team = await gatherTeam(server)
  })
  afterAll(() => server.close())

  const call = (by: TestUser, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    server.inject({ method, url: `/api${url}`, headers: bearer(by), ...(payload ? { payload } : {}) })
  const listUrl = (fileId = team.file.id): string => `/auth/my-urns/${fileId}/filters`
  const save = (by: TestUser, change: Partial<SavedFilterForm> = {}, fileId = team.file.id) =>
    call(by, 'POST', listUrl(fileId), { ...form, ...change })
  const list = async (by: TestUser, fileId = team.file.id) =>
    (await call(by, 'GET', listUrl(fileId))).json<SavedFilter[]>()

  it('is private to its author, on every file', async () => {
    const own = await server.upload(team.viewer, 'own.stl')
    const saved = (await save(team.viewer, { name: 'Mine' })).json<SavedFilter>()
    expect(saved).toEqual({ ...form, id: saved.id, name: 'Mine', canChange: true, author: null })
    expect((await list(team.viewer)).map(({ name }) => name)).toEqual(['Mine'])
    expect((await list(team.viewer, own.id)).map(({ id }) => id)).toEqual([saved.id])
    expect(await list(team.owner)).toEqual([])
    expect((await call(team.owner, 'PATCH', `/filters/${saved.id}`, { name: 'Yours' })).statusCode).toBe(404)
    expect((await call(team.owner, 'DELETE', `/filters/${saved.id}`)).statusCode).toBe(404)
    const changed = await call(team.viewer, 'PATCH', `/filters/${saved.id}`, { name: ' Renamed ', rgb: [1, 2, 255] })
    expect(changed.json()).toMatchObject({ name: 'Renamed', rgb: [1, 2, 255], rule: form.rule })
    expect((await call(team.viewer, 'DELETE', `/filters/${saved.id}`)).json()).toEqual({ done: true })
    expect(await list(team.viewer)).toEqual([])
  })

  it('is shared by editors with all members of the project, and changed by editors only', async () => {
    for (const user of [team.viewer, team.commenter])
      expect((await save(user, { isShared: true })).statusCode).toBe(403)
    const shared = (await save(team.editor, { isShared: true })).json<SavedFilter>()
    const seenBy = async (by: TestUser) => (await list(by)).find(({ id }) => id === shared.id)
    expect(await seenBy(team.editor)).toMatchObject({ isShared: true, canChange: true, author: null })
    expect(await seenBy(team.owner)).toMatchObject({ isShared: true, canChange: true, author: expect.any(String) })
    for (const user of [team.commenter, team.viewer])
      expect(await seenBy(user)).toMatchObject({ isShared: true, canChange: false, author: expect.any(String) })
    expect((await call(team.commenter, 'PATCH', `/filters/${shared.id}`, { name: 'X' })).statusCode).toBe(403)
    expect((await call(team.viewer, 'DELETE', `/filters/${shared.id}`)).statusCode).toBe(403)
    expect((await call(team.outsider, 'DELETE', `/filters/${shared.id}`)).statusCode).toBe(404)
    expect((await call(team.outsider, 'GET', listUrl())).statusCode).toBe(404)
    expect((await save(team.outsider)).statusCode).toBe(404)
    const otherFile = await server.upload(team.owner, 'other.stl')
    expect((await list(team.owner, otherFile.id)).map(({ id }) => id)).not.toContain(shared.id)
    expect((await call(team.owner, 'DELETE', `/filters/${shared.id}`)).json()).toEqual({ done: true })
    expect(await list(team.viewer)).toEqual([])
  })

  it('is rejected without conditions, nested too deep, too long or with an unknown operator', async () => {
    const nest = (levels: number): object => ({ kind: 'any', rules: levels > 1 ? [nest(levels - 1)] : [test] })
    const wrongRules: readonly object[] = [
      { kind: 'all', rules: [] },
      { kind: 'all', rules: [{ kind: 'any', rules: Array.from({ length: limits.rules }, () => test) }] },
      { kind: 'all', rules: [{ ...test, operator: 'resembles' }] },
      { kind: 'all', rules: [{ ...test, value: 'x'.repeat(limits.textCharacters + 1) }] },
      nest(limits.depth + 1),
      nest(200),
    ]
    for (const rule of wrongRules)
      expect([400, 422]).toContain((await call(team.editor, 'POST', listUrl(), { ...form, rule })).statusCode)
    expect((await save(team.editor, { name: ' ' })).statusCode).toBe(422)
    expect((await save(team.editor, { rgb: [256, 0, 0] })).statusCode).toBe(422)
    const accepted = await call(team.editor, 'POST', listUrl(), { ...form, rule: nest(limits.depth) })
    expect(accepted.statusCode).toBe(200)
    await call(team.editor, 'DELETE', `/filters/${accepted.json<SavedFilter>().id}`)
  })

  it('is limited in number per account', async () => {
    const { database } = server.services
    const { id } = (await save(team.commenter)).json<SavedFilter>()
    const row = await database.selectFrom('saved_filter').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const copies = Array.from({ length: limits.filters - 1 }, (_, index) => ({
      ...row,
      id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      rule: JSON.stringify(row.rule),
    }))
    await database.insertInto('saved_filter').values(copies).execute()
    expect((await save(team.commenter)).json()).toMatchObject({ code: 'too-many' })
    expect((await save(team.viewer)).statusCode).toBe(200)
  })
})
