import { fileNameKeys } from '@kamar/database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatherTeam, type Team } from './team.js'
import { bearer, startTestServer, type TestServer } from './test-server.js'

/** Describes so many concurrent changes to one resource, on a new server: none is lost, none happens twice. */
export function describeConcurrentChanges(concurrency: number): void {
  describe('changes at once', () => {
    let server: TestServer
    let team: Team
    beforeAll(async () => {
      server = await startTestServer()
      team = await gatherTeam(server)
    })
    afterAll(() => server.close())

    const call = (method: 'PATCH' | 'POST', path: string, payload: object, by = team.owner) =>
      server.inject({ method, url: `/api/auth/my-urns/${team.file.id}${path}`, headers: bearer(by), payload })
    const all = <Result>(make: (index: number) => Promise<Result>): Promise<Result[]> =>
      Promise.all(Array.from({ length: concurrency }, (_, index) => make(index)))

    it(`C12 of ${concurrency} names at once one stays, whole`, async () => {
      const names = Array.from({ length: concurrency }, (_, index) => `Name ${index}.stl`)
      const responses = await all((index) =>
        call('PATCH', '', { description: names[index] }, index % 2 ? team.owner : team.editor),
      )
      expect(responses.map(({ statusCode }) => statusCode)).toEqual(names.map(() => 200))
      const row = await server.services.database
        .selectFrom('file')
        .select(['description', 'search_name', 'sort_name'])
        .where('id', '=', team.file.id)
        .executeTakeFirstOrThrow()
      expect(names).toContain(row.description)
      expect(row).toMatchObject(fileNameKeys(row.description))
    })

    it(`C12 of ${concurrency} changes to the same state of a topic one is made, and the others are told`, async () => {
      const topic = (await call('POST', '/topics', { title: 'A beam' })).json<{ id: string; revision: number }>()
      const responses = await all((index) =>
        call('PATCH', `/topics/${topic.id}`, { revision: topic.revision, title: `Beam ${index}` }),
      )
      const successes = responses.filter(({ statusCode }) => statusCode === 200)
      expect(successes).toHaveLength(1)
      expect(responses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(concurrency - 1)
      const now = await server.inject({
        url: `/api/auth/my-urns/${team.file.id}/topics/${topic.id}`,
        headers: bearer(team.owner),
      })
      expect(now.json()).toMatchObject({
        title: successes[0]?.json<{ title: string }>().title,
        revision: topic.revision + 1,
      })
    })

    it(`C12 of ${concurrency} moves at once the file is in one project, and is paid for once`, async () => {
      const project = async (name: string): Promise<string> => {
        const response = await server.inject({
          method: 'POST',
          url: '/api/projects',
          headers: bearer(team.owner),
          payload: { name },
        })
        return response.json<{ id: string }>().id
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
      const responses = await all((index) => call('POST', '/project', { projectId: projects[index % 3] }))
      const successes = responses.filter(({ statusCode }) => statusCode === 200)
      expect(successes.length).toBeGreaterThan(0)
      const others = responses
        .filter((response) => !successes.includes(response))
        .map((response) => response.json<{ code: string }>().code)
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
