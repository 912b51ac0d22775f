import type { FileRecord, ProjectPeople, ProjectRole } from '@kamar/contracts'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { bearer, type Person, startTestServer, type TestServer } from './test-server.js'

/** A shared file, and one person of every role. */
export interface Team extends Record<ProjectRole, Person> {
  readonly file: FileRecord
  /** Of the project that the file got when it was shared. */
  readonly projectId: string
  readonly stranger: Person
}

/** Uploads a file and shares it with an editor, a commenter and a viewer. */
export async function gatherTeam(server: TestServer, fileName = 'house.stl'): Promise<Team> {
  const [owner, editor, commenter] = [await server.person(), await server.person(), await server.person()]
  const [viewer, stranger] = [await server.person(), await server.person()]
  return shareWith(server, { owner, editor, commenter, viewer, stranger }, fileName)
}

/** The same people on a server where nothing has happened yet: passwords take longer than everything else of a test. */
export async function startOver(server: TestServer, team: Team, fileName = 'house.stl'): Promise<Team> {
  const { database } = server.services
  for (const table of ['notification', 'outbox_mail', 'rate_limit', 'file'] as const) {
    await database.deleteFrom(table).execute()
  }
  await database.deleteFrom('project').where('personal', '=', false).execute()
  await database.updateTable('account').set({ used_bytes: 0, preferences: '{}', locale: 'en' }).execute()
  return shareWith(server, team, fileName)
}

type TeamPeople = Omit<Team, 'file' | 'projectId'>

async function shareWith(server: TestServer, people: TeamPeople, fileName: string): Promise<Team> {
  const { commenter, editor, owner, stranger, viewer } = people
  const file = await server.upload(owner, fileName)
  for (const [role, person] of Object.entries({ editor, commenter, viewer })) {
    const answer = await share(server, { by: owner, fileId: file.id, email: person.email, role: role as ProjectRole })
    if (answer.statusCode !== 200) throw new Error(`share answered ${answer.statusCode} ${answer.body}`)
  }
  const { project } = (await listPeople(server, owner, file.id)).json<ProjectPeople>()
  return { owner, editor, commenter, viewer, stranger, file, projectId: project.id }
}

/** The same people around another file. */
export async function withNewFile(server: TestServer, team: Team, fileName = 'house.stl'): Promise<Team> {
  const { id } = await server.upload(team.owner, fileName)
  const answer = await server.inject({
    method: 'POST',
    url: `/api/auth/my-urns/${id}/project`,
    headers: bearer(team.owner),
    payload: { projectId: team.projectId },
  })
  if (answer.statusCode !== 200) throw new Error(`move answered ${answer.statusCode} ${answer.body}`)
  return { ...team, file: answer.json() }
}

const listPeople = (server: TestServer, by: Person, fileId: string) =>
  server.inject({ url: `/api/auth/my-urns/${fileId}/people`, headers: bearer(by) })

/** Asks to share a file. */
export function share(
  server: TestServer,
  form: { readonly by: Person; readonly fileId: string; readonly email: string; readonly role: ProjectRole },
) {
  return server.inject({
    method: 'POST',
    url: `/api/auth/my-urns/${form.fileId}/people`,
    headers: bearer(form.by),
    payload: { email: form.email, role: form.role },
  })
}

/** A server for the tests of a file, and a team on it with a new file for each of them. */
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
