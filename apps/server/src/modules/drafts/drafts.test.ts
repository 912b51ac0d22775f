import { collaborationLimits, type Draft } from '@kamar/contracts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { describeModule } from '../../testing/describe-module.js'
import { sampleViewpoint } from '../../testing/sample-bodies.js'
import { eachWithTeam, type Team, withNewFile } from '../../testing/team.js'
import { bearer, type TestServer, type TestUser } from '../../testing/test-server.js'
import { draftsModule } from './module.js'

describeModule(draftsModule)

let server: TestServer
let team: Team
eachWithTeam((nextServer, nextTeam) => {
  server = nextServer
  team = nextTeam
})

const day = 86_400_000
const firstTime = new Date(Date.now() - 2 * day).toISOString()
const secondTime = new Date(Date.now() - day).toISOString()
const url = () => `/api/auth/my-urns/${team.file.id}/draft`
const measured = (name: string) => ({ ...sampleViewpoint, extensions: { 'kamar.measure': { name } }, fileVersion: 1 })
const save = (draft: object, by: TestUser = team.viewer) =>
  server.inject({ method: 'PUT', url: url(), headers: bearer(by), payload: draft })
const read = async (by: TestUser = team.viewer): Promise<Draft | null> =>
  (await server.inject({ url: url(), headers: bearer(by) })).json()

describe('draft', () => {
  it('is stored for each account and file, also of members who may only view', async () => {
    expect(await read()).toBeNull()
    const draft = { views: [measured('stair')], changedAt: firstTime }
    expect((await save(draft)).json()).toEqual(draft)
    expect(await read()).toEqual(draft)
    expect(await read(team.owner)).toBeNull()
    const { file } = await withNewFile(server, team)
    const other = { url: `/api/auth/my-urns/${file.id}/draft`, headers: bearer(team.viewer) }
    expect((await server.inject(other)).json()).toBeNull()
  })

  it('is replaced by a later change only', async () => {
    await save({ views: [measured('new')], changedAt: secondTime })
    const stored = { views: [measured('new')], changedAt: secondTime }
    expect((await save({ views: [measured('old')], changedAt: firstTime })).json()).toEqual(stored)
    expect((await save({ views: [], changedAt: secondTime })).json()).toEqual({ views: [], changedAt: secondTime })
  })

  it('does not win over later changes when the clock of its device is ahead', async () => {
    const ahead = new Date(Date.now() + 30 * day).toISOString()
    await save({ views: [measured('ahead')], changedAt: ahead })
    const changedAt = new Date(Date.now() + 1000).toISOString()
    expect((await save({ views: [], changedAt })).json<Draft>().views).toEqual([])
  })

  it('is refused to outsiders, when it is not a draft and when it is too large', async () => {
    const draft = { views: [measured('stair')], changedAt: firstTime }
    expect((await save(draft, team.outsider)).statusCode).toBe(404)
    expect((await save({ ...draft, views: [{ camera: 'none' }] })).statusCode).toBe(422)
    expect((await save({ ...draft, changedAt: 'yesterday' })).statusCode).toBe(422)
    const views = Array.from({ length: 30 }, () => measured('x'.repeat(40_000)))
    expect((await save({ ...draft, views })).statusCode).toBe(413)
  })

  it('is stored for at most a thousand files of one account', async () => {
    const { database } = server.services
    const ids = await sql<{ id: string }>`
      insert into file (id, project_id, description, search_name, sort_name)
      select gen_random_uuid(), project_id, description, search_name, sort_name
      from file, generate_series(1, ${collaborationLimits.draftsPerAccount}) where file.id = ${team.file.id}
      returning id`.execute(database)
    await sql`
      insert into draft (account_id, file_id, views, changed_at)
      select ${team.viewer.id}, id, '[]', now() from unnest(${ids.rows.map(({ id }) => id)}::uuid[]) as id`.execute(
      database,
    )
    expect((await save({ views: [], changedAt: firstTime })).json()).toMatchObject({ code: 'too-many' })
  })

  it('is deleted with its file', async () => {
    await save({ views: [measured('stair')], changedAt: firstTime })
    const { database } = server.services
    await database.deleteFrom('file').where('id', '=', team.file.id).execute()
    expect(await database.selectFrom('draft').select('file_id').where('file_id', '=', team.file.id).execute()).toEqual(
      [],
    )
  })
})
