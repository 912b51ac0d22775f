import type { FileRecord } from '@kamar/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countQueries } from '../../testing/count-queries.js'
import { emptyDatabase, releaseDatabase } from '../../testing/empty-database.js'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'

type Open = Awaited<ReturnType<typeof emptyDatabase>>

let server: TestServer
let open: Open
let user: TestUser
beforeAll(async () => {
  open = await emptyDatabase()
  server = await startTestServer({ parts: { open } })
  user = await server.createUser()
  await server.upload(user, 'first.stl')
})
afterAll(async () => {
  await server.close()
  await releaseDatabase(open)
})

/** Returns the first page and the number of database queries for it. */
async function readPage(by = user): Promise<{ names: readonly string[]; queries: number }> {
  const listFiles = () => server.inject({ url: '/api/auth/my-urns?limit=50', headers: bearer(by) })
  const { queries, result } = await countQueries(open.pool, listFiles)
  return { names: result.json<FileRecord[]>().map(({ description }) => description), queries }
}

describe('cached file list page', () => {
  it('needs only the authentication query while nothing changes', async () => {
    const { queries } = await readPage()
    expect(queries).toBeGreaterThan(1)
    // The server occasionally writes by itself.
    await expect.poll(readPage).toEqual({ names: ['first.stl'], queries: 1 })
  })

  it('includes changes made since it was cached', async () => {
    await readPage()
    const { id } = await server.upload(user, 'second.stl')
    expect((await readPage()).names.toSorted()).toEqual(['first.stl', 'second.stl'])
    await server.inject({ method: 'DELETE', url: `/api/auth/my-urns/${id}`, headers: bearer(user) })
    expect((await readPage()).names).toEqual(['first.stl'])
  })

  it('is never returned to another user', async () => {
    await readPage()
    expect((await readPage(await server.createUser())).names).toEqual([])
  })
})
