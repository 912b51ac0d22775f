import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase, releaseDatabase } from './testing/empty-database.js'
import { testApplication, requestToken, type TestApplication } from './testing/test-application.js'
import { bearer, type TestUser, startTestServer, type TestServer } from './testing/test-server.js'

const secrets = ['the first secret of this deployment, long', 'another secret that took the place of it']
let open: Awaited<ReturnType<typeof emptyDatabase>>
let before: TestServer
let after: TestServer
let user: TestUser
let application: TestApplication
let link: string
beforeAll(async () => {
  open = await emptyDatabase()
  before = await startTestServer({ configuration: { secret: secrets[0] ?? null }, parts: { open } })
  user = await before.createUser()
  application = await testApplication(before, { owner: user })
  const file = await before.upload(user, 'house.stl')
  const url = `/api/auth/my-urns/${file.id}/links`
  const payload = { mayDownload: false, expiresAt: null }
  link = (await before.inject({ method: 'POST', url, headers: bearer(user), payload })).json<{ secret: string }>()
    .secret
  after = await startTestServer({ configuration: { secret: secrets[1] ?? null }, parts: { open } })
})
afterAll(async () => {
  await before.close()
  await after.close()
  await releaseDatabase(open)
})

it('L09 secret rotation invalidates access tokens and keeps passwords and share links valid', async () => {
  const fetchAccount = (server: TestServer, token: string) =>
    server.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
  expect((await fetchAccount(before, user.token)).statusCode).toBe(200)
  expect((await fetchAccount(after, user.token)).statusCode).toBe(401)
  const refreshed = await after.inject({
    method: 'POST',
    url: '/api/auth/refresh',
    cookies: { kamar_refresh: user.refresh },
  })
  expect([200, 401]).toContain(refreshed.statusCode)
  const { email, password } = user
  const again = await after.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
  expect((await fetchAccount(after, again.json<{ access_token: string }>().access_token)).statusCode).toBe(200)
  const linkResponse = await after.inject({ method: 'POST', url: '/api/share-links/open', payload: { secret: link } })
  expect(linkResponse.statusCode, linkResponse.body).toBe(200)
})

it('L09 secret rotation keeps client credentials valid', async () => {
  const credentials = { client_id: application.clientId, client_secret: application.clientSecret }
  const response = await requestToken(after, credentials)
  expect(response.statusCode, response.body).toBe(200)
  const headers = { authorization: `Bearer ${response.json<{ access_token: string }>().access_token}` }
  expect((await after.inject({ url: '/oss/v2/buckets', headers })).statusCode).toBe(200)
})
