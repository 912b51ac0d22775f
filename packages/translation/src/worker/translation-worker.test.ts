import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '@kamar/test-kit'
import { readManifest } from '@kamar/package-format'
import { describe, expect, it } from 'vitest'
import { enqueue } from '../../test-support/queue.js'
import { useWorkers } from '../../test-support/worker-bench.js'
import { readTranslationEvent } from '../events/announce.js'
import { isFinal } from '../jobs/state-machine.js'

const megabyte = 1024 ** 2
const dishonestReader = new URL('../../test-support/lying-reader.mjs', import.meta.url)

describe('translation worker', () => {
  const bench = useWorkers()
  const { requestTranslation, ended, waitForEnd, expectCompletePackage, listFiles, readRow, startWorker, store } = bench

  it('writes a complete package for a file', async () => {
    await startWorker()
    const id = await requestTranslation({ do: 'draw', cubes: 3 })
    expect(await ended(id)).toMatchObject({ state: 'succeeded', progress: 100, reader: 'stl', attempts: 1 })
    await expectCompletePackage(id)
    expect((await readRow(id)).report).toMatchObject({ status: 'complete', counts: { Cube: 3 } })
    expect(bench.reports).toEqual([])
  })

  it('passes companions to the reader and keeps the earlier result without them', async () => {
    await startWorker()
    const jobId = await requestTranslation({ companion: 'maps\\parts.json' })
    expect(await ended(jobId)).toMatchObject({ state: 'failed', failure: { code: 'companion-missing' } })
    const attached = [{ name: 'Parts.JSON', sha256: await store({ do: 'draw', cubes: 2 }) }]
    const id = await requestTranslation({ companion: 'maps\\parts.json' }, attached)
    expect(await ended(id)).toMatchObject({ state: 'succeeded', companions: attached, report: { counts: { Cube: 2 } } })
    await expectCompletePackage(id)
    expect(await readRow(jobId)).toMatchObject({ state: 'failed', companions: [] })
  })

  it('publishes provisional chunks and rising progress while reading, then one final event', async () => {
    await startWorker()
    const id = await requestTranslation({ do: 'draw', cubes: 160, pauseMilliseconds: 5 })
    const live = await waitUntil(
      async () => {
        const row = await readRow(id)
        return row.state === 'running' && row.manifest !== null ? row : null
      },
      { description: 'a live manifest' },
    )
    const manifest = readManifest(live.manifest)
    expect(manifest.state).toBe('inprogress')
    const chunk = manifest.chunks[0]
    if (chunk === undefined) throw new Error('no chunk')
    expect(chunk.path).toMatch(/^provisional\/1\/\d+\.bin$/)
    const bytes = await bench.derivatives.read({ translationId: id, path: chunk.path })
    expect(bytes?.length).toBe(chunk.size)
    const rows = await listFiles(id)
    expect(rows.every((row) => row.provisional)).toBe(true)

    await ended(id)
    await expectCompletePackage(id)
    const progress = bench.context.receivedEvents.map((event) => event.progress)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(new Set(progress).size).toBeGreaterThan(3)
    expect(bench.context.receivedEvents.filter((event) => isFinal(event.state))).toEqual([
      bench.context.receivedEvents.at(-1),
    ])
    expect(new Set(bench.context.receivedEvents.map((event) => event.stage))).toContain('reading')
  })

  it.each([
    [{ do: 'spin' }, { cpuSeconds: 1 }, 'processor-time'],
    [{ do: 'buffers' }, { dataBytes: 300 * megabyte }, 'memory'],
    [{ do: 'hang' }, { wallClockMilliseconds: 500 }, 'wall-clock'],
  ])('fails %j at its resource limit after one attempt and reports the kind of limit', async (script, limits, kind) => {
    await startWorker({ limits })
    const row = await ended(await requestTranslation(script))
    expect(row).toMatchObject({ state: 'failed', attempts: 1, failure: { code: 'limit-exceeded', details: { kind } } })
    expect(await bench.derivatives.list(row.id)).toEqual([])
  })

  it('does not retry a damaged file', async () => {
    await startWorker()
    const row = await ended(await requestTranslation({ do: 'refuse', failure: { code: 'damaged', bytePosition: 5 } }))
    expect(row).toMatchObject({ state: 'failed', attempts: 1, failure: { code: 'damaged', bytePosition: 5 } })
    expect(bench.reports).toEqual([])
  })

  it('requeues its translation when stopped, and another worker completes it', async () => {
    await startWorker()
    const id = await requestTranslation({ do: 'draw', cubes: 120, pauseMilliseconds: 10 })
    await waitUntil(async () => (await readRow(id)).progress > 5)
    await bench.stopAll()
    expect(await readRow(id)).toMatchObject({ state: 'queued', attempts: 0, manifest: null })
    await startWorker()
    expect(await ended(id)).toMatchObject({ state: 'succeeded' })
    await expectCompletePackage(id)
  })

  it('completes more translations than it has reader slots', async () => {
    await startWorker({ size: 2 })
    const ids = await Promise.all(
      [1, 2, 3, 4].map((cubes) => requestTranslation({ do: 'draw', cubes, pauseMilliseconds: 30 })),
    )
    for (const id of ids) expect(await ended(id)).toMatchObject({ state: 'succeeded' })
    for (const id of ids) await expectCompletePackage(id)
  })

  it('fails a translation with reader-fault when its blob is missing', async () => {
    await startWorker()
    const { id } = await enqueue(bench.database, { content: 'never stored' })
    bench.context.events.publish(await readTranslationEvent(bench.context.database, id))
    const row = await waitForEnd(id)
    expect(row).toMatchObject({ state: 'failed', failure: { code: 'reader-fault' } })
    expect(bench.reports.length).toBe(3)
  })

  const lies = [
    'symlink',
    'folder-symlink',
    'hard-link',
    'folder',
    'missing',
    'wrong-hash',
    'wrong-size',
    'upwards',
    'huge',
    'no-manifest',
    'noise',
  ]
  it('rejects false claims of a compromised reader about its output', async () => {
    mkdirSync(join(bench.folder, 'private'), { recursive: true })
    const secret = join(bench.folder, 'private', 'secret.bin')
    writeFileSync(secret, 'secret')
    const sha256 = createHash('sha256').update('secret').digest('hex')
    await startWorker({ entry: dishonestReader, size: 2 })
    for (const lie of lies) {
      const id = await requestTranslation({ lie, secret, size: 6, sha256 })
      await bench.database.updateTable('translation').set({ maximum_attempts: 1 }).where('id', '=', id).execute()
      const row = await ended(id)
      expect(row, lie).toMatchObject({ state: 'failed', manifest: null })
      expect(await bench.derivatives.list(id), lie).toEqual([])
    }
  })
})
