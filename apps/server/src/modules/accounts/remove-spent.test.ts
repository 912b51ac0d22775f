import { newId } from '@kamar/database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.js'
import { removeSpent } from './remove-spent.js'

const now = new Date('2041-03-04T08:00:00Z')
const ago = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('removeSpent', () => {
  it('deletes only registrations that are unconfirmed for more than a week', async () => {
    const { database } = server.services
    const [old, recent, confirmed] = [await server.createUser(), await server.createUser(), await server.createUser()]
    const set = (id: string, mustVerify: boolean, updatedAt: Date) =>
      database
        .updateTable('account')
        .set({ must_verify_email: mustVerify, updated_at: updatedAt })
        .where('id', '=', id)
        .execute()
    await set(old.id, true, ago(7 * 24 + 1))
    await set(recent.id, true, ago(7 * 24 - 1))
    await set(confirmed.id, false, ago(1000))
    await removeSpent(database, now)
    const left = await database.selectFrom('account').select('id').execute()
    expect(left.map(({ id }) => id).toSorted()).toEqual([recent.id, confirmed.id].toSorted())
    const projects = await database.selectFrom('project').select('owner_id').execute()
    expect(projects.map((project) => project.owner_id)).not.toContain(old.id)
  })

  it('deletes links, invitations and tokens one day after they expire', async () => {
    const { database } = server.services
    const user = await server.createUser()
    for (const [name, hours] of [
      ['old', 25],
      ['recent', 23],
    ] as const) {
      const link = { purpose: 'reset-password', account_id: user.id, binding: 'x', expires_at: ago(hours) } as const
      await database
        .insertInto('one_time_link')
        .values({ code_hash: name, ...link })
        .execute()
      await database
        .insertInto('revoked_token')
        .values({ token_hash: name, expires_at: ago(hours) })
        .execute()
      const { id } = await database
        .selectFrom('project')
        .select('id')
        .where('owner_id', '=', user.id)
        .executeTakeFirstOrThrow()
      await database
        .insertInto('project_invitation')
        .values({
          id: newId(),
          project_id: id,
          email: name,
          role: 'viewer',
          code_hash: null,
          invited_by: null,
          expires_at: ago(hours),
        })
        .execute()
    }
    await removeSpent(database, now)
    expect(await database.selectFrom('one_time_link').select('code_hash').execute()).toEqual([{ code_hash: 'recent' }])
    expect(await database.selectFrom('project_invitation').select('email').execute()).toEqual([{ email: 'recent' }])
    expect(await database.selectFrom('revoked_token').select('token_hash').execute()).toEqual([
      { token_hash: 'recent' },
    ])
  })
})
