import type { AdminOverview, FileRecord, ProjectPeople, ProjectRecord } from '@kamar/contracts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { gatherTeam, type Team } from '../../testing/team.js'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'

const autodeskCloud = {
  clientId: 'client-id-of-the-test',
  clientSecret: 'secret-that-nobody-may-see',
  region: 'EMEA',
  baseUrl: new URL('http://127.0.0.1:9'),
}

let server: TestServer
let team: Team
beforeAll(async () => {
  server = await startTestServer({ configuration: { autodeskCloud } })
})
beforeEach(async () => {
  team = await gatherTeam(server)
})
afterAll(() => server.close())

const letLeave = (by: TestUser, filesMayLeave: boolean, { at = server, projectId = team.projectId } = {}) =>
  at.inject({
    method: 'PUT',
    url: `/api/projects/${projectId}/cloud`,
    headers: bearer(by),
    payload: { filesMayLeave },
  })
const readOptions = async (file: FileRecord) => {
  const { database } = server.services
  const row = await database
    .selectFrom('translation')
    .select('options')
    .where('id', '=', await server.findTranslationId(file))
    .executeTakeFirstOrThrow()
  return row.options
}

it('cloud permission is off by default and can be changed by the paying owner only', async () => {
  const url = `/api/auth/my-urns/${team.file.id}/people`
  const projectMembers = (await server.inject({ url, headers: bearer(team.editor) })).json<ProjectPeople>()
  expect(projectMembers.project.filesMayLeave).toBe(false)
  for (const user of [team.editor, team.commenter, team.viewer])
    expect((await letLeave(user, true)).statusCode).toBe(403)
  expect((await letLeave(await server.createUser(), true)).statusCode).toBe(404)
  // A second owner may share, but cannot decide this.
  await server.services.database
    .updateTable('membership')
    .set({ role: 'owner' })
    .where('account_id', '=', team.editor.id)
    .where('project_id', '=', team.projectId)
    .execute()
  expect((await letLeave(team.editor, true)).statusCode).toBe(403)
  expect((await letLeave(team.owner, true)).json<ProjectRecord>()).toMatchObject({ filesMayLeave: true })
  expect((await letLeave(team.owner, false)).json<ProjectRecord>()).toMatchObject({ filesMayLeave: false })
})

it('cloud permission change is recorded with the user, the project and the value', async () => {
  await letLeave(team.owner, true)
  const event = await server.services.database
    .selectFrom('audit_event')
    .selectAll()
    .where('action', '=', 'project.let-files-leave')
    .where('subject', '=', team.projectId)
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({ actor: team.owner.id, details: { filesMayLeave: true } })
})

it('cloud permission applies to later translations only', async () => {
  expect(await readOptions(team.file)).toEqual({})
  await letLeave(team.owner, true)
  const retry = () =>
    server.inject({ method: 'POST', url: `/api/auth/my-urns/${team.file.id}/retry`, headers: bearer(team.owner) })
  expect(await readOptions((await retry()).json<FileRecord>())).toEqual({ cloud: 'autodesk' })
  await letLeave(team.owner, false)
  expect(await readOptions((await retry()).json<FileRecord>())).toEqual({})
})

it('cloud permission is not available without credentials', async () => {
  const without = await startTestServer()
  const own = await gatherTeam(without)
  const url = `/api/auth/my-urns/${own.file.id}/people`
  const { project } = (await without.inject({ url, headers: bearer(own.owner) })).json<ProjectPeople>()
  expect(project.filesMayLeave).toBeNull()
  expect((await letLeave(own.owner, true, { at: without, projectId: own.projectId })).statusCode).toBe(403)
  const administrator = await without.administrator()
  const overview = await without.inject({ url: '/api/admin/overview', headers: bearer(administrator) })
  expect(overview.json<AdminOverview>().cloud).toBeNull()
  await without.close()
})

it('cloud overview shows administrators the region and the number of projects without the credentials', async () => {
  await letLeave(team.owner, true)
  const administrator = await server.administrator()
  const overview = await server.inject({ url: '/api/admin/overview', headers: bearer(administrator) })
  expect(overview.json<AdminOverview>().cloud).toMatchObject({ region: 'EMEA' })
  expect(overview.json<AdminOverview>().cloud?.projects).toBeGreaterThanOrEqual(1)
  expect(overview.body + JSON.stringify(server.logged)).not.toMatch(/client-id-of-the-test|secret-that-nobody/)
})
