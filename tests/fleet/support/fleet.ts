import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ObjectStoreSettings } from '@kamar/storage'
import { createTemporaryFolder, freePort, waitUntil } from '@kamar/test-kit'
import pg from 'pg'
import { workerCredentials } from './object-store.js'
import { type ServerProcess, startServerProcess } from '../../../apps/server/src/testing/server-process.js'

/** Connections of the fleet's database and object store. */
interface FleetServices {
  readonly databaseUrl: string
  readonly objects: ObjectStoreSettings
}

const parts = await findParts()

/** Returns the connections from the project's setup; null if one of them is missing. */
export function findFleetServices(): FleetServices | null {
  return parts
}

/** Waits for servers that start while the tests of other projects run. */
async function findParts(): Promise<FleetServices | null> {
  const { KAMAR_TEST_DATABASE_URL: databaseUrl, KAMAR_TEST_FLEET_FILE: file, KAMAR_TEST_S3: objects } = process.env
  if (databaseUrl && objects) return { databaseUrl, objects: JSON.parse(objects) as ObjectStoreSettings }
  if (!file) return null
  await waitUntil(() => existsSync(file), { timeoutMilliseconds: 600_000, intervalMilliseconds: 200 })
  const state = JSON.parse(readFileSync(file, 'utf8')) as Partial<FleetServices> & { readonly failed?: string }
  if (state.failed !== undefined) throw new Error(`the servers of the fleet do not start: ${state.failed}`)
  return state.databaseUrl && state.objects ? { databaseUrl: state.databaseUrl, objects: state.objects } : null
}

/** Process of a fleet, which can be killed and restarted with an empty folder. */
export interface Member {
  readonly name: string
  readonly role: 'server' | 'worker'
  /** For a server the user interface, for a worker the metrics. */
  readonly address: string
  start(): Promise<void>
  kill(): Promise<void>
}

/** Servers and workers on one database and one bucket, each with its own folder and lifetime. */
export interface Fleet {
  readonly servers: readonly Member[]
  readonly workers: readonly Member[]
  readonly databaseUrl: string
  readonly objects: ObjectStoreSettings
  /** Settings of every server, except its role and its folder. */
  readonly settings: Readonly<Record<string, string>>
  /** The same for workers: a separate database role and key, and no secret. */
  readonly workerSettings: Readonly<Record<string, string>>
  dispose(): Promise<void>
}

/** Creates a separate database with a role for workers; `drop` terminates remaining connections. */
export async function makeDatabase(): Promise<{
  readonly url: string
  readonly workerRole: string
  /** URL with the worker role. */
  readonly workerUrl: string
  drop(): Promise<void>
}> {
  if (parts === null) throw new Error('there is no database server or no object store')
  const name = `kamar_fleet_${randomUUID().replaceAll('-', '')}`
  await administer(parts.databaseUrl, `create database ${name}`)
  const workerRole = `${name}_worker`
  await administer(parts.databaseUrl, `create role ${workerRole} login`)
  const url = new URL(parts.databaseUrl)
  url.pathname = `/${name}`
  const workerUrl = new URL(url)
  workerUrl.username = workerRole
  return {
    url: url.href,
    workerRole,
    workerUrl: workerUrl.href,
    async drop() {
      await administer(parts.databaseUrl, `drop database ${name} with (force)`)
      await administer(parts.databaseUrl, `drop role ${workerRole}`)
    },
  }
}

/** Starts a fleet on a separate database and a separate part of the bucket. */
export async function startFleet(counts: { readonly servers: number; readonly workers: number }): Promise<Fleet> {
  if (parts === null) throw new Error('there is no database server or no object store')
  const database = await makeDatabase()
  const objects = { ...parts.objects, prefix: `fleet/${randomUUID()}` }
  const folder = await createTemporaryFolder()
  const settings = {
    ...createSettings(database.url, objects),
    KAMAR_SECRET: 'a secret that all servers of the test share, 0123456789',
    KAMAR_WORKER_DATABASE_ROLE: database.workerRole,
  }
  const workerSettings = createSettings(database.workerUrl, { ...objects, credentials: workerCredentials })
  const make = async (role: Member['role'], index: number): Promise<Member> =>
    member({
      name: `${role} ${index + 1}`,
      role,
      folder: join(folder, `${role}-${index}`),
      settings: role === 'server' ? settings : workerSettings,
      port: await freePort(),
    })
  const servers = await Promise.all(Array.from({ length: counts.servers }, (_, index) => make('server', index)))
  const workers = await Promise.all(Array.from({ length: counts.workers }, (_, index) => make('worker', index)))
  const all = [...servers, ...workers]
  await Promise.all(all.map((one) => one.start()))
  return {
    servers,
    workers,
    databaseUrl: database.url,
    objects,
    settings,
    workerSettings,
    async dispose() {
      await Promise.all(all.map((one) => one.kill()))
      await rm(folder, { recursive: true, force: true })
      await database.drop()
    },
  }
}

function createSettings(databaseUrl: string, objects: ObjectStoreSettings): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    KAMAR_S3_BUCKET: objects.bucket,
    KAMAR_S3_ENDPOINT: objects.endpoint ?? '',
    KAMAR_S3_PREFIX: objects.prefix,
    KAMAR_S3_ACCESS_KEY_ID: objects.credentials?.accessKeyId ?? '',
    KAMAR_S3_SECRET_ACCESS_KEY: objects.credentials?.secretAccessKey ?? '',
  }
}

interface MemberOptions {
  readonly name: string
  readonly role: Member['role']
  readonly folder: string
  readonly settings: Readonly<Record<string, string>>
  readonly port: number
}

function member({ folder, name, port, role, settings }: MemberOptions): Member {
  let running: ServerProcess | null = null
  const translating = { KAMAR_WORKERS: '1', KAMAR_WARM_READERS: 'false' }
  const own = role === 'server' ? { PORT: String(port) } : { ...translating, KAMAR_METRICS_PORT: String(port) }
  const address = `http://127.0.0.1:${port}`
  return {
    name,
    role,
    address,
    async start() {
      await rm(folder, { recursive: true, force: true })
      running = startServerProcess({ ...settings, ...own, KAMAR_ROLE: role, KAMAR_DATA_DIR: folder })
      const ready = role === 'server' ? running.ready : waitUntilAvailable(`${address}/ready`)
      await Promise.race([
        ready,
        running.ended.then((code) => {
          throw new Error(`${name} ended with ${code}: ${running?.errors()}`)
        }),
      ])
    },
    async kill() {
      running?.process.kill('SIGKILL')
      await running?.ended
      running = null
    },
  }
}

async function waitUntilAvailable(url: string): Promise<void> {
  for (;;) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
