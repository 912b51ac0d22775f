import type { AdminRequest } from '@kamar/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { describeModule } from '../../testing/describe-module.js'
import { contactModule } from './module.js'

describeModule(contactModule)

let server: TestServer
let administrator: TestUser
beforeAll(async () => {
  server = await startTestServer({ parts: { limitRules: { contact: { points: 4, duration: 60 } } } })
  administrator = await server.administrator()
})
afterAll(() => server.close())

const message = { name: 'Ani Hakobyan', email: 'ani@example.com', message: 'Կարո՞ղ եք ցույց տալ Kamar-ը։' }
const send = (payload: object, options: { headers?: Record<string, string>; remoteAddress?: string } = {}) =>
  server.inject({ method: 'POST', url: '/api/contact', payload, ...options })
const requests = async (): Promise<AdminRequest[]> =>
  (await server.inject({ url: '/api/admin/requests', headers: bearer(administrator) })).json()

describe('POST /api/contact', () => {
  it('accepts a message without an account and adds it to the admin requests', async () => {
    const response = await send({ ...message, company: 'Kamar Builders' }, { remoteAddress: '192.0.2.1' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ done: true })
    expect(await requests()).toContainEqual(
      expect.objectContaining({
        kind: 'contact',
        state: 'open',
        name: message.name,
        email: message.email,
        message: `Kamar Builders\n\n${message.message}`,
        account: null,
      }),
    )
  })

  it('records the account of a signed-in sender', async () => {
    const user = await server.createUser()
    await send({ ...message, message: 'signed in' }, { headers: bearer(user), remoteAddress: '192.0.2.2' })
    const contactRequest = (await requests()).find((request) => request.message === 'signed in')
    expect(contactRequest?.account?.id).toBe(user.id)
  })

  it.each([
    { ...message, email: 'nobody' },
    { ...message, message: '   ' },
    { ...message, name: '' },
    { ...message, message: 'x'.repeat(4001) },
    { ...message, unknown: 1 },
  ])('rejects an incomplete message: %#', async (payload) => {
    const before = (await requests()).length
    expect((await send(payload, { remoteAddress: '192.0.2.3' })).statusCode).toBe(422)
    expect(await requests()).toHaveLength(before)
  })

  it('creates a request that the administrator can close', async () => {
    const [open] = (await requests()).filter(({ state }) => state === 'open')
    const response = await server.inject({
      method: 'PATCH',
      url: `/api/admin/requests/${open?.id}`,
      headers: bearer(administrator),
      payload: { state: 'granted' },
    })
    expect(response.json()).toMatchObject({ id: open?.id, state: 'granted' })
  })

  it('limits messages from one network', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) {
      statuses.push((await send(message, { remoteAddress: '198.51.100.7' })).statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
    expect((await send(message, { remoteAddress: '203.0.113.9' })).statusCode).toBe(200)
  })
})
