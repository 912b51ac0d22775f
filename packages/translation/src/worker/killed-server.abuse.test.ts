import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { compiledModule } from '@kamar/contracts'
import { openDatabase } from '@kamar/database'
import { DiskDerivativeStore } from '@kamar/storage'
import { temporaryFolder } from '@kamar/test-kit'
import { readManifest } from '@kamar/view-package'
import { describe, expect, it } from 'vitest'

const jobs = 6
const databaseModule = compiledModule(
  new URL('../../../database/src/index.ts', import.meta.url).href,
  './index.js',
).href
const storageModule = compiledModule(new URL('../../../storage/src/index.ts', import.meta.url).href, './index.js').href
const ownModule = compiledModule(import.meta.url, '../index.js').href
const readerEntry = new URL('../../test-support/scripted-reader.mjs', import.meta.url).href

/** A whole server but for its requests: embedded database, stores, readers, worker. It says every change as it happens. */
const server = `
  import { openDatabase } from '${databaseModule}'
  import { DiskBlobStore, DiskDerivativeStore } from '${storageModule}'
  import { createTranslationEvents, createTranslationWorker, enqueueTranslation, ReaderPool } from '${ownModule}'
  const [folder, jobs] = process.argv.slice(2)
  const { database } = await openDatabase({ folder: folder + '/database' })
  const blobs = await DiskBlobStore.open(folder)
  const derivatives = await DiskDerivativeStore.open(folder)
  const events = createTranslationEvents()
  events.subscribe((event) => console.log(event.state + ' ' + event.progress + ' ' + event.manifestRevision))
  const pool = await ReaderPool.open({ workFolder: folder + '/work', size: 2, entry: new URL('${readerEntry}') })
  createTranslationWorker({ database, events, blobs, derivatives, pool, pollMilliseconds: 20 }).start()
  for (let n = 0; n < Number(jobs); n++) {
    const script = Buffer.from(JSON.stringify({ do: 'draw', cubes: n % 3 === 0 ? 48 : 2, pauseMilliseconds: 4, n }))
    const stored = await blobs.put([script])
    await database.insertInto('blob').values({ sha256: stored.sha256, size_bytes: stored.sizeBytes }).onConflict((c) => c.doNothing()).execute()
    await enqueueTranslation(database, { blobSha256: stored.sha256, sourceBytes: stored.sizeBytes, fileName: 'a.stl', formatId: 'stl' })
  }
  // Each kill costs an attempt of what is running then; here they come faster than in anybody's life.
  await database.updateTable('translation').set({ maximum_attempts: 99 }).execute()
  console.log('enqueued')
  setInterval(async () => {
    const left = await database.selectFrom('translation').select('id').where('state', 'in', ['queued', 'running']).limit(1).execute()
    if (left.length === 0) console.log('idle')
  }, 50)
`

/** Points of a translation's life, by what the server says when it gets there. */
const moments: readonly (readonly [name: string, test: (line: string) => boolean])[] = [
  ['everything is queued', (line) => line === 'enqueued'],
  ['the first is claimed', (line) => line.startsWith('running 0 ')],
  ['a chunk is shown', (line) => /^running \d+(\.\d+)? [2-9]/.test(line)],
  ['packing begins', (line) => /^running (8[5-9]|9\d)/.test(line)],
  ['the first is complete', (line) => line.startsWith('succeeded')],
]

async function runUntil(child: ChildProcess, reached: (line: string) => boolean): Promise<void> {
  const closed = once(child, 'close')
  if (child.stdout === null) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) if (reached(line)) child.kill('SIGKILL')
  await closed
}

describe('a server that is killed', () => {
  it('B01 a server killed at every point of a translation ends every one of them once and whole after its restart', async () => {
    const folder = await temporaryFolder()
    const program = join(folder, 'server.mjs')
    mkdirSync(folder, { recursive: true })
    writeFileSync(program, server)
    for (const [, reached] of [...moments, ['all is done', (line: string) => line === 'idle'] as const]) {
      const child = spawn(process.execPath, [program, folder, String(jobs)], { stdio: ['ignore', 'pipe', 'inherit'] })
      await runUntil(child, reached)
    }

    const opened = await openDatabase({ folder: join(folder, 'database') })
    const { database } = opened
    const derivatives = await DiskDerivativeStore.open(folder)
    const rows = await database.selectFrom('translation').selectAll().execute()
    expect(rows).toHaveLength(jobs)
    for (const row of rows) {
      expect(row.state, JSON.stringify(row.failure)).toBe('succeeded')
      const files = await database.selectFrom('derivative').selectAll().where('translation_id', '=', row.id).execute()
      expect(files.map((file) => file.path).toSorted()).toEqual(
        readManifest(row.manifest)
          .files.map((file) => file.path)
          .toSorted(),
      )
      const stored = await derivatives.list(row.id)
      for (const file of files) expect(stored).toContainEqual({ path: file.path, sizeBytes: file.size_bytes })
    }
    await opened.close()
  }, 240_000)
})
