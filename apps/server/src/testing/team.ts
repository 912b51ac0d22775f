import type { FileRecord, ProjectPeople, ProjectRole } from '@kamar/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { bearer, type TestUser, startTestServer, type TestServer } from './test-server.js'

/** Shared file, and one user of every role. */
export interface Team extends Record<ProjectRole, TestUser> {
  readonly file: FileRecord
  /** Project that the file got when it was shared. */
  readonly projectId: string
  readonly outsider: TestUser
}

/** Uploads a file and shares it with an editor, a commenter and a viewer. */
export async function gatherTeam(server: TestServer, fileName = 'house.stl'): Promise<Team> {
  const [owner, editor, commenter] = [await server.createUser(), await server.createUser(), await server.createUser()]
  const [viewer, outsider] = [await server.createUser(), await server.createUser()]
  return shareWith(server, { owner, editor, commenter, viewer, outsider }, fileName)
}

/** Uses the same users on an empty server: hashing passwords takes longer than everything else of a test. */
export async function startOver(server: TestServer, team: Team, fileName = 'house.stl'): Promise<Team> {
  const { database } = server.services
  for (const table of ['notification', 'outbox_mail', 'rate_limit', 'file'] as const) {
    await database.deleteFrom(table).execute()
  }
  await database.deleteFrom('project').where('personal', '=', false).execute()
  await database.updateTable('account').set({ used_bytes: 0, preferences: '{}', locale: 'en' }).execute()
  return shareWith(server, team, fileName)
}

type TeamMembers = Omit<Team, 'file' | 'projectId'>

async function shareWith(server: TestServer, members: TeamMembers, fileName: string): Promise<Team> {
  const { commenter, editor, owner, outsider, viewer } = members
  const file = await server.upload(owner, fileName)
  for (const [role, user] of Object.entries({ editor, commenter, viewer })) {
    const response = await share(server, { by: owner, fileId: file.id, email: user.email, role: role as ProjectRole })
    if (response.statusCode !== 200) throw new Error(`share answered ${response.statusCode} ${response.body}`)
  }
  const { project } = (await listMembers(server, owner, file.id)).json<ProjectPeople>()
  return { owner, editor, commenter, viewer, outsider, file, projectId: project.id }
}

/** Returns the same users with another file; an earlier one of the same name gets its id as its name. */
export async function withNewFile(server: TestServer, team: Team, fileName = 'house.stl'): Promise<Team> {
  const { database } = server.services
  await sql`
    update file set description = id || '.stl', search_name = id || '.stl', sort_name = id || '.stl'
    where project_id = ${team.projectId} and description = ${fileName}`.execute(database)
  const { id } = await server.upload(team.owner, fileName)
  const response = await server.inject({
    method: 'POST',
    url: `/api/auth/my-urns/${id}/project`,
    headers: bearer(team.owner),
    payload: { projectId: team.projectId },
  })
  if (response.statusCode !== 200) throw new Error(`move answered ${response.statusCode} ${response.body}`)
  return { ...team, file: response.json() }
}

const listMembers = (server: TestServer, by: TestUser, fileId: string) =>
  server.inject({ url: `/api/auth/my-urns/${fileId}/people`, headers: bearer(by) })

/** Requests to share a file. */
export function share(
  server: TestServer,
  form: { readonly by: TestUser; readonly fileId: string; readonly email: string; readonly role: ProjectRole },
) {
  return server.inject({
    method: 'POST',
    url: `/api/auth/my-urns/${form.fileId}/people`,
    headers: bearer(form.by),
    payload: { email: form.email, role: form.role },
  })
}

/** Provides a server for the tests of a file, and a team with a new file for each of them. */
export function eachWithTeam(use: (server: TestServer, team: Team) => void): void {
  let server: TestServer
  let team: Team
  beforeAll(async () => {
    server = await startTestServer()
    team = await gatherTeam(server)
  })
  beforeEach(async () => {
    team = await withNewFile(server, team)
    use(server, team)
  })
  afterAll(() => server.close())
}
