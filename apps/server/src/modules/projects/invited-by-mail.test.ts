import type { FileRecord, ProjectPeople } from '@kamar/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMailServer } from '../../testing/mail-server.js'
import { codeIn, mailedCode } from '../../testing/mails.js'
import { share } from '../../testing/team.js'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'

let server: TestServer
let owner: TestUser
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.createUser()
})
afterAll(() => server.close())

it('invitation without mail becomes a membership when the address is verified, not on registration', async () => {
  const { database } = server.services
  const file = await server.upload(owner, 'house.stl')
  const email = 'proved@kamar.test'
  await share(server, { by: owner, fileId: file.id, email, role: 'commenter' })
  const guest = await server.createUser('proved')
  const files = async (): Promise<FileRecord[]> =>
    (await server.inject({ url: '/api/auth/my-urns', headers: bearer(guest) })).json()
  expect(await files()).toEqual([])
  // The link of a new password proves the address as well as a confirmation link.
  await server.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } })
  const code = await mailedCode(server, email, 'reset-password')
  const reset = await server.inject({
    method: 'POST',
    url: '/api/auth/reset-password',
    payload: { code, password: 'another set of words' },
  })
  expect(reset.statusCode, reset.body).toBe(200)
  const membership = await database
    .selectFrom('membership')
    .innerJoin('project', 'project.id', 'membership.project_id')
    .select(['membership.role', 'project.name'])
    .where('membership.account_id', '=', guest.id)
    .where('project.personal', '=', false)
    .execute()
  expect(membership).toEqual([{ role: 'commenter', name: 'house' }])
  expect(await database.selectFrom('project_invitation').selectAll().execute()).toEqual([])
})

describe('invitation by mail', () => {
  const password = 'stone arch of ani'

  it('leads through registration to the project and leaves no secret in the database', async () => {
    const post = await startMailServer()
    const site = await startTestServer({
      configuration: {
        publicUrl: new URL('https://kamar.test'),
        mail: { url: post.url, from: 'Kamar <kamar@kamar.test>' },
      },
    })
    const { database } = site.services
    const call = (url: string, payload: object, headers: Record<string, string> = {}) =>
      site.inject({ method: 'POST', url, payload, headers })
    /** Returns the text of the newest mail to an address. */
    const textFor = async (email: string): Promise<string> => {
      await site.runJobs('mail.delivery')
      const mail = post.mails.findLast(({ recipients }) => recipients.includes(email))
      return mail?.parts['text/plain'] ?? ''
    }
    const signUp = async (email: string): Promise<TestUser> => {
      await call('/api/auth/register', { email, name: 'Ani', password })
      expect((await call('/api/auth/verify-email', { code: codeIn(await textFor(email)) })).statusCode).toBe(200)
      const token = (await call('/api/auth/login', { email, password })).json<{ access_token: string }>().access_token
      return { email, password, id: '', token, refresh: '' }
    }
    const host = await signUp('host@kamar.test')
    const file = await site.upload(host, 'house.stl')
    const invite = async (email: string): Promise<ProjectPeople> =>
      (await share(site, { by: host, fileId: file.id, email, role: 'commenter' })).json()

    // Registered, but unconfirmed: not accepted as the owner of the address.
    await call('/api/auth/register', { email: 'half@kamar.test', name: 'Half', password })
    expect(await invite('half@kamar.test')).toMatchObject({
      members: [{}],
      invitations: [{ email: 'half@kamar.test' }],
    })
    await invite('guest@kamar.test')
    const text = await textFor('guest@kamar.test')
    expect(text).toContain('https://kamar.test/invitation#code=')
    expect(text).not.toContain('Hello')
    const stored = await database
      .selectFrom('outbox_mail')
      .select(['state', 'body_text', 'body_html'])
      .where('template', '=', 'project-invitation')
      .execute()
    expect(stored).toEqual([1, 2].map(() => ({ state: 'sent', body_text: null, body_html: null })))
    expect(JSON.stringify(await database.selectFrom('project_invitation').selectAll().execute())).not.toContain(
      codeIn(text),
    )

    const guest = await signUp('guest@kamar.test')
    const files = await site.inject({ url: '/api/auth/my-urns?scope=shared', headers: bearer(guest) })
    expect(files.json<FileRecord[]>()).toMatchObject([{ id: file.id, sharing: { role: 'commenter' } }])
    // An existing account becomes a member without a mail.
    await signUp('third@kamar.test')
    expect((await invite('third@kamar.test')).members).toHaveLength(3)

    await database
      .updateTable('project_invitation')
      .set({ expires_at: new Date(0) })
      .execute()
    await call('/api/auth/verify-email/send', { email: 'half@kamar.test' })
    await call('/api/auth/verify-email', { code: codeIn(await textFor('half@kamar.test')) })
    expect((await invite('third@kamar.test')).members).toHaveLength(3)
    await site.close()
    await post.close()
  })
})
