import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase, giveBack } from './testing/empty-database.js'
import { testApplication, askForToken, type TestApplication } from './testing/test-application.js'
import { bearer, type Person, startTestServer, type TestServer } from './testing/test-server.js'

const secrets = ['the first secret of this deployment, long', 'another secret that took the place of it']
let open: Awaited<ReturnType<typeof emptyDatabase>>
let before: TestServer
let after: TestServer
let person: Person
let application: TestApplication
let link: string
beforeAll(async () => {
  open = await emptyDatabase()
  before = await startTestServer({ configuration: { secret: secrets[0] ?? null }, parts: { open } })
  person = await before.person()
  application = await testApplication(before, { owner: person })
  const file = await before.upload(person, 'house.stl')
  const url = `/api/auth/my-urns/${file.id}/links`
  const payload = { mayDownload: false, expiresAt: null }
  link = (await before.inject({ method: 'POST', url, headers: bearer(person), payload })).json<{ secret: string }>()
    .secret
  after = await startTestServer({ configuration: { secret: secrets[1] ?? null }, parts: { open } })
})
afterAll(async () => {
  await before.close()
  await after.close()
  await giveBack(open)
})

it('L09 ends every token of before when the secret changes, and the rest lives on', async () => {
  const me = (server: TestServer, token: string) =>
    server.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
  expect((await me(before, person.token)).statusCode).toBe(200)
  expect((await me(after, person.token)).statusCode).toBe(401)
  const refreshed = await after.inject({
    method: 'POST',
    url: '/api/auth/refresh',
    cookies: { kamar_refresh: person.refresh },
  })
  expect([200, 401]).toContain(refreshed.statusCode)
  const { email, password } = person
  const again = await after.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
  expect((await me(after, again.json<{ access_token: string }>().access_token)).statusCode).toBe(200)
  const opened = await after.inject({ method: 'POST', url: '/api/share-links/open', payload: { secret: link } })
  expect(opened.statusCode, opened.body).toBe(200)
})

it('L09 lets applications ask for new tokens with the secret they have', async () => {
  const credentials = { client_id: application.clientId, client_secret: application.clientSecret }
  const answer = await askForToken(after, credentials)
  expect(answer.statusCode, answer.body).toBe(200)
  const headers = { authorization: `Bearer ${answer.json<{ access_token: string }>().access_token}` }
  expect((await after.inject({ url: '/oss/v2/buckets', headers })).statusCode).toBe(200)
})
