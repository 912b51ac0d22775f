import { folderLimits } from '@kamar/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.js'
import { recordOpening } from './record-access.js'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('recordOpening keeps the hundred files that an account opened last', async () => {
  const { database } = server.services
  const user = await server.createUser()
  const file = await server.upload(user, 'new.stl', 'solid new\nendsolid new\n')
  await sql`
    insert into file (id, project_id, folder_id, description, sort_name, search_name)
      select gen_random_uuid(), project_id, folder_id, 'old', 'old', 'old' from file, generate_series(1, 101)
      where id = ${file.id}`.execute(database)
  await sql`
    insert into recent_file (account_id, file_id, opened_at)
      select ${user.id}::uuid, id, now() - interval '1 day' - row_number() over () * interval '1 second'
      from file where description = 'old'`.execute(database)
  const reader = { kind: 'viewer', accountId: user.id, sessionFamily: '' } as const
  for (let times = 0; times < 2; times += 1) await recordOpening(database, reader, { fileId: file.id, version: 1 })
  const rows = await database.selectFrom('recent_file').select('file_id').orderBy('opened_at', 'desc').execute()
  expect(rows).toHaveLength(folderLimits.recentFiles)
  expect(rows[0]?.file_id).toBe(file.id)
})
