import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { compiledModule } from '@kamar/core'
import pg from 'pg'
import { columnTypes } from '../tables/column-types.js'
import { DatabaseOpenError } from '../errors.js'
import type { Connections } from '../server-pool.js'
import { ChangeCounter } from './change-counter.js'
import type { ClusterSettings, FromCluster, ToCluster } from './cluster-messages.js'
import { lockFolder } from './folder-lock.js'
import { WireStream } from './wire-stream.js'

interface StartedWorker {
  readonly worker: Worker
  readonly durable: boolean
  readonly fromTemplate: boolean
}

function startWorker(settings: ClusterSettings): Promise<StartedWorker> {
  const worker = new Worker(compiledModule(import.meta.url, './cluster-worker.js'), { workerData: settings })
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (message: FromCluster) => {
      worker.off('error', reject)
      worker.on('error', () => undefined) // the wire streams are notified by 'exit'
      const isReady = message.type === 'ready'
      resolve({ worker, durable: isReady && message.durable, fromTemplate: isReady && message.fromTemplate })
    })
  })
}

/** Makes the thread save its cluster as a template. */
async function saveTemplate(worker: Worker): Promise<void> {
  const answered = new Promise<void>((resolve) => {
    worker.on('message', function listener(message: FromCluster) {
      if (message.type !== 'template-stored' && message.type !== 'broken') return
      worker.off('message', listener)
      resolve()
    })
  })
  worker.postMessage({ type: 'store-template' } satisfies ToCluster)
  await answered
}

async function stopWorker(worker: Worker): Promise<void> {
  const exited = once(worker, 'exit')
  const closed = new Promise<void>((resolve) => {
    worker.on('message', (message: FromCluster) => {
      if (message.type === 'closed' || message.type === 'broken') resolve()
    })
  })
  worker.postMessage({ type: 'close' } satisfies ToCluster)
  await Promise.race([closed, exited])
  await worker.terminate()
}

/** Creates a pool of one connection: PostgreSQL in a single process has one session, and `pg` queues the callers. */
function poolOver(worker: Worker, counter: ChangeCounter): pg.Pool {
  return new pg.Pool({
    max: 1,
    user: 'postgres',
    database: 'postgres',
    stream: (): Duplex => new WireStream(worker, counter),
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 120_000,
    types: columnTypes,
  })
}

async function open(folder: string | null, template = ''): Promise<Connections> {
  const { worker, durable, fromTemplate } = await startWorker({ folder, template })
  if (folder !== null && !durable) {
    await stopWorker(worker)
    throw new DatabaseOpenError(
      'not-durable',
      'The embedded database does not reach the disk at commit; refusing to start.',
    )
  }
  const counter = new ChangeCounter()
  const pool = poolOver(worker, counter)
  const changes = (): number => counter.count
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => (closing ??= pool.end().then(() => stopWorker(worker)))
  if (folder !== null) return { pool, kind: 'embedded', changes, close }
  const saveCluster = (): Promise<void> => (fromTemplate ? Promise.resolve() : saveTemplate(worker))
  return { pool, kind: 'memory', changes, close, saveTemplate: saveCluster }
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/**
 * Syncs what initdb has written to disk: it bypasses our fsync, and PostgreSQL itself only syncs its later changes.
 * Uses one call for the whole file system where available, because a thousand fsyncs take seconds on a busy disk.
 */
function syncTree(folder: string): void {
  if (spawnSync('sync', ['-f', folder], { stdio: 'ignore' }).status !== 0) syncEachFile(folder)
}

function syncEachFile(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncEachFile(path)
    else if (entry.isFile()) sync(path)
  }
  sync(folder)
}

/**
 * Opens the cluster of a folder. Nothing is acknowledged before the marker file exists, so a cluster without it is an
 * interrupted first start, and is initialised again.
 */
async function openMarked(folder: string): Promise<Connections> {
  const cluster = join(folder, 'cluster')
  const mark = join(folder, 'initialised')
  const isFirstStart = !existsSync(mark)
  if (isFirstStart) rmSync(cluster, { recursive: true, force: true })
  mkdirSync(cluster, { recursive: true, mode: 0o700 })
  const connections = await open(cluster)
  if (isFirstStart) {
    syncTree(cluster)
    writeFileSync(mark, '')
    sync(mark)
    sync(folder)
  }
  return connections
}

/**
 * Starts PostgreSQL inside this process (PGlite in a worker thread). In a worker, because on the main thread every
 * query blocks the event loop; over `pg`'s wire protocol, so that one dialect and one driver serve both adapters. In
 * memory it starts from the saved `template`, or empty.
 */
export async function openCluster(folder: string | null, template: () => string): Promise<Connections> {
  if (folder === null) return open(null, template())
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(folder)
  try {
    const connections = await openMarked(folder)
    let closing: Promise<void> | undefined
    return { ...connections, close: () => (closing ??= connections.close().finally(unlock)) }
  } catch (error) {
    unlock()
    throw error
  }
}
