import { fileNameKeys } from '@kamar/database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatherTeam, type Team } from './team.js'
import { bearer, startTestServer, type TestServer } from './test-server.js'

/** So many changes to one thing at once, with a server of their own: none is lost, none is made twice. */
export function describeConcurrentChanges(atOnce: number): void {
  describe('changes at once', () => {
    let server: TestServer
    let team: Team
    beforeAll(async () => {
      server = await startTestServer()
      team = await gatherTeam(server)
    })
    afterAll(() => server.close())

    const ask = (method: 'PATCH' | 'POST', path: string, payload: object, by = team.owner) =>
      server.inject({ method, url: `/api/auth/my-urns/${team.file.id}${path}`, headers: bearer(by), payload })
    const all = <Answer>(make: (index: number) => Promise<Answer>): Promise<Answer[]> =>
      Promise.all(Array.from({ length: atOnce }, (_, index) => make(index)))

    it(`C12 of ${atOnce} names at once one stays, whole`, async () => {
      const names = Array.from({ length: atOnce }, (_, index) => `Name ${index}.stl`)
      const answers = await all((index) =>
        ask('PATCH', '', { description: names[index] }, index % 2 ? team.owner : team.editor),
      )
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(names.map(() => 200))
      const row = await server.services.database
        .selectFrom('file')
        .select(['description', 'search_name', 'sort_name'])
        .where('id', '=', team.file.id)
        .executeTakeFirstOrThrow()
      expect(names).toContain(row.description)
      expect(row).toMatchObject(fileNameKeys(row.description))
    })

    it(`C12 of ${atOnce} changes to the same state of a topic one is made, and the others are told`, async () => {
      const topic = (await ask('POST', '/topics', { title: 'A beam' })).json<{ id: string; revision: number }>()
      const answers = await all((index) =>
        ask('PATCH', `/topics/${topic.id}`, { revision: topic.revision, title: `Beam ${index}` }),
      )
      const made = answers.filter(({ statusCode }) => statusCode === 200)
      expect(made).toHaveLength(1)
      expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(atOnce - 1)
      const now = await server.inject({
        url: `/api/auth/my-urns/${team.file.id}/topics/${topic.id}`,
        headers: bearer(team.owner),
      })
      expect(now.json()).toMatchObject({
        title: made[0]?.json<{ title: string }>().title,
        revision: topic.revision + 1,
      })
    })

    it(`C12 of ${atOnce} moves at once the file is in one project, and is paid for once`, async () => {
      const project = async (name: string): Promise<string> => {
        const answer = await server.inject({
          method: 'POST',
          url: '/api/projects',
          headers: bearer(team.owner),
          payload: { name },
        })
        return answer.json<{ id: string }>().id
      }
      const projects = [await project('One'), await project('Two'), team.projectId]
      const { database } = server.services
      const used = async () =>
        (
          await database
            .selectFrom('account')
            .select('used_bytes')
            .where('id', '=', team.owner.id)
            .executeTakeFirstOrThrow()
        ).used_bytes
      const before = await used()
      const answers = await all((index) => ask('POST', '/project', { projectId: projects[index % 3] }))
      const moved = answers.filter(({ statusCode }) => statusCode === 200)
      expect(moved.length).toBeGreaterThan(0)
      const others = answers
        .filter((answer) => !moved.includes(answer))
        .map((answer) => answer.json<{ code: string }>().code)
      expect(others).toEqual(others.map(() => 'changed-meanwhile'))
      const file = await database
        .selectFrom('file')
        .select('project_id')
        .where('id', '=', team.file.id)
        .executeTakeFirstOrThrow()
      expect(projects).toContain(file.project_id)
      expect(await used()).toBe(before)
    })
  })
}
