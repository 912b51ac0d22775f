import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import type { ClusterSettings, FromCluster, ToCluster } from './cluster-messages.js'
import { emptyTemplate, readTemplate, writeTemplate } from './cluster-template.js'
import { DurableFileSystem } from './durable-file-system.js'

const { folder, template } = workerData as ClusterSettings
const sharedBuffers = '16MB'

// Raises the budget after which V8 optimises a WebAssembly function to fifty times the default: a start and its first
// thousand queries cost 1.7 s of a core instead of 2.4 s, six thousand cost the same (measured, Node 20).
setFlagsFromString('--wasm-tiering-budget=90000000')

// `-F` turns fsync off. The default sync method is fdatasync, which emscripten maps to a no-op; we hook fsync.
const durableParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  `shared_buffers=${sharedBuffers}`,
]

async function openOnDisk(path: string): Promise<{ postgres: PGlite; durable: boolean; fromTemplate: boolean }> {
  const fileSystem = new DurableFileSystem(path)
  const postgres = await PGlite.create({ fs: fileSystem, startParams: durableParameters })
  const before = fileSystem.syncs
  // Writes only a commit record: the cheapest operation that must reach the disk.
  await postgres.query("select pg_logical_emit_message(true, 'kamar', 'start')")
  return { postgres, durable: fileSystem.syncs > before, fromTemplate: false }
}

async function openInMemory(): Promise<{ postgres: PGlite; durable: boolean; fromTemplate: boolean }> {
  for (const name of [template, emptyTemplate]) {
    const loadDataDir = await readTemplate(name)
    if (loadDataDir === null) continue
    const postgres = await PGlite.create('memory://', { loadDataDir })
    return { postgres, durable: false, fromTemplate: name === template }
  }
  const postgres = await PGlite.create('memory://')
  await writeTemplate(emptyTemplate, await postgres.dumpDataDir('none'))
  return { postgres, durable: false, fromTemplate: false }
}

const send = (message: FromCluster, transfer: ArrayBuffer[] = []): void => parentPort?.postMessage(message, transfer)

async function respond(postgres: PGlite, message: Extract<ToCluster, { type: 'wire' }>): Promise<void> {
  const { connection } = message
  await postgres.execProtocolRawStream(message.bytes, {
    syncToFs: false,
    onRawData: (data) => {
      const bytes = data.slice()
      send({ type: 'wire', connection, bytes }, [bytes.buffer])
    },
  })
}

async function handle(postgres: PGlite, message: ToCluster): Promise<void> {
  if (message.type === 'close') {
    await postgres.close()
    send({ type: 'closed' })
  } else if (message.type === 'store-template') {
    await postgres.exec('checkpoint')
    await writeTemplate(template, await postgres.dumpDataDir('none'))
    send({ type: 'template-stored' })
  } else if (message.type === 'connect') {
    // There is only one session: state left by a lost connection must not leak into the next. Two calls, because the
    // second may not run inside the first's implicit transaction.
    if (message.connection > 1) {
      await postgres.exec('rollback')
      await postgres.exec('discard all')
    }
  } else {
    await respond(postgres, message)
  }
}

const { postgres, durable, fromTemplate } = await (folder === null ? openInMemory() : openOnDisk(folder))
let queue: Promise<void> = Promise.resolve()
parentPort?.on('message', (message: ToCluster) => {
  queue = queue
    .then(() => handle(postgres, message))
    .catch((error: unknown) => {
      const connection = 'connection' in message ? message.connection : 0
      send({ type: 'broken', connection, message: error instanceof Error ? error.message : String(error) })
    })
})
send({ type: 'ready', durable, fromTemplate })
