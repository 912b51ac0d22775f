import type { Route } from '@kamar/contracts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServerModule } from '../domain/server-module.js'
import { modules } from '../generated/modules.js'
import { bearer, startTestServer, type TestServer, type TestUser } from './test-server.js'

/** Values of a path parameter that identify nothing. */
const foreignParameters = ['unknown', '%00', 'x'.repeat(300), "' or 1=1 --", '00000000-0000-7000-8000-000000000def']
/** Bodies that no route accepts. */
const foreignBodies = ['[]', 'null', '"text"', '{"__proto__":{"role":"admin"}}', '{']

/**
 * Tests what holds for every module: callers are refused as its routes declare, malformed input is refused and never
 * fails, its jobs may run twice, and it closes. Call it first in the test of a module.
 */
export function describeModule(module: ServerModule): void {
  const routes: readonly (readonly [string, Route])[] = Object.entries(module.routes)
  const closed = routes.filter(([, { access }]) => access === 'user' || access === 'viewer' || access === 'admin')
  const withInput = routes.filter(([, { body, path }]) => body !== undefined || path.includes(':'))

  describe(`module ${module.id}`, () => {
    let server: TestServer
    let user: TestUser
    let administrator: TestUser
    beforeAll(async () => {
      server = await startTestServer()
      user = await server.createUser()
      administrator = await server.administrator()
    })
    afterAll(() => server.close())

    it('is listed once', () => {
      expect(modules.filter(({ id }) => id === module.id)).toEqual([module])
    })

    it.runIf(closed.length > 0).each(closed)('refuses callers of %s without permission', async (_, route) => {
      const request = { method: route.method, url: fillPath(route, 'unknown') }
      expect((await server.inject(request)).statusCode).toBe(401)
      if (route.access === 'admin')
        expect((await server.inject({ ...request, headers: bearer(user) })).statusCode).toBe(403)
    })

    it.runIf(withInput.length > 0).each(withInput)('refuses malformed input of %s', async (_, route) => {
      for (const request of createMalformedRequests(route)) {
        const headers = { ...request.headers, ...bearer(administrator) }
        const { body, statusCode } = await server.inject({ ...request, headers })
        expect(statusCode, `${request.url} ${String(request.payload)}: ${body}`).toBeLessThan(500)
        if (request.payload !== undefined) expect(statusCode, String(request.payload)).toBeGreaterThanOrEqual(400)
      }
    })

    it('runs its jobs twice', async () => {
      const jobs = module.jobs?.({ service: server.find(module), context: server.services }) ?? []
      expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length)
      for (const job of [...jobs, ...jobs]) await job.run(new AbortController().signal)
    })

    it('stops its jobs before their next task', async () => {
      const jobs = module.jobs?.({ service: server.find(module), context: server.services }) ?? []
      for (const job of jobs) await job.run(AbortSignal.abort())
    })
  })
}

function fillPath({ path }: Route, parameter: string): string {
  return path.replaceAll(/:\w+/g, parameter)
}

function createMalformedRequests(route: Route): InjectOptions[] {
  const { body, method } = route
  const json = { 'content-type': 'application/json' }
  return [
    ...foreignParameters.map((parameter) => ({ method, url: fillPath(route, encodeURI(parameter)) })),
    ...(body === undefined
      ? []
      : foreignBodies.map((payload) => ({ method, url: fillPath(route, 'unknown'), payload, headers: json }))),
  ]
}
