import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { queueStorageWarnings, queueWeeklyReports } from './periodic-mail.js'

// A Wednesday; the week before it is Monday 2 March to Sunday 8 March.
const wednesday = new Date('2026-03-11T10:00:00Z')

let server: TestServer
let user: TestUser
beforeAll(async () => {
  server = await startTestServer()
  user = await server.createUser()
  await server.upload(user, 'house.stl')
  await server.upload(user, 'garden.stl')
})
afterEach(() => server.services.database.deleteFrom('outbox_mail').execute())
afterAll(() => server.close())

const setAccount = (values: Record<string, unknown>) =>
  server.services.database.updateTable('account').set(values).where('id', '=', user.id).execute()
const uploadedAt = (time: string) =>
  server.services.database.updateTable('file_version').set({ created_at: time }).execute()
const queued = async () =>
  (await server.services.database.selectFrom('outbox_mail').select(['template', 'recipient', 'data']).execute()).map(
    ({ data, ...row }) => ({ ...row, ...data }),
  )

describe('weekly report mail', () => {
  const verified = { email_verified_at: new Date('2026-01-01'), preferences: '{}', status: 'approved' }

  it('covers the last whole week and is queued once', async () => {
    await setAccount(verified)
    await uploadedAt('2026-03-08T23:59:59Z')
    await server.services.database
      .updateTable('translation')
      .set({ state: 'succeeded', finished_at: new Date() })
      .execute()
    for (let round = 0; round < 3; round++) await queueWeeklyReports(server.services.database, wednesday)
    expect(await queued()).toEqual([
      expect.objectContaining({ template: 'weekly-report', recipient: user.email, uploaded: 2, ready: 2, failed: 0 }),
    ])
  })

  it.each(['2026-03-01T23:59:59Z', '2026-03-09T00:00:00Z'])('does not cover an upload at %s', async (time) => {
    await setAccount(verified)
    await uploadedAt(time)
    await queueWeeklyReports(server.services.database, wednesday)
    expect(await queued()).toEqual([])
  })

  it.each([
    { email_verified_at: null },
    { status: 'rejected' },
    { preferences: '{"weeklyReports":false}' },
    { preferences: '{"emailNotifications":false}' },
  ])('is not queued for an account with %o', async (change) => {
    await setAccount({ ...verified, ...change })
    await uploadedAt('2026-03-05T12:00:00Z')
    await queueWeeklyReports(server.services.database, wednesday)
    expect(await queued()).toEqual([])
    await setAccount(verified)
  })
})

describe('storage warning mail', () => {
  const warn = (time = wednesday) => queueStorageWarnings(server.services.database, time)

  it.each([
    [899, 0],
    [900, 1],
    [1000, 1],
  ])('is queued, with %i of 1000 bytes used, %i times', async (used, mails) => {
    await setAccount({ used_bytes: used, quota_bytes: 1000 })
    await warn()
    await warn()
    expect(await queued()).toHaveLength(mails)
  })

  it('is queued again in the next month and after a quota change', async () => {
    await setAccount({ used_bytes: 950, quota_bytes: 1000 })
    await warn()
    await warn(new Date('2026-04-01T00:00:00Z'))
    await setAccount({ quota_bytes: 1001 })
    await warn()
    expect(await queued()).toHaveLength(3)
  })

  it('is not queued when mail notifications are disabled', async () => {
    await setAccount({ used_bytes: 950, quota_bytes: 1000, preferences: '{"emailNotifications":false}' })
    await warn()
    expect(await queued()).toEqual([])
  })
})
