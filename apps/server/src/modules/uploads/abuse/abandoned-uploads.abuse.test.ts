import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/test-server.js'
import { removeAbandonedUploads } from '../abandoned-uploads.js'
import { formatIdentity, UploadFolder, type UploadName } from '../../../domain/uploads/upload-folder.js'
import { UploadLocks } from '../upload-locks.js'

const dayMilliseconds = 24 * 3_600_000
let server: TestServer
let database: Kysely<Database>
let folder: UploadFolder
let dataFolder: string
beforeAll(async () => {
  server = await startTestServer()
  database = server.services.database
})
afterAll(() => server.close())
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'kamar-uploads-'))
  folder = await UploadFolder.open(dataFolder)
})
afterEach(() => rm(dataFolder, { recursive: true }))

async function createLeftover(
  name: UploadName,
  daysAgo: number,
  suffixes: readonly string[] = ['', '.json'],
): Promise<void> {
  const path = await folder.prepare(name)
  const time = new Date(Date.now() - daysAgo * dayMilliseconds)
  for (const suffix of suffixes) {
    await writeFile(`${path}${suffix}`, 'x')
    await utimes(`${path}${suffix}`, time, time)
  }
}

const upload = (uploadId: string): UploadName => ({ accountId: 'a1', uploadId })

it('A17 removeAbandonedUploads deletes all files of uploads that are idle for a day', async () => {
  await createLeftover(upload('b0'), 2, ['', '.json', '.sha256'])
  await createLeftover(upload('b1'), 0.9)
  await createLeftover(upload('b2'), 30, ['.json'])
  expect(await removeAbandonedUploads({ database, folder, locks: new UploadLocks() })).toBe(2)
  expect((await readdir(join(folder.path, 'a1'))).sort()).toEqual(['b1', 'b1.json'])
})

it('A17 removeAbandonedUploads keeps an upload whose newest file is recent', async () => {
  await createLeftover(upload('b0'), 2, ['.json'])
  await createLeftover(upload('b0'), 0.9, [''])
  expect(await removeAbandonedUploads({ database, folder, locks: new UploadLocks() })).toBe(0)
})

it.each([
  ['forward by a day', dayMilliseconds],
  ['back by a day', -dayMilliseconds],
])('A16 a clock that jumps %s causes no upload to be deleted', async (_, jump) => {
  await createLeftover(upload('b0'), 0)
  expect(
    await removeAbandonedUploads({ database, folder, locks: new UploadLocks() }, new Date(Date.now() + jump)),
  ).toBe(0)
})

it('A17 removeAbandonedUploads keeps an upload that a request has locked, whatever the clock', async () => {
  const locks = new UploadLocks()
  await createLeftover(upload('b0'), 0)
  const lock = locks.newLock(formatIdentity(upload('b0')))
  await lock.lock(new AbortController().signal, () => undefined)
  const farFuture = new Date(Date.now() + 365 * dayMilliseconds)
  expect(await removeAbandonedUploads({ database, folder, locks }, farFuture)).toBe(0)
  await lock.unlock()
  expect(await removeAbandonedUploads({ database, folder, locks }, farFuture)).toBe(1)
})
