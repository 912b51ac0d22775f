import type { FileRecord } from '@kamar/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailedCode } from '../../testing/mails.js'
import { share } from '../../testing/team.js'
import { bearer, type Person, startTestServer, type TestServer } from '../../testing/test-server.js'

let server: TestServer
let owner: Person
beforeAll(async () => {
  // Registered where no mail is sent, so that it can sign in at once; from here on addresses are proved by mail.
  server = await startTestServer()
  owner = await server.person()
})
afterAll(() => server.close())

it('whoever proves the address is a member at once; whoever only registered with it is not', async () => {
  const { database } = server.services
  const file = await server.upload(owner, 'house.stl')
  const email = 'proved@kamar.test'
  await share(server, { by: owner, fileId: file.id, email, role: 'commenter' })
  const guest = await server.person('proved')
  const files = async (): Promise<FileRecord[]> =>
    (await server.inject({ url: '/api/auth/my-urns', headers: bearer(guest) })).json()
  expect(await files()).toEqual([])
  // The link of a new password proves the address as well as one made for it.
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
