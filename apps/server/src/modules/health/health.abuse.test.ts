import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@kamar/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.js'
import { type HealthServices, readiness } from './health-service.js'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Returns the failing checks, leaked details, and the result of the liveness probe. */
async function readReadiness(change: Partial<HealthServices>): Promise<unknown> {
  const state = await readiness({ ...server.services, ...change })
  const failedChecks = Object.entries(state.checks).filter(([, check]) => !check.ready)
  const leaks = /\/tmp|postgres:|stack/i.exec(JSON.stringify(state))
  const liveness = (await server.inject({ url: '/api/health' })).json<unknown>()
  return { status: state.status, failed: failedChecks.map(([name]) => name), leaks, liveness }
}
const expectedState = (part: string) => ({
  status: 'not-ready',
  failed: [part],
  leaks: null,
  liveness: { status: 'alive' },
})

it('L04 readiness check reports the database as unavailable while the server stays alive', async () => {
  const closed = await openDatabase({})
  await closed.close()
  const { database } = closed
  expect(await readReadiness({ database })).toEqual(expectedState('database'))
})

it('L04 readiness check reports the worker as unavailable while the server stays alive', async () => {
  expect(await readReadiness({ isolation: () => Promise.reject(new RangeError('no reader')) })).toEqual(
    expectedState('worker'),
  )
})

it('L04 readiness check reports the storage as unavailable without a data folder while the server stays alive', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'kamar-gone-'))
  await rm(dataFolder, { recursive: true })
  expect(await readReadiness({ configuration: { ...server.services.configuration, dataFolder } })).toEqual(
    expectedState('storage'),
  )
})
