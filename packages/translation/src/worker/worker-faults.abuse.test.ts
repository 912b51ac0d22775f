import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DiskDerivativeStore } from '@kamar/storage'
import { waitUntil } from '@kamar/test-kit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useWorkers } from '../../test-support/worker-bench.js'
import { cancelTranslation, removeUnusedTranslations, retryTranslation } from '../jobs/commands.js'

describe('translation worker under faults', () => {
  const bench = useWorkers()
  const { requestTranslation, ended, waitForEnd, expectCompletePackage, listFiles, readRow, skipBackoff, startWorker } =
    bench

  it('B03 gives up a file with a reason after three readers have crashed on it', async () => {
    await startWorker()
    const id = await requestTranslation({ do: 'exit', code: 9 })
    const row = await waitForEnd(id)
    expect(row).toMatchObject({ state: 'failed', attempts: 3, failure: { code: 'reader-fault' } })
    expect(bench.reports.map((report) => report.translationId)).toEqual([id, id, id])
    expect(row.budget_left_milliseconds).toBeLessThan(30 * 60_000)
  })

  it('B09 stops and removes all output when the file is deleted during reading', async () => {
    await startWorker()
    const id = await requestTranslation({ do: 'draw', cubes: 100_000, pauseMilliseconds: 5 })
    await waitUntil(async () => (await listFiles(id)).length > 0)
    const options = { context: bench.context, derivatives: bench.derivatives, minAgeMilliseconds: 0 }
    await waitUntil(async () => (await removeUnusedTranslations(options)) === 1)
    expect(await bench.derivatives.list(id)).toEqual([])
    expect(await listFiles(id)).toEqual([])
  })

  it('B09 stops and removes all output, with its folder, when the translation is cancelled during reading', async () => {
    await startWorker()
    const id = await requestTranslation({ do: 'draw', cubes: 100_000, pauseMilliseconds: 5 })
    await waitUntil(async () => (await listFiles(id)).length > 0)
    await cancelTranslation(bench.context, id)
    expect(await ended(id)).toMatchObject({ state: 'cancelled', manifest: null })
    await waitUntil(async () => !(await hasFolder(id)))
    expect(await listFiles(id)).toEqual([])
  })

  async function hasFolder(id: string): Promise<boolean> {
    for await (const stored of bench.derivatives.translations()) if (stored === id) return true
    return false
  }

  it('B02 leaves a translation to the worker that took over its lease', async () => {
    await startWorker({ timing: { leaseMilliseconds: 60_000, heartbeatMilliseconds: 30 } })
    const id = await requestTranslation({ do: 'draw', cubes: 100_000, pauseMilliseconds: 5 })
    await waitUntil(async () => (await listFiles(id)).length > 0)
    const stolen = { lease_worker: 'thief', lease_until: sql<Date>`now() + interval '1 minute'` }
    await bench.database
      .updateTable('translation')
      .set((column) => ({ ...stolen, lease_token: column('lease_token', '+', 1) }))
      .where('id', '=', id)
      .execute()
    await waitUntil(async () => (await bench.derivatives.list(id)).length === 0)
    expect(await readRow(id)).toMatchObject({ state: 'running', lease_worker: 'thief' })
  })

  it('B01 resumes at once a translation that a crashed process on this machine left running', async () => {
    const id = await requestTranslation({ do: 'draw' })
    await bench.database
      .updateTable('translation')
      .set({
        state: 'running',
        lease_worker: `${hostname()}/${process.pid}/before`,
        lease_token: 7,
        lease_until: sql<Date>`now() + interval '1 hour'`,
        attempts: 1,
      })
      .where('id', '=', id)
      .execute()
    await startWorker()
    await waitUntil(async () => {
      await skipBackoff()
      return (await readRow(id)).state !== 'running' || (await readRow(id)).lease_token > 7
    })
    await skipBackoff()
    expect(await ended(id)).toMatchObject({ state: 'succeeded', attempts: 2 })
    await expectCompletePackage(id)
  })

  it('B16 continues after a database outage', async () => {
    const errors: unknown[] = []
    let isUnavailable = true
    const flaky = new Proxy(bench.database, {
      get: (target, name: keyof typeof bench.database) => {
        if (isUnavailable && name === 'transaction') throw new Error('the database is away')
        const value: unknown = target[name]
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    await startWorker({ database: flaky, onError: (error) => errors.push(error) })
    const id = await requestTranslation({ do: 'draw' })
    await waitUntil(() => errors.length > 0)
    isUnavailable = false
    expect(await ended(id)).toMatchObject({ state: 'succeeded', attempts: 1 })
  })

  it.runIf(process.getuid?.() === 0)(
    'B15 shows no partial package on a full disk, and completes on retry once there is space',
    async () => {
      const small = join(bench.folder, 'small')
      mkdirSync(small, { recursive: true })
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'small', small])
      try {
        const full = await DiskDerivativeStore.open(small)
        await startWorker({ derivatives: full })
        const id = await requestTranslation({ do: 'draw', cubes: 30 })
        const row = await waitForEnd(id)
        expect(row).toMatchObject({
          state: 'failed',
          attempts: 3,
          failure: { code: 'limit-exceeded', details: { kind: 'free-space' } },
        })
        expect(await listFiles(id)).toEqual([])
        expect(await full.list(id)).toEqual([])
        execFileSync('mount', ['-o', 'remount,size=8m', small])
        expect(await retryTranslation(bench.context, id)).toBe(true)
        expect(await ended(id)).toMatchObject({ state: 'succeeded' })
        expect((await listFiles(id)).map(({ path }) => path)).toEqual((await full.list(id)).map(({ path }) => path))
        await bench.stopAll()
      } finally {
        execFileSync('umount', [small])
      }
    },
  )

  it('B10 completes both versions when a new one arrives during translation', async () => {
    await startWorker({ size: 2 })
    const first = await requestTranslation({ do: 'draw', cubes: 60, pauseMilliseconds: 5 })
    await waitUntil(async () => (await readRow(first)).state === 'running')
    const second = await requestTranslation({ do: 'draw', cubes: 2 })
    for (const id of [first, second]) {
      expect(await ended(id)).toMatchObject({ state: 'succeeded' })
      await expectCompletePackage(id)
    }
  })
})
