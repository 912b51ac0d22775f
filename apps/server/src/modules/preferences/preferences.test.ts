import type { AccountRecord } from '@kamar/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { liveModule } from '../live/module.js'
import { describeModule } from '../../testing/describe-module.js'
import { preferencesModule } from './module.js'

describeModule(preferencesModule)

let server: TestServer
let user: TestUser
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  user = await server.createUser()
})
afterAll(() => server.close())

const fetchAccount = async (): Promise<AccountRecord> =>
  (await server.inject({ url: '/api/auth/me', headers: bearer(user) })).json()
const change = (payload: object) =>
  server.inject({ method: 'PATCH', url: '/api/auth/preferences', headers: bearer(user), payload })

describe('user preferences', () => {
  it('have the default values of the specification', async () => {
    expect((await fetchAccount()).preferences).toEqual({
      theme: null,
      language: null,
      emailNotifications: true,
      pushNotifications: false,
      weeklyReports: true,
      autoSave: true,
      shortcuts: {},
      twoFactorAuth: false,
    })
  })

  it('replace all keyboard shortcuts at once', async () => {
    await change({ shortcuts: { hide: ['Mod+KeyJ'], isolate: [] } })
    await change({ shortcuts: { hide: ['KeyJ'] } })
    expect((await fetchAccount()).preferences.shortcuts).toEqual({ hide: ['KeyJ'] })
  })

  it('change one by one without affecting the others', async () => {
    await change({ theme: 'dark' })
    const response = await change({ weeklyReports: false })
    expect(response.json<AccountRecord>().preferences).toMatchObject({
      theme: 'dark',
      weeklyReports: false,
      autoSave: true,
    })
    expect((await fetchAccount()).preferences).toMatchObject({ theme: 'dark', weeklyReports: false })
  })

  it('set the language of mails', async () => {
    await change({ language: 'hy' })
    expect(await fetchAccount()).toMatchObject({ locale: 'hy', preferences: { language: 'hy' } })
  })

  it.each([
    { theme: 'pink' },
    { language: 'de' },
    { twoFactorAuth: true },
    { autoSave: 'yes' },
    { role: 'admin' },
    { shortcuts: { hide: 'H' } },
    { shortcuts: { hide: ['x'.repeat(41)] } },
  ])('reject %j', async (payload) => {
    expect((await change(payload)).statusCode).toBe(422)
  })

  it('ignore invalid stored values', async () => {
    await server.services.database
      .updateTable('account')
      .set({ preferences: JSON.stringify({ theme: 7, autoSave: false, gone: true }) })
      .where('id', '=', user.id)
      .execute()
    expect((await fetchAccount()).preferences).toMatchObject({ theme: null, autoSave: false })
  })

  it('show whether two-factor sign-in is enabled', async () => {
    const { database } = server.services
    await database
      .insertInto('second_factor')
      .values({ account_id: user.id, sealed_secret: 'x', confirmed_at: null })
      .execute()
    expect((await fetchAccount()).preferences.twoFactorAuth).toBe(false)
    await database.updateTable('second_factor').set({ confirmed_at: new Date() }).execute()
    expect((await fetchAccount()).preferences.twoFactorAuth).toBe(true)
  })

  it('are sent to the other devices of the account only', async () => {
    const receivedEvents: unknown[] = []
    const outsider = await server.createUser()
    const listen = (accountId: string) =>
      server.find(liveModule).connect({
        accountId,
        sessionFamily: accountId,
        send: (event) => receivedEvents.push([accountId, event]),
        end: () => undefined,
      })
    const stops = [listen(user.id), listen(outsider.id)]
    await change({ theme: 'light' })
    await expect.poll(() => receivedEvents.length).toBe(1)
    expect(receivedEvents).toMatchObject([[user.id, { type: 'account', account: { preferences: { theme: 'light' } } }]])
    for (const stop of stops) stop()
  })
})
