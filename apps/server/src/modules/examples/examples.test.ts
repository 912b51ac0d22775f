import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readiness, SampleModel } from '@kamar/contracts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfiguration } from '../../platform/configuration/configuration.js'
import { type RunningServer, startServer } from '../../start.js'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { exampleProjectId, systemAccountId } from '../../domain/projects/example-project.js'
import { describeModule } from '../../testing/describe-module.js'
import { examplesModule } from './module.js'

describeModule(examplesModule)

let server: TestServer
let user: TestUser
beforeAll(async () => {
  server = await startTestServer()
  user = await server.createUser()
  await server.runJobs('examples.import')
})
afterAll(() => server.close())

const examples = async (of = user): Promise<SampleModel[]> =>
  (await server.inject({ url: '/api/examples', headers: bearer(of) })).json()

describe('example models', () => {
  it('are three models, and the first has the name and description of the specification', async () => {
    const samples = await examples()
    expect(samples).toHaveLength(3)
    expect(samples[0]).toEqual({
      name: 'Sample House',
      description: 'basic house model for testing',
      urn: expect.stringMatching(/^[\w-]{32}$/) as unknown,
    })
  })

  it('are imported once, even when the server restarts', async () => {
    const before = await examples()
    await server.runJobs('examples.import')
    expect(await examples()).toEqual(before)
    const rows = await server.services.database
      .selectFrom('file')
      .select('id')
      .where('project_id', '=', exampleProjectId)
      .execute()
    expect(rows).toHaveLength(3)
  })

  it('include their companion files', async () => {
    const companions = await server.services.database.selectFrom('companion').select('name').execute()
    expect(companions.map((companion) => companion.name)).toContain('footbridge.mtl')
  })

  it('are queued for translation once each with their companion files', async () => {
    const queued = await server.services.database
      .selectFrom('translation')
      .select(['file_name', 'companions'])
      .execute()
    const names = queued.map(({ file_name, companions }) =>
      [file_name, ...companions.map(({ name }) => name)].join(' '),
    )
    expect(names.toSorted()).toEqual(['model.ifc', 'model.obj footbridge.mtl', 'model.stl'])
  })

  it('are not listed among user files and cannot be deleted', async () => {
    const files = await server.inject({ url: '/api/auth/my-urns', headers: bearer(user) })
    expect(files.json()).toEqual([])
    const { id } = await server.services.database
      .selectFrom('file')
      .select('id')
      .where('project_id', '=', exampleProjectId)
      .executeTakeFirstOrThrow()
    for (const of of [user, await server.administrator()]) {
      const removed = await server.inject({ method: 'DELETE', url: `/api/auth/my-urns/${id}`, headers: bearer(of) })
      expect(removed.statusCode).toBe(404)
    }
  })

  it('belong to an account that cannot sign in', async () => {
    const owner = await server.services.database
      .selectFrom('account')
      .select(['email', 'password_hash'])
      .where('id', '=', systemAccountId)
      .executeTakeFirstOrThrow()
    expect(owner.password_hash).toBeNull()
    for (const password of ['', 'null', 'password']) {
      const response = await server.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: owner.email, password },
      })
      expect([401, 422]).toContain(response.statusCode)
    }
  })

  it('are replaced when a newer version contains others', async () => {
    const [first] = await examples()
    await server.services.database
      .updateTable('file_version')
      .set({ upload_id: `${systemAccountId}/older` })
      .where('urn', '=', first?.urn ?? '')
      .execute()
    await server.runJobs('examples.import')
    const samples = await examples()
    expect(samples).toHaveLength(3)
    expect(samples.map((example) => example.urn)).not.toContain(first?.urn)
  })
})

interface SignedIn {
  readonly access_token: string
}

describe('example models on a running server', () => {
  let folder: string
  let running: RunningServer
  const administrator = { username: 'steward', password: 'words of an administrator' }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kamar-examples-'))
    const own = { port: 0, host: '127.0.0.1', dataFolder: folder, workers: 1, administrator }
    const configuration = { ...readConfiguration({}), ...own }
    running = await startServer(configuration, pino({ level: 'silent' }))
  })
  afterAll(async () => {
    await running.stop()
    await rm(folder, { recursive: true })
  })

  it('are translated at the first start and readable by every signed-in user', async () => {
    const call = async (method: string, path: string, body?: object, token?: string): Promise<Response> =>
      fetch(`${running.address}${path}`, {
        method,
        headers: {
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    const form = { email: 'visitor@kamar.test', password: 'words of a visitor' }
    await call('POST', '/api/auth/register', { ...form, name: 'Visitor' })
    const { access_token: token } = (await (await call('POST', '/api/auth/login', form)).json()) as SignedIn
    const manifests = await vi.waitFor(
      async () => {
        const samples = (await (await call('GET', '/api/examples', undefined, token)).json()) as SampleModel[]
        expect(samples).toHaveLength(3)
        const responses = await Promise.all(
          samples.map(({ urn }) => call('GET', `/api/derivatives/${urn}/manifest.json`, undefined, token)),
        )
        expect(responses.map((response) => response.status)).toEqual([200, 200, 200])
        const bodies = (await Promise.all(responses.map((response) => response.json()))) as Record<string, unknown>[]
        expect(bodies.map((body) => body['state'])).toEqual(['complete', 'complete', 'complete'])
        return samples.map(({ urn }, index) => ({ urn, manifest: bodies[index] }))
      },
      { timeout: 50_000, interval: 300 },
    )
    for (const { urn, manifest } of manifests) {
      const files = manifest?.['files'] as { path: string; size: number }[]
      for (const { path } of files) {
        expect((await call('GET', `/api/derivatives/${urn}/${path}`, undefined, token)).status, path).toBe(200)
        expect((await call('GET', `/api/derivatives/${urn}/${path}`)).status, path).toBe(401)
      }
    }
    const signedIn = (await (await call('POST', '/api/admin/login', administrator)).json()) as SignedIn
    const ready = (await (await call('GET', '/api/ready', undefined, signedIn.access_token)).json()) as Readiness
    expect(['sealed', 'confined', 'restricted', 'limited', 'process']).toContain(ready.isolation)
  })
})
