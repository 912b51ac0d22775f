import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@kamar/database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, startTestServer, type TestServer } from '../../testing/test-server.js'
import { type HealthServices, readiness } from './health-service.js'
import { describeModule } from '../../testing/describe-module.js'
import { healthModule } from './module.js'

describeModule(healthModule)

let server: TestServer
let missingFolder: string
beforeAll(async () => {
  server = await startTestServer()
  missingFolder = await mkdtemp(join(tmpdir(), 'kamar-gone-'))
  await rm(missingFolder, { recursive: true })
})
afterAll(() => server.close())

const checkReadiness = (change: Partial<HealthServices> = {}) => readiness({ ...server.services, ...change })

describe('health endpoints', () => {
  it('report alive and ready when all checks pass', async () => {
    expect((await server.inject({ url: '/api/health' })).json()).toEqual({ status: 'alive' })
    const response = await server.inject({ url: '/api/ready', headers: bearer(await server.administrator()) })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      status: 'ready',
      checks: { database: { ready: true }, storage: { ready: true }, worker: { ready: true } },
      isolation: 'off',
    })
    expect(response.json().checks.storage.detail).toMatch(/^\d+ MB free$/)
  })

  it('report alive but not ready when the storage is missing', async () => {
    await rm(server.folder, { recursive: true })
    const response = await server.inject({ url: '/api/ready' })
    expect(response.statusCode).toBe(503)
    expect(response.json()).toEqual({ status: 'not-ready' })
    expect(server.logged).toContainEqual(
      expect.objectContaining({
        msg: 'readiness check failed',
        checks: expect.objectContaining({ storage: { ready: false, detail: 'ENOENT' } }),
      }),
    )
    expect((await server.inject({ url: '/api/health' })).statusCode).toBe(200)
  })

  it.each(['an anonymous client', 'a user'])('show %s the status only', async (client) => {
    const headers = client === 'an anonymous client' ? {} : bearer(await server.createUser())
    const response = await server.inject({ url: '/api/ready', headers })
    expect(Object.keys(response.json())).toEqual(['status'])
    expect(JSON.stringify(response.headers)).not.toMatch(/fastify|node/i)
  })
})

describe('readiness', () => {
  it('reports the isolation level of readers', async () => {
    const state = await checkReadiness({
      configuration: { ...server.services.configuration, dataFolder: tmpdir() },
      isolation: () => Promise.resolve('sealed'),
    })
    expect(state).toMatchObject({
      status: 'ready',
      isolation: 'sealed',
      checks: { worker: { ready: true, detail: 'readers are sealed' } },
    })
  })

  it('reports the error code of a failed check', async () => {
    expect(
      await checkReadiness({
        configuration: { ...server.services.configuration, dataFolder: missingFolder },
      }),
    ).toMatchObject({
      status: 'not-ready',
      checks: { storage: { ready: false, detail: 'ENOENT' }, database: { ready: true } },
    })
  })

  it('is false without a database connection', async () => {
    const database = await openDatabase({ folder: null })
    await database.close()
    const state = await checkReadiness({ database: database.database })
    expect(state).toMatchObject({ status: 'not-ready', checks: { database: { ready: false } } })
    expect(state.checks.database.detail).not.toMatch(/pool|postgres/i)
  })

  it('is false when no reader can start', async () => {
    const state = await checkReadiness({ isolation: () => Promise.reject(new RangeError('no reader')) })
    expect(state).toMatchObject({ status: 'not-ready', isolation: 'unknown' })
    expect(state.checks.worker).toEqual({ ready: false, detail: 'no reader' })
  })

  it('fails a check that exceeds the timeout', async () => {
    const state = await checkReadiness({
      isolation: () => new Promise<string>(() => undefined),
      timeoutMilliseconds: 100,
    })
    expect(state.checks.worker).toEqual({ ready: false, detail: 'does not answer' })
  })
})
