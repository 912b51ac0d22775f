import { DiskDerivativeStore } from '@kamar/storage'
import { createTemporaryFolder, removeFolder } from '@kamar/test-kit'
import { openDatabase, type OpenDatabase } from '@kamar/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enqueue } from '../../test-support/queue.js'
import { useWorkers } from '../../test-support/worker-bench.js'
import { removeLeftovers } from './leftovers.js'

const longAgo = new Date(0)

describe('leftover derivatives', () => {
  let folder: string
  let connection: OpenDatabase
  let derivatives: DiskDerivativeStore
  beforeAll(async () => {
    folder = await createTemporaryFolder()
    connection = await openDatabase({})
    derivatives = await DiskDerivativeStore.open(folder)
  })
  afterAll(async () => {
    await connection.close()
    await removeFolder(folder)
  })

  /** Creates a translation in a state, with these files in the store and those rows. */
  const make = async (
    state: 'queued' | 'succeeded' | 'failed',
    { stored, listed }: { readonly stored: readonly string[]; readonly listed: readonly string[] },
  ): Promise<string> => {
    const { database } = connection
    const { id } = await enqueue(database)
    const isFinal = state !== 'queued'
    await database
      .updateTable('translation')
      .set({
        state,
        finished_at: isFinal ? sql<Date>`now()` : null,
        failure: state === 'failed' ? JSON.stringify({ code: 'damaged' }) : null,
        updated_at: sql<Date>`now() - interval '2 hours'`,
      })
      .where('id', '=', id)
      .execute()
    for (const path of stored) await derivatives.write({ translationId: id, path }, Buffer.from('x'))
    const row = { translation_id: id, size_bytes: 1, sha256: 'x', encoding: 'identity' } as const
    for (const path of listed)
      await database
        .insertInto('derivative')
        .values({ ...row, path })
        .execute()
    return id
  }
  const listPaths = async (id: string): Promise<string[]> => (await derivatives.list(id)).map(({ path }) => path)

  it('are removed after a translation ends, except listed files, exports and pending translations', async () => {
    const files = ['exports/model.glb', 'provisional/1/0.bin', 'scene/000.bin']
    const succeeded = await make('succeeded', { stored: files, listed: ['scene/000.bin'] })
    const failed = await make('failed', { stored: ['scene/000.bin'], listed: [] })
    const queued = await make('queued', { stored: ['scene/000.bin'], listed: [] })
    const options = { database: connection.database, derivatives, minAgeMilliseconds: 3_600_000 }
    expect(await removeLeftovers({ ...options, since: new Date() })).toBe(0)
    expect(await removeLeftovers({ ...options, minAgeMilliseconds: 3 * 3_600_000, since: longAgo })).toBe(0)
    expect(await removeLeftovers({ ...options, since: longAgo })).toBe(2)
    expect(await listPaths(succeeded)).toEqual(['exports/model.glb', 'scene/000.bin'])
    expect(await listPaths(failed)).toEqual([])
    expect(await listPaths(queued)).toEqual(['scene/000.bin'])
  })
})

describe('worker without delete permission', () => {
  const bench = useWorkers()

  it('C14 removes nothing at the end of a translation and leaves its files to the server', async () => {
    const removals: string[] = []
    const refuse = async ({ path }: { readonly path: string }): Promise<never> => {
      removals.push(path)
      throw new Error('refused')
    }
    const { derivatives } = bench
    const guarded = new Proxy(derivatives, {
      get: (store, name) => {
        if (name === 'remove') return refuse
        if (name === 'removeAll') return (translationId: string) => refuse({ path: translationId })
        const member: unknown = Reflect.get(store, name)
        return typeof member === 'function' ? (member.bind(store) as unknown) : member
      },
    })
    await bench.startWorker({ derivatives: guarded, canRemove: false })
    const succeeded = await bench.requestTranslation({ do: 'draw', cubes: 160, pauseMilliseconds: 5 })
    expect(await bench.ended(succeeded)).toMatchObject({ state: 'succeeded' })
    const failed = await bench.requestTranslation({ do: 'refuse', failure: { code: 'damaged', bytePosition: 5 } })
    expect(await bench.ended(failed)).toMatchObject({ state: 'failed' })
    await bench.stopAll()
    expect(removals).toEqual([])
    const paths = async (): Promise<string[]> => (await derivatives.list(succeeded)).map(({ path }) => path)
    expect((await paths()).some((path) => path.startsWith('provisional/'))).toBe(true)
    await removeLeftovers({ database: bench.database, derivatives, since: longAgo, minAgeMilliseconds: 0 })
    expect(await paths()).toEqual((await bench.listFiles(succeeded)).map(({ path }) => path))
  })
})
