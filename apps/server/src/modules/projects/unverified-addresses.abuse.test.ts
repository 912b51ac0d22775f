import type { InvitationResult, ProjectRole } from '@kamar/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { share } from '../../testing/team.js'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { requiresApprovalByDefault } from '../../domain/accounts/deployment-settings.js'

let server: TestServer
let owner: TestUser
let fileId: string
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.createUser()
  fileId = (await server.upload(owner, 'house.stl')).id
})
afterAll(() => server.close())

const send = (method: 'PATCH' | 'POST' | 'PUT', url: string, payload: object, by?: TestUser) =>
  server.inject({ method, url, payload, headers: by ? bearer(by) : {} })
const password = 'stone arch of ani'

/** Registers and signs in, as is possible with another person's address. */
async function registered(name: string): Promise<TestUser> {
  const email = `${name}@kamar.test`
  expect((await send('POST', '/api/auth/register', { email, name, password })).statusCode).toBe(200)
  const response = await send('POST', '/api/auth/login', { email, password })
  const token = response.json<{ access_token: string }>().access_token
  const { id } = (await server.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })).json<{
    id: string
  }>()
  return { email, password, id, token, refresh: '' }
}

const invite = async (email: string, role: ProjectRole = 'viewer'): Promise<InvitationResult> =>
  (await share(server, { by: owner, fileId, email, role })).json()
const accept = (by: TestUser, code: string | null) => send('POST', '/api/invitations/accept', { code }, by)
const listSharedFiles = async (user: TestUser): Promise<unknown[]> =>
  (await server.inject({ url: '/api/auth/my-urns?scope=shared', headers: bearer(user) })).json()
const listEmails = ({ members }: InvitationResult): string[] => members.map(({ email }) => email)

describe('invitation without mail', () => {
  it('G23 is accepted with its code only when the address is not verified', async () => {
    const guest = await registered('claimed')
    const result = await invite(guest.email)
    expect(listEmails(result)).toEqual([owner.email])
    expect(result.invitations).toMatchObject([{ email: guest.email }])
    expect(await listSharedFiles(guest)).toEqual([])
    expect((await accept(guest, 'a guess')).json()).toMatchObject({ code: 'link-not-valid' })
    expect((await accept(guest, result.invitationCode)).statusCode).toBe(200)
    expect(await listSharedFiles(guest)).toMatchObject([{ id: fileId }])
    // Already a member: the role changes without another code.
    const again = await invite(guest.email, 'editor')
    expect(again.invitationCode).toBeNull()
    expect(again.members).toContainEqual(expect.objectContaining({ email: guest.email, role: 'editor' }))
  })

  it('G23 cannot be accepted by another account or with a replaced code', async () => {
    const [guest, unrelatedUser] = [await registered('invited'), await registered('stranger')]
    const [first, second] = [await invite(guest.email), await invite(guest.email)]
    expect((await accept(unrelatedUser, second.invitationCode)).statusCode).toBe(410)
    expect((await accept(guest, first.invitationCode)).statusCode).toBe(410)
    expect((await accept(guest, second.invitationCode)).statusCode).toBe(200)
    expect(
      JSON.stringify(await server.services.database.selectFrom('outbox_mail').selectAll().execute()),
    ).not.toContain('project-invitation')
  })

  it('G23 adds an approved account immediately, unless its address has changed', async () => {
    const administrator = await server.administrator()
    const approved = await registered('approved')
    await send('PATCH', `/api/admin/users/${approved.id}`, { status: 'approved' }, administrator)
    expect(listEmails(await invite(approved.email))).toContain(approved.email)
    const rejectedUser = await registered('turned')
    await send('PATCH', `/api/admin/users/${rejectedUser.id}`, { status: 'approved' }, administrator)
    const email = 'architect@kamar.test'
    expect((await send('POST', '/api/auth/profile/email', { email, password }, rejectedUser)).statusCode).toBe(200)
    expect(listEmails(await invite(email))).not.toContain(email)
  })
})

describe('account approval without mail', () => {
  const register = async (site: TestServer, name: string) => {
    const payload = { email: `${name}@kamar.test`, name, password }
    await site.inject({ method: 'POST', url: '/api/auth/register', payload })
    return site.inject({ method: 'POST', url: '/api/auth/login', payload: { email: payload.email, password } })
  }

  it('G24 is required by default, unless the server listens on loopback only or sends mail', () => {
    const hosts = ['::', '0.0.0.0', '10.0.0.7', '127.example.com', '127.0.0.1', '::1', 'localhost']
    expect(hosts.filter((host) => requiresApprovalByDefault({ host, mail: null }))).toEqual(hosts.slice(0, 4))
    expect(requiresApprovalByDefault({ host: '::', mail: {} })).toBe(false)
  })

  it('G24 is required unless the administrator disables it or created the account', async () => {
    const site = await startTestServer({ configuration: { host: '0.0.0.0' } })
    const headers = bearer(await site.administrator())
    const settings = (await site.inject({ url: '/api/admin/settings', headers })).json<object>()
    expect(settings).toMatchObject({ requireApproval: true })
    expect((await register(site, 'new')).json()).toMatchObject({ code: 'approval-pending' })
    const createdUser = { name: 'Made', email: 'made@kamar.test', password: 'typed by somebody else' }
    await site.inject({ method: 'POST', url: '/api/admin/users', headers, payload: createdUser })
    const { email, password: initialPassword } = createdUser
    const signIn = await site.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password: initialPassword },
    })
    expect(signIn.json()).toMatchObject({ next: 'new-password' })
    const payload = { ...settings, requireApproval: false }
    await site.inject({ method: 'PUT', url: '/api/admin/settings', headers, payload })
    expect((await register(site, 'later')).statusCode).toBe(200)
    await site.close()
  })
})
