import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileRecord, UploadResult } from '@kamar/contracts'
import { appendAuditEvent, type OpenDatabase } from '@kamar/database'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { type Application, type ApplicationDependencies, createApplication, type HttpOptions } from '../application.js'
import { type Configuration, readConfiguration } from '../platform/configuration/configuration.js'
import { insertAccount } from '../domain/accounts/account-store.js'
import { hashPassword } from '../domain/accounts/passwords.js'
import { createEventBus } from '../platform/events/event-bus.js'
import { createServerChannels } from '../platform/events/server-events.js'
import { computeJobId } from '../domain/files/file-records.js'
import type { ModuleContext } from '../domain/module-context.js'
import { emptyDatabase, releaseDatabase } from './empty-database.js'

/** Signed-in user. */
export interface TestUser {
  readonly email: string
  readonly password: string
  readonly id: string
  readonly token: string
  /** Value of the refresh cookie. */
  readonly refresh: string
}

export interface TestServerOptions {
  readonly configuration?: Partial<Configuration>
  readonly parts?: Partial<ApplicationDependencies>
  readonly app?: Partial<HttpOptions>
}

/** Complete server on an in-memory database and a temporary folder, without readers. */
export interface TestServer {
  readonly app: FastifyInstance
  /** Connections of the database. */
  readonly pool: OpenDatabase['pool']
  /** What the modules get. */
  readonly services: ModuleContext
  /** Returns the service of a module. */
  readonly find: Application['find']
  readonly folder: string
  /** Parsed log lines. */
  readonly logged: readonly Record<string, unknown>[]
  inject(options: InjectOptions): Promise<LightMyRequestResponse>
  /** Opens a port of this machine and returns its address. */
  listen(): Promise<string>
  /** Creates a signed-in user. */
  createUser(name?: string): Promise<TestUser>
  administrator(): Promise<TestUser>
  /** Uploads a small file and returns its record. */
  upload(user: TestUser, fileName: string, content?: string | Buffer): Promise<FileRecord>
  /** Returns the id of the translation of a file's job. */
  findTranslationId(file: Pick<FileRecord, 'id' | 'jobId'>): Promise<string>
  /** Runs the hourly jobs, or the one with this id, as a server does. */
  runJobs(id?: string): Promise<void>
  close(): Promise<void>
}

let userCount = 0

const defaultPassword = 'the words of everybody'
const defaultPasswordHash = hashPassword(defaultPassword)

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kamar-server-'))
  const logged: Record<string, unknown>[] = []
  const log = pino({ level: 'debug' }, { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) })
  const open = await emptyDatabase()
  const configuration = { ...readConfiguration({}), dataFolder: folder, workers: 0, ...options.configuration }
  const events = createEventBus(createServerChannels(), null)
  const dependencies = { configuration, open, events, log, isolation: () => null, ...options.parts }
  const { buildHttp, context: services, find, jobs } = await createApplication(dependencies)
  const app = await buildHttp({ webFolder: join(folder, 'no-web-site'), ...options.app })
  const inject = (request: InjectOptions): Promise<LightMyRequestResponse> => app.inject(request)
  const user = (name = `person-${++userCount}`): Promise<TestUser> => insertUser(services, name)
  return {
    app,
    pool: open.pool,
    services,
    find,
    folder,
    logged,
    inject,
    createUser: user,
    async listen() {
      await app.listen({ port: 0, host: '127.0.0.1' })
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    },
    async administrator() {
      const administrator = await user(`administrator-${++userCount}`)
      await services.database.updateTable('account').set({ role: 'admin' }).where('id', '=', administrator.id).execute()
      return administrator
    },
    async upload(user, fileName, content = `solid ${fileName}\nendsolid ${fileName}\n`) {
      const response = await inject({ method: 'POST', url: '/api/auth/upload', ...fileForm(user, fileName, content) })
      if (response.statusCode !== 200) throw new Error(`upload answered ${response.statusCode} ${response.body}`)
      return response.json<UploadResult>().file
    },
    async findTranslationId({ id, jobId }) {
      const rows = await services.database.selectFrom('translation').select('id').execute()
      const row = rows.find((translation) => computeJobId(id, translation.id) === jobId)
      if (!row) throw new Error(`The file ${id} has no job ${jobId}`)
      return row.id
    },
    async runJobs(id) {
      const due = jobs.filter((job) => (id === undefined ? job.every === 'hour' : job.id === id))
      if (due.length === 0) throw new Error(`no job ${id}`)
      for (const job of due) await job.run(new AbortController().signal)
    },
    async close() {
      await app.close()
      await releaseDatabase(open)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the headers of a signed-in user. */
export function bearer({ token }: TestUser): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}

/** Returns the value of a cookie that a response sets; null when it sets none. */
export function cookieOf(response: LightMyRequestResponse, name = 'kamar_refresh'): string | null {
  return response.cookies.find((cookie) => cookie.name === name)?.value ?? null
}

/** Returns headers and payload of a multipart form with one file. */
export function fileForm(
  user: TestUser,
  fileName: string,
  content: string | Buffer,
  fields: Readonly<Record<string, string>> = {},
): { headers: Record<string, string>; payload: Buffer } {
  const boundary = 'KamarBoundary'
  const disposition = `form-data; name="file"; filename="${fileName}"`
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const payload = Buffer.concat([
    Buffer.from(parts.join('')),
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: ${disposition}\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { headers: { ...bearer(user), 'content-type': `multipart/form-data; boundary=${boundary}` }, payload }
}

/** Inserts the rows of registration and sign-in, without two password hashes and three requests for each user. */
async function insertUser({ database, domain }: ModuleContext, name: string): Promise<TestUser> {
  const { sessions, tokens } = domain
  const email = `${name}@kamar.test`
  const passwordHash = await defaultPasswordHash
  return database.transaction().execute(async (transaction) => {
    const id = await insertAccount(transaction, { email, name, passwordHash, role: 'user', status: 'pending' })
    await transaction.updateTable('account').set({ email_verified_at: new Date() }).where('id', '=', id).execute()
    await appendAuditEvent(transaction, { actor: id, action: 'account.register', subject: id })
    const grant = await sessions.begin(transaction, { accountId: id, remember: false, userAgent: 'lightMyRequest' })
    await appendAuditEvent(transaction, { actor: id, action: 'session.begin', subject: grant.family })
    const token = await tokens.issue('access', { accountId: id, sessionFamily: grant.family })
    return { email, password: defaultPassword, id, token, refresh: grant.token }
  })
}
