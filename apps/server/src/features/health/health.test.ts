import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@kamar/database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, startTestServer, type TestServer } from '../../testing/test-server.js'
import { type HealthServices, readiness } from './health-service.js'

let server: TestServer
let missingFolder: string
beforeAll(async () => {
  server = await startTestServer()
  missingFolder = await mkdtemp(join(tmpdir(), 'kamar-gone-'))
  await rm(missingFolder, { recursive: true })
})
afterAll(() => server.close())

const checkReadiness = (change: Partial<HealthServices> = {}) => readiness({ ...server.services.health, ...change })

describe('the health calls', () => {
  it('say alive and ready when everything answers', async () => {
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

  it('say alive and not ready when something is away', async () => {
    await rm(server.folder, { recursive: true })
    const response = await server.inject({ url: '/api/ready' })
    expect(response.statusCode).toBe(503)
    expect(response.json()).toEqual({ status: 'not-ready' })
    expect(server.logged).toContainEqual(
      expect.objectContaining({
        msg: 'not ready',
        checks: expect.objectContaining({ storage: { ready: false, detail: 'ENOENT' } }),
      }),
    )
    expect((await server.inject({ url: '/api/health' })).statusCode).toBe(200)
  })

  it.each(['nobody', 'a user'])('tell %s yes or no and nothing else', async (who) => {
    const headers = who === 'nobody' ? {} : bearer(await server.createUser())
    const response = await server.inject({ url: '/api/ready', headers })
    expect(Object.keys(response.json())).toEqual(['status'])
    expect(JSON.stringify(response.headers)).not.toMatch(/fastify|node/i)
  })
})

describe('readiness', () => {
  it('says how well readers are shut in', async () => {
    const state = await checkReadiness({ dataFolder: tmpdir(), isolation: () => Promise.resolve('sealed') })
    expect(state).toMatchObject({
      status: 'ready',
      isolation: 'sealed',
      checks: { worker: { ready: true, detail: 'readers are sealed' } },
    })
  })

  it('names what is away in a word', async () => {
    expect(await checkReadiness({ dataFolder: missingFolder })).toMatchObject({
      status: 'not-ready',
      checks: { storage: { ready: false, detail: 'ENOENT' }, database: { ready: true } },
    })
  })

  it('is not there without its database', async () => {
    const away = await openDatabase({ folder: null })
    await away.close()
    const state = await checkReadiness({ database: away.database })
    expect(state).toMatchObject({ status: 'not-ready', checks: { database: { ready: false } } })
    expect(state.checks.database.detail).not.toMatch(/pool|postgres/i)
  })

  it('is not there when no reader can be started', async () => {
    const state = await checkReadiness({ isolation: () => Promise.reject(new RangeError('no reader')) })
    expect(state).toMatchObject({ status: 'not-ready', isolation: 'unknown' })
    expect(state.checks.worker).toEqual({ ready: false, detail: 'no reader' })
  })

  it('does not wait for what does not answer', async () => {
    const state = await checkReadiness({
      isolation: () => new Promise<string>(() => undefined),
      timeoutMilliseconds: 100,
    })
    expect(state.checks.worker).toEqual({ ready: false, detail: 'does not answer' })
  })
})
