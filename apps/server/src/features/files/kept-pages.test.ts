import type { FileRecord } from '@kamar/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countQuestions } from '../../testing/count-questions.js'
import { emptyDatabase, giveBack } from '../../testing/empty-database.js'
import { bearer, type Person, startTestServer, type TestServer } from '../../testing/test-server.js'

type Open = Awaited<ReturnType<typeof emptyDatabase>>

let server: TestServer
let open: Open
let person: Person
beforeAll(async () => {
  open = await emptyDatabase()
  server = await startTestServer({ parts: { open } })
  person = await server.person()
  await server.upload(person, 'first.stl')
})
afterAll(async () => {
  await server.close()
  await giveBack(open)
})

/** What the first page has, and how many questions to the database that took. */
async function look(by = person): Promise<{ names: readonly string[]; questions: number }> {
  const ask = () => server.inject({ url: '/api/auth/my-urns?limit=50', headers: bearer(by) })
  const { questions, result } = await countQuestions(open.pool, ask)
  return { names: result.json<FileRecord[]>().map(({ description }) => description), questions }
}

describe('a page of files that was asked for before', () => {
  it('takes no question but who asks, while nothing is written', async () => {
    const { questions } = await look()
    expect(questions).toBeGreaterThan(1)
    // The server writes now and then for itself.
    await expect.poll(look).toEqual({ names: ['first.stl'], questions: 1 })
  })

  it('has what was written since', async () => {
    await look()
    const { id } = await server.upload(person, 'second.stl')
    expect((await look()).names.toSorted()).toEqual(['first.stl', 'second.stl'])
    await server.inject({ method: 'DELETE', url: `/api/auth/my-urns/${id}`, headers: bearer(person) })
    expect((await look()).names).toEqual(['first.stl'])
  })

  it('is of nobody else', async () => {
    await look()
    expect((await look(await server.person())).names).toEqual([])
  })
})
