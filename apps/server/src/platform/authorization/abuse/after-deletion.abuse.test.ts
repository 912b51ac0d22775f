import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatherTeam, share, type Team } from '../../../testing/team.js'
import { testApplication, type TestApplication } from '../../../testing/test-application.js'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../../testing/test-server.js'

let server: TestServer
let chief: TestUser
beforeAll(async () => {
  server = await startTestServer()
  chief = await server.administrator()
})
afterAll(() => server.close())

/** Asserts a precondition of the attempts. */
function expectStatus(
  { body, statusCode }: { readonly body: string; readonly statusCode: number },
  expectedStatus: number,
): void {
  if (statusCode !== expectedStatus) throw new Error(`answered ${statusCode} ${body}`)
}

describe('account deletion', () => {
  let team: Team
  let secret: string
  let application: TestApplication
  let guestFile: string
  let translationId: string
  beforeAll(async () => {
    team = await gatherTeam(server)
    translationId = await server.findTranslationId(team.file)
    const link = await server.inject({
      method: 'POST',
      url: `/api/auth/my-urns/${team.file.id}/links`,
      headers: bearer(team.owner),
      payload: { mayDownload: true, expiresAt: null },
    })
    secret = link.json<{ secret: string }>().secret
    application = await testApplication(server, { owner: team.owner })
    const hook = { callbackUrl: 'https://hooks.example.com/x', scope: { workflow: 'w' } }
    const url = '/webhooks/v1/systems/derivative/events/extraction.finished/hooks'
    const hookResponse = await server.inject({ method: 'POST', url, headers: application.headers, payload: hook })
    expectStatus(hookResponse, 201)
    // A file of a member who stays; the member to be deleted writes a topic on it.
    const otherFile = await server.upload(team.editor, 'theirs.stl', 'solid theirs\n')
    guestFile = otherFile.id
    await share(server, { by: team.editor, fileId: guestFile, email: team.owner.email, role: 'commenter' })
    const topic = { method: 'POST', url: `/api/auth/my-urns/${guestFile}/topics`, headers: bearer(team.owner) } as const
    const topicResponse = await server.inject({ ...topic, payload: { title: 'Said by who leaves' } })
    expectStatus(topicResponse, 200)
    const response = await server.inject({
      method: 'DELETE',
      url: `/api/admin/users/${team.owner.id}`,
      headers: bearer(chief),
    })
    expectStatus(response, 204)
  })

  it('H09 removes all files and projects', async () => {
    for (const user of [team.owner, team.editor, team.viewer, chief]) {
      const response = await server.inject({ url: `/api/auth/my-urns/${team.file.id}`, headers: bearer(user) })
      expect([401, 404]).toContain(response.statusCode)
    }
    const { database } = server.services
    expect(await database.selectFrom('file').select('id').where('id', '=', team.file.id).execute()).toEqual([])
    expect(await database.selectFrom('project').select('id').where('owner_id', '=', team.owner.id).execute()).toEqual(
      [],
    )
  })

  it('H09 keeps topics in files of others without the id and email of their author', async () => {
    const response = await server.inject({ url: `/api/auth/my-urns/${guestFile}/topics`, headers: bearer(team.editor) })
    expect(response.body).toContain('Said by who leaves')
    expect(response.body).not.toContain(team.owner.id)
    expect(response.body).not.toContain(team.owner.email)
  })

  it('H09 invalidates share links', async () => {
    const response = await server.inject({ method: 'POST', url: '/api/share-links/open', payload: { secret } })
    expect(response.json()).toMatchObject({ code: 'link-not-valid' })
  })

  it('H09 cancels translations', async () => {
    const left = await server.services.database
      .selectFrom('translation')
      .select(['state', 'cancel_requested'])
      .where('id', '=', translationId)
      .executeTakeFirst()
    expect(left === undefined || left.state === 'cancelled' || left.cancel_requested).toBe(true)
  })

  it('H09 removes applications, webhooks and sessions', async () => {
    const hooks = await server.inject({ url: '/webhooks/v1/hooks', headers: application.headers })
    expect(hooks.statusCode).toBe(401)
    const { database } = server.services
    for (const table of ['webhook', 'application', 'refresh_session'] as const) {
      const column = sql.ref(
        table === 'webhook' ? 'application_id' : table === 'application' ? 'owner_id' : 'account_id',
      )
      const owner = table === 'webhook' ? application.id : team.owner.id
      const rows = await database
        .selectFrom(table)
        .select(sql`1`.as('one'))
        .where(sql<boolean>`${column} = ${owner}`)
        .execute()
      expect(rows, table).toEqual([])
    }
    expect((await server.inject({ url: '/api/auth/me', headers: bearer(team.owner) })).statusCode).toBe(401)
  })
})

describe('audit log', () => {
  const routes = [
    { method: 'GET', url: '/api/admin/audit' },
    { method: 'POST', url: '/api/admin/audit/verify' },
    { method: 'GET', url: '/api/admin/audit.csv' },
  ] as const

  it('H10 is readable by administrators only', async () => {
    const user = await server.createUser()
    for (const route of routes) {
      expect((await server.inject({ ...route, headers: bearer(user) })).statusCode).toBe(403)
      expect((await server.inject(route)).statusCode).toBe(401)
      expect((await server.inject({ ...route, headers: bearer(chief) })).statusCode).toBe(200)
    }
  })

  it('H10 rejects changes by request and by SQL statement', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
      for (const url of ['/api/admin/audit', '/api/admin/audit/1']) {
        const response = await server.inject({ method, url, headers: bearer(chief), payload: { subject: 'x' } })
        expect([404, 405], `${method} ${url}`).toContain(response.statusCode)
      }
    }
    const { database } = server.services
    const statements = [
      sql`update audit_event set subject = 'x'`,
      sql`delete from audit_event`,
      sql`truncate audit_event`,
    ]
    for (const statement of statements)
      await expect(statement.execute(database)).rejects.toMatchObject({ code: '42501' })
  })

  it('H10 reports an entry that was changed in the database when it is verified', async () => {
    const verify = async () => (await server.inject({ ...routes[1], headers: bearer(chief) })).json<unknown>()
    expect(await verify()).toMatchObject({ whole: true, brokenAt: null })
    const { database } = server.services
    const { sequence, subject } = await database
      .selectFrom('audit_event')
      .select(['sequence', 'subject'])
      .orderBy('sequence', 'desc')
      .executeTakeFirstOrThrow()
    const write = async (text: string): Promise<void> => {
      await sql`alter table audit_event disable trigger user`.execute(database)
      await sql`update audit_event set subject = ${text} where sequence = ${sequence}`.execute(database)
      await sql`alter table audit_event enable trigger user`.execute(database)
    }
    await write('somebody else')
    expect(await verify()).toMatchObject({ whole: false, brokenAt: sequence })
    await write(subject)
    expect(await verify()).toMatchObject({ whole: true })
  })
})
