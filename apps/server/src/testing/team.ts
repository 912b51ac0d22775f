import type { FileRecord, ProjectRole } from '@kamar/contracts'
import { bearer, type Person, type TestServer } from './test-server.js'

/** A shared file, and one person of every role. */
export interface Team extends Record<ProjectRole, Person> {
  readonly file: FileRecord
  readonly stranger: Person
}

/** Uploads a file and shares it with an editor, a commenter and a viewer. */
export async function gatherTeam(server: TestServer, fileName = 'house.stl'): Promise<Team> {
  const [owner, editor, commenter] = [await server.person(), await server.person(), await server.person()]
  const [viewer, stranger] = [await server.person(), await server.person()]
  const file = await server.upload(owner, fileName)
  for (const [role, person] of Object.entries({ editor, commenter, viewer })) {
    const answer = await share(server, { by: owner, fileId: file.id, email: person.email, role: role as ProjectRole })
    if (answer.statusCode !== 200) throw new Error(`share answered ${answer.statusCode} ${answer.body}`)
  }
  return { owner, editor, commenter, viewer, stranger, file }
}

/** The same people around another file. */
export async function withNewFile(server: TestServer, team: Team, fileName = 'house.stl'): Promise<Team> {
  const { id } = await server.upload(team.owner, fileName)
  const before = await server.inject({ url: `/api/auth/my-urns/${team.file.id}`, headers: bearer(team.owner) })
  const answer = await server.inject({
    method: 'POST',
    url: `/api/auth/my-urns/${id}/project`,
    headers: bearer(team.owner),
    payload: { projectId: before.json<FileRecord>().sharing?.projectId },
  })
  if (answer.statusCode !== 200) throw new Error(`move answered ${answer.statusCode} ${answer.body}`)
  return { ...team, file: answer.json() }
}

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
