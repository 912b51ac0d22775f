import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, type TestUser, startTestServer, type TestServer } from '../testing/test-server.js'

let server: TestServer
let user: TestUser
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  user = await server.createUser()
})
afterAll(() => server.close())

const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 3_600_000)
const blobPath = (content: string): string => {
  const hash = createHash('sha256').update(content).digest('hex')
  return join(server.folder, 'blobs', hash.slice(0, 2), hash)
}
const isStored = (content: string): boolean => existsSync(blobPath(content))
const put = (text: string) =>
  server.services.blobs.put(
    (async function* () {
      yield Buffer.from(text)
    })(),
  )

async function age(content: string, days: number): Promise<void> {
  await utimes(blobPath(content), daysAgo(days), daysAgo(days))
}

describe('housekeeping', () => {
  it('deletes the bytes of a purged file that no one else has', async () => {
    const content = 'solid purged\n'
    const file = await server.upload(user, 'purged.stl', content)
    const translationId = await server.findTranslationId(file)
    await server.inject({ method: 'DELETE', url: `/api/auth/my-urns/${file.id}`, headers: bearer(user) })
    const { database } = server.services
    await database
      .updateTable('file')
      .set({ deleted_at: daysAgo(31) })
      .where('id', '=', file.id)
      .execute()
    await database
      .updateTable('translation')
      .set({ created_at: daysAgo(31) })
      .execute()
    await age(content, 31)
    await server.runJobs()
    expect(isStored(content)).toBe(false)
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect(await database.selectFrom('file').selectAll().where('id', '=', file.id).execute()).toEqual([])
    expect(await database.selectFrom('translation').selectAll().where('id', '=', translationId).execute()).toEqual([])
    expect(await database.selectFrom('blob').selectAll().where('sha256', '=', sha256).execute()).toEqual([])
  })

  it('keeps blobs that a pending translation references', async () => {
    const { database } = server.services
    const file = await server.upload(user, 'waits.obj', 'v 0 0 0\n')
    const { sha256, sizeBytes } = await put('newmtl waits\n')
    await database.insertInto('blob').values({ sha256, size_bytes: sizeBytes }).execute()
    const companions = JSON.stringify([{ name: 'waits.mtl', sha256 }])
    const waiting = database.updateTable('translation').where('id', '=', await server.findTranslationId(file))
    await waiting.set({ companions }).execute()
    await age('newmtl waits\n', 31)
    await server.runJobs()
    expect(isStored('newmtl waits\n')).toBe(true)
    await waiting.set({ companions: '[]' }).execute()
    await server.runJobs()
    expect(isStored('newmtl waits\n')).toBe(false)
  })

  it('keeps bytes that another user’s file references', async () => {
    const content = 'solid shared\n'
    const other = await server.createUser()
    const ownFile = await server.upload(user, 'mine.stl', content)
    await server.upload(other, 'theirs.stl', content)
    await server.services.database
      .updateTable('file')
      .set({ deleted_at: daysAgo(31) })
      .where('id', '=', ownFile.id)
      .execute()
    await age(content, 31)
    await server.runJobs()
    expect(isStored(content)).toBe(true)
    const otherList = await server.inject({ url: '/api/auth/my-urns', headers: bearer(other) })
    expect(otherList.json()).toHaveLength(1)
  })

  it('keeps companions of stored models', async () => {
    const model = 'v 0 0 0\n'
    await server.upload(user, 'model.obj', model)
    const blob = await put('newmtl red\n')
    await server.services.database.insertInto('blob').values({ sha256: blob.sha256, size_bytes: 11 }).execute()
    const version = await server.services.database
      .selectFrom('file_version')
      .select('id')
      .where('uploaded_by', '=', user.id)
      .executeTakeFirstOrThrow()
    await server.services.database
      .insertInto('companion')
      .values({ file_version_id: version.id, name: 'model.mtl', blob_sha256: blob.sha256, size_bytes: 11 })
      .execute()
    await age(model, 31)
    await age('newmtl red\n', 31)
    await server.runJobs()
    expect([isStored(model), isStored('newmtl red\n')]).toEqual([true, true])
  })

  it('deletes blobs without a row, except recent ones', async () => {
    await put('orphan')
    await put('newcomer')
    await age('orphan', 2)
    await server.runJobs()
    expect([isStored('orphan'), isStored('newcomer')]).toEqual([false, true])
  })

  it('changes nothing on a second run', async () => {
    await server.upload(user, 'kept.stl')
    await server.runJobs()
    await server.runJobs()
    const files = await server.inject({ url: '/api/auth/my-urns', headers: bearer(user) })
    expect(files.json()).toHaveLength(1)
  })
})
