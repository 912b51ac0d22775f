import { applicationLimits, type ClientApplication, type ClientSecret } from '@kamar/contracts'
import { newId, verifyAuditChain } from '@kamar/database'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApplication } from '../../../testing/test-application.js'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../../testing/test-server.js'
import { newClientId, newClientSecret } from './client-secret.js'
import { describeModule } from '../../../testing/describe-module.js'
import { apsModule } from '../module.js'

describeModule(apsModule)

const path = '/api/auth/applications'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const call = (user: TestUser, options: InjectOptions) => server.inject({ ...options, headers: bearer(user) })
const make = (user: TestUser, payload: object = { name: 'Uploader', scopes: ['data:read'] }) =>
  call(user, { method: 'POST', url: path, payload })
const listApplications = async (user: TestUser): Promise<ClientApplication[]> =>
  (await call(user, { url: path })).json()
const usedBytes = async ({ id }: TestUser): Promise<number> => {
  const query = server.services.database.selectFrom('account').select('used_bytes').where('id', '=', id)
  return (await query.executeTakeFirstOrThrow()).used_bytes
}

describe('client application', () => {
  it('is created with a secret that is returned once and stored as a hash', async () => {
    const user = await server.createUser()
    const response = await make(user, { name: ' Nightly ', scopes: ['data:write', 'data:read', 'data:write'] })
    const { application, secret } = response.json<ClientSecret>()
    expect(application).toMatchObject({
      name: 'Nightly',
      scopes: ['data:read', 'data:write'],
      lastUsedAt: null,
      objects: 0,
    })
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(application.clientId).toMatch(/^[A-Za-z0-9]{24}$/)
    const { database } = server.services
    expect(JSON.stringify(await database.selectFrom('application').selectAll().execute())).not.toContain(secret)
    expect(JSON.stringify(await listApplications(user))).not.toContain(secret)
    expect(JSON.stringify(server.logged)).not.toContain(secret)
  })

  it('is created without the APS scopes that the server does not support', async () => {
    const response = await make(await server.createUser(), { name: 'x', scopes: ['code:all', 'data:read', 'openid'] })
    expect(response.json()).toMatchObject({ application: { scopes: ['data:read'] } })
  })

  it.each([
    [{ name: '', scopes: ['data:read'] }],
    [{ name: 'x'.repeat(applicationLimits.maxNameCharacters + 1), scopes: ['data:read'] }],
    [{ name: 'x', scopes: [] }],
    [{ name: 'x', scopes: ['no:such'] }],
    [{ name: 'x', scopes: ['data:read'], ownerId: 'me' }],
  ])('is not created from %j', async (payload) => {
    expect((await make(await server.createUser(), payload)).statusCode).toBe(422)
  })

  it('is limited to fifty per user', async () => {
    const user = await server.createUser()
    await make(user)
    const row = await server.services.database
      .selectFrom('application')
      .selectAll()
      .where('owner_id', '=', user.id)
      .executeTakeFirstOrThrow()
    const copies = Array.from({ length: applicationLimits.maxApplications - 2 }, () => ({
      ...row,
      id: newId(),
      client_id: newClientId(),
      scopes: '["data:read"]',
    }))
    await server.services.database.insertInto('application').values(copies).execute()
    const both = await Promise.all([make(user), make(user)])
    expect(new Set(both.map((response) => response.statusCode))).toEqual(new Set([200, 409]))
    expect(await listApplications(user)).toHaveLength(applicationLimits.maxApplications)
  })

  it('is accessible to its owner only', async () => {
    const application = await testApplication(server)
    for (const user of [await server.createUser(), await server.administrator()]) {
      expect(await listApplications(user)).toEqual([])
      for (const [method, url] of [
        ['POST', `${path}/${application.id}/secret`],
        ['POST', `${path}/${application.id}/revoke`],
        ['DELETE', `${path}/${application.id}`],
      ] as const) {
        expect((await call(user, { method, url })).statusCode).toBe(404)
      }
    }
    expect((await server.inject({ url: '/oss/v2/buckets', headers: application.headers })).statusCode).toBe(200)
  })

  it('reports its stored bytes, is reactivated by a new secret, and deletes its objects when deleted', async () => {
    const application = await testApplication(server)
    const { owner } = application
    await server.inject({
      method: 'POST',
      url: '/oss/v2/buckets',
      headers: application.headers,
      payload: { bucketKey: 'mine' },
    })
    const headers = { ...application.headers, 'content-type': 'application/octet-stream' }
    await server.inject({ method: 'PUT', url: '/oss/v2/buckets/mine/objects/a', headers, payload: '12345' })
    expect(await listApplications(owner)).toMatchObject([
      { buckets: 1, objects: 1, storedBytes: 5, lastUsedAt: expect.any(String) },
    ])
    expect(await usedBytes(owner)).toBe(5)
    const revoked = await call(owner, { method: 'POST', url: `${path}/${application.id}/revoke` })
    expect(revoked.json<ClientApplication>().revokedAt).not.toBeNull()
    expect(await listApplications(owner)).toMatchObject([{ objects: 1 }])
    const renewed = (
      await call(owner, { method: 'POST', url: `${path}/${application.id}/secret` })
    ).json<ClientSecret>()
    expect(renewed.application.revokedAt).toBeNull()
    expect((await call(owner, { method: 'DELETE', url: `${path}/${application.id}` })).statusCode).toBe(204)
    expect(await listApplications(owner)).toEqual([])
    expect(await usedBytes(owner)).toBe(0)
  })

  it('is recorded in the audit trail with every change', async () => {
    const user = await server.createUser()
    const { application } = (await make(user)).json<ClientSecret>()
    for (const operation of ['secret', 'revoke']) {
      await call(user, { method: 'POST', url: `${path}/${application.id}/${operation}` })
    }
    await call(user, { method: 'DELETE', url: `${path}/${application.id}` })
    const { database } = server.services
    const events = await database
      .selectFrom('audit_event')
      .select(['action', 'actor'])
      .where('subject', '=', application.id)
      .orderBy('sequence')
      .execute()
    expect(events.map(({ action }) => action)).toEqual([
      'application.create',
      'application.new-secret',
      'application.revoke',
      'application.remove',
    ])
    expect(new Set(events.map(({ actor }) => actor))).toEqual(new Set([user.id]))
    expect(await verifyAuditChain(database)).toMatchObject({ whole: true })
  })

  it.each(['delete', 'keep'] as const)('loses access when its account is deleted with files=%s', async (files) => {
    const administrator = await server.administrator()
    const application = await testApplication(server)
    await server.upload(application.owner, 'house.stl', 'solid x')
    await server.inject({
      method: 'POST',
      url: '/oss/v2/buckets',
      headers: application.headers,
      payload: { bucketKey: 'mine' },
    })
    const headers = { ...application.headers, 'content-type': 'application/octet-stream' }
    await server.inject({ method: 'PUT', url: '/oss/v2/buckets/mine/objects/a', headers, payload: '12345' })
    const removed = await call(administrator, {
      method: 'DELETE',
      url: `/api/admin/users/${application.owner.id}?files=${files}`,
    })
    expect(removed.statusCode).toBe(204)
    expect((await server.inject({ url: '/oss/v2/buckets', headers: application.headers })).statusCode).toBe(401)
    expect(await usedBytes(administrator)).toBe(files === 'keep' ? 7 : 0)
  })
})

describe('client ids and secrets', () => {
  it('are unique and URL-safe', () => {
    const credentials = Array.from({ length: 200 }, () => [newClientId(), newClientSecret()]).flat()
    expect(new Set(credentials).size).toBe(400)
    for (const text of credentials) expect(encodeURIComponent(text)).toBe(text)
  })
})
