import { randomUUID } from 'node:crypto'
import { grantWorkerPermissions, openDatabase, type OpenDatabase } from '@kamar/database'
import { waitUntil } from '@kamar/test-kit'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enqueue, toFiles, insertAccount, recordingContext, someManifest } from '../../test-support/queue.js'
import { watchTranslations } from '../events/watch-translations.js'
import { filesMayLeave } from '../providers/files-may-leave.js'
import { claimTranslation, expireLeasesOfDeadWorkers, nextStartMilliseconds, recoverLostTranslations } from './claim.js'
import { cancelTranslation, retryTranslation } from './commands.js'
import { beat, completeTranslation, failAttempt, type Lease, publishManifest, releaseTranslation } from './lease.js'
import { deleteSlices } from './delete-slices.js'
import {
  beatSlice,
  claimOwnSlice,
  claimSlice,
  completeOwnSlice,
  completeSlice,
  listSlices,
  offerSlice,
} from './slices.js'

const serverUrl = process.env['KAMAR_TEST_DATABASE_URL'] ?? ''
const name = `kamar_rights_${randomUUID().replaceAll('-', '')}`
const role = `${name}_worker`

async function administer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const urlAs = (user: string | null): string => {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  if (user !== null) url.username = user
  return url.href
}

describe.skipIf(serverUrl === '')('worker database role', () => {
  let owner: OpenDatabase
  let worker: OpenDatabase
  beforeAll(async () => {
    await administer(`create database ${name}`, `create role ${role} login`)
    owner = await openDatabase({ url: urlAs(null) })
    await grantWorkerPermissions(owner.database, role)
    worker = await openDatabase({ url: urlAs(role), migrations: 'none' })
  })
  afterAll(async () => {
    await worker?.close()
    await owner?.close()
    await administer(`drop database ${name} with (force)`, `drop role ${role}`)
  })

  it('permits every statement of the queue: claim, heartbeat, live manifest, completion and recovery', async () => {
    const context = recordingContext(worker.database)
    const leased = async (): Promise<Lease> => {
      const claimed = await claimTranslation(context, 'machine/1/a')
      if (claimed === null) throw new Error('nothing to claim')
      return { translationId: claimed.id, worker: 'machine/1/a', token: claimed.lease_token }
    }
    const account = await insertAccount(owner.database)
    const { id } = await enqueue(owner.database, { accountId: account })
    const heartbeat = { leaseMilliseconds: 60_000, progress: 10, stage: 'reading', spentMilliseconds: 5 }
    const live = someManifest('inprogress', ['provisional/1/0.bin'])
    const manifest = someManifest('complete', ['scene/000.bin'])

    const first = await leased()
    expect(await beat(context, first, heartbeat)).toBe('held')
    expect(await publishManifest(context, first, { manifest: live, files: toFiles(live) })).toBe('held')
    await releaseTranslation(context, first)
    expect(await nextStartMilliseconds(worker.database)).toBe(0)

    const second = await leased()
    expect(await failAttempt(context, second, { code: 'damaged' })).toBe('ended')
    expect(await retryTranslation({ ...context, database: owner.database }, id)).toBe(true)

    await leased()
    await owner.database
      .updateTable('translation')
      .set({ lease_until: sql<Date>`now() - interval '1 second'` })
      .execute()
    expect(await recoverLostTranslations(context)).toBe(1)
    await owner.database
      .updateTable('translation')
      .set({ run_after: sql<Date>`now()` })
      .execute()

    const last = await leased()
    await expireLeasesOfDeadWorkers(worker.database, 'machine/2/b')
    expect(await filesMayLeave(worker.database, id)).toBe(false)
    const stop = watchTranslations({ database: worker.database, events: context.events, intervalMilliseconds: 10 })
    expect(await completeTranslation(context, last, { manifest, files: toFiles(manifest), reader: 'stl' })).toBe('done')
    await waitUntil(() => context.receivedEvents.some(({ state }) => state === 'succeeded'))
    await stop()
    const stored = await owner.database.selectFrom('derivative').select('path').execute()
    expect(stored.map(({ path }) => path)).toEqual(['scene/000.bin'])
  })

  it('permits every statement about slices', async () => {
    await enqueue(owner.database)
    const claimed = await claimTranslation(recordingContext(worker.database), 'machine/1/a')
    if (claimed === null) throw new Error('nothing to claim')
    const lease = { translationId: claimed.id, worker: 'machine/1/a', token: claimed.lease_token }
    const { database } = worker
    const result = { sha256: 'a'.repeat(64), sizeBytes: 1 }
    for (const number of [1, 2]) await offerSlice(database, lease, { number, taskSha256: 'b'.repeat(64) })
    const own = await claimOwnSlice(database, lease, 1)
    await completeOwnSlice(database, lease, { number: 1, token: own?.leaseToken ?? -1, result })
    const claimedSlice = await claimSlice(database, { worker: 'machine/2/b', leaseMilliseconds: 60_000 })
    if (claimedSlice === null) throw new Error('no slice to claim')
    const slice = { ...lease, worker: 'machine/2/b', number: 2, token: claimedSlice.leaseToken }
    expect(await beatSlice(database, slice, 60_000)).toBe('held')
    expect(await completeSlice(database, slice, result)).toBe(true)
    expect((await listSlices(database, claimed.id)).map(({ state }) => state)).toEqual(['done', 'done'])
    await deleteSlices(database, claimed.id)
    expect(await listSlices(database, claimed.id)).toEqual([])
  })

  const forbidden: readonly (readonly [what: string, statement: string])[] = [
    ['read passwords', 'select password_hash from account'],
    ['read addresses', 'select email from account'],
    ['change an account', `update account set role = 'admin'`],
    ['read sessions', 'select * from refresh_session'],
    ['read second factors', 'select * from second_factor'],
    ['read keys that sign tokens', 'select * from signing_key'],
    ['read applications', 'select * from application'],
    ['read secret links', 'select * from one_time_link'],
    ['read names of files', 'select description from file'],
    ['delete files', 'delete from file'],
    ['delete versions', 'delete from file_version'],
    ['delete blobs', 'delete from blob'],
    ['delete translations', 'delete from translation'],
    ['queue a translation of other bytes', `update translation set blob_sha256 = 'x'`],
    ['join a project', 'select * from membership'],
    ['write settings', `insert into setting (key, value) values ('accounts.sign-up-open', 'true')`],
    ['change the log', 'delete from audit_event'],
    ['make a table', 'create table mine (id integer)'],
  ]
  it('C13 reads no account or secret and changes only translations and their files', async () => {
    const allowed: string[] = []
    for (const [description, statement] of forbidden) {
      const refusal = await worker.pool.query(statement).then(
        () => null,
        (error: { readonly code?: string; readonly message: string }) => error,
      )
      if (refusal?.code !== '42501') allowed.push(`${description}: ${refusal?.message ?? 'allowed'}`)
    }
    expect(allowed).toEqual([])
  })

  it('C13 reads only the storage mark of the settings', async () => {
    const value = JSON.stringify('hush')
    const rows = ['storage.mark', 'accounts.set-up-code'].map((key) => ({ key, value }))
    await owner.database.insertInto('setting').values(rows).execute()
    const settingRows = await worker.database.selectFrom('setting').select('key').execute()
    expect(settingRows).toEqual([{ key: 'storage.mark' }])
    expect(await owner.database.selectFrom('setting').select('key').execute()).toHaveLength(2)
  })

  it('C13 loses additional rights when rights are granted again, and is never the table owner', async () => {
    await owner.pool.query(`grant select on account to ${role}`)
    expect((await worker.pool.query('select 1 from account')).rowCount).toBeGreaterThan(0)
    await grantWorkerPermissions(owner.database, role)
    await expect(worker.pool.query('select 1 from account')).rejects.toMatchObject({ code: '42501' })
    const { username } = new URL(serverUrl)
    await expect(grantWorkerPermissions(owner.database, username)).rejects.toThrow(RangeError)
    await expect(grantWorkerPermissions(owner.database, 'nobody')).rejects.toMatchObject({ code: '42704' })
  })

  it('receives cancellation requests of the server', async () => {
    const { id } = await enqueue(owner.database)
    const context = recordingContext(worker.database)
    const claimed = await claimTranslation(context, 'machine/1/a')
    await cancelTranslation(recordingContext(owner.database), id)
    const lease = { translationId: id, worker: 'machine/1/a', token: claimed?.lease_token ?? 0 }
    const heartbeat = { leaseMilliseconds: 60_000, progress: 1, stage: null, spentMilliseconds: 0 }
    expect(await beat(context, lease, heartbeat)).toBe('cancel')
  })
})
