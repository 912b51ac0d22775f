import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { compiledModule } from '@kamar/core'
import { openDatabase } from '@kamar/database'
import { DiskDerivativeStore } from '@kamar/storage'
import type { KillPoint } from '@kamar/test-kit'
import { readManifest } from '@kamar/package-format'
import { expect } from 'vitest'

const databaseModule = compiledModule(new URL('../../database/src/index.ts', import.meta.url).href, './index.js').href
const storageModule = compiledModule(new URL('../../storage/src/index.ts', import.meta.url).href, './index.js').href
const faultHook = compiledModule(
  new URL('../../test-kit/src/index.ts', import.meta.url).href,
  './faults/fault-hook.js',
).href
const ownModule = compiledModule(new URL('../src/index.ts', import.meta.url).href, './index.js').href
const readerEntry = new URL('scripted-reader.mjs', import.meta.url).href

/** A complete server without HTTP: embedded database, stores, readers, worker. It prints every change. */
const program = `
  import { openDatabase } from '${databaseModule}'
  import { DiskBlobStore, DiskDerivativeStore } from '${storageModule}'
  import { createTranslationEvents, createTranslationWorker, enqueueTranslation, ReaderPool } from '${ownModule}'
  const [folder, jobs, nonce] = process.argv.slice(2)
  const { database } = await openDatabase({ folder: folder + '/database' })
  const blobs = await DiskBlobStore.open(folder)
  const derivatives = await DiskDerivativeStore.open(folder)
  const events = createTranslationEvents()
  events.subscribe((event) => console.log(event.state + ' ' + event.progress + ' ' + event.manifestRevision))
  const pool = await ReaderPool.open({ workFolder: folder + '/work', size: 2, entry: new URL('${readerEntry}') })
  createTranslationWorker({ database, events, blobs, derivatives, pool, pollMilliseconds: 20 }).start()
  for (let n = 0; n < Number(jobs); n++) {
    const script = Buffer.from(JSON.stringify({ do: 'draw', cubes: n % 3 === 0 ? 48 : 2, pauseMilliseconds: 4, n, nonce }))
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

/** Data folder and number of jobs of a killed server. */
export interface KilledServer {
  readonly folder: string
  readonly jobs: number
  /** Servers with the same word request the same translations. */
  readonly word?: string
}

/** Starts the server; with a kill point it dies at that call. */
function start({ folder, jobs, word = '' }: KilledServer, killPoint?: KillPoint): ChildProcess {
  const path = join(folder, 'server.mjs')
  writeFileSync(path, program)
  const hook = killPoint === undefined ? [] : ['--import', faultHook]
  const child = spawn(process.execPath, [...hook, path, folder, String(jobs), word], {
    env: { ...process.env, KAMAR_TEST_FAULT_FOLDER: folder },
    stdio: [
      'ignore',
      'pipe',
      killPoint === undefined ? 'inherit' : 'pipe',
      ...(killPoint === undefined ? [] : ['ipc' as const]),
    ],
  })
  if (killPoint !== undefined) child.send(killPoint)
  return child
}

/** Kills the server as soon as it prints a matching line. */
export async function killWhen(server: KilledServer, reached: (line: string) => boolean): Promise<void> {
  const child = start(server)
  const closed = once(child, 'close')
  if (child.stdout === null) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) if (reached(line)) child.kill('SIGKILL')
  await closed
}

/** Lets the server die at a call; returns the call, or null if it finished before. */
export async function killAt(server: KilledServer, killPoint: KillPoint): Promise<string | null> {
  const child = start(server, killPoint)
  const closed = once(child, 'close')
  let errors = ''
  child.stderr?.on('data', (data: Buffer) => (errors += data.toString()))
  if (child.stdout === null) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) if (line === 'idle') child.kill('SIGKILL')
  await closed
  return /^died at (.*)$/m.exec(errors)?.[1]?.replace(server.folder, '') ?? null
}

/** Asserts the state after a kill: complete packages, and translations that continue. */
export async function expectCompleteOrQueued({ folder }: Pick<KilledServer, 'folder'>): Promise<readonly string[]> {
  const connection = await openDatabase({ folder: join(folder, 'database') })
  try {
    const rows = await connection.database.selectFrom('translation').selectAll().execute()
    const derivatives = await DiskDerivativeStore.open(folder)
    for (const row of rows) {
      const rowsOfFiles = connection.database.selectFrom('derivative').selectAll().where('translation_id', '=', row.id)
      const files = row.state === 'succeeded' ? await rowsOfFiles.execute() : []
      const listed = row.state === 'succeeded' ? readManifest(row.manifest).files : []
      expect(['queued', 'running', 'succeeded'], JSON.stringify(row.failure)).toContain(row.state)
      expect(files.map(({ path }) => path).toSorted()).toEqual(listed.map(({ path }) => path).toSorted())
      const stored = await derivatives.list(row.id)
      for (const file of files) expect(stored).toContainEqual({ path: file.path, sizeBytes: file.size_bytes })
    }
    return rows.map(({ state }) => state)
  } finally {
    await connection.close()
  }
}
