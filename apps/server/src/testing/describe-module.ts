import type { Route } from '@kamar/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServerModule } from '../domain/server-module.js'
import { modules } from '../generated/modules.js'
import type { Job } from '../platform/jobs.js'
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
      const refusals = route.access === 'admin' ? [401, 403] : [401]
      const callers = [{}, bearer(user)].slice(0, refusals.length)
      const responses = await Promise.all(callers.map((headers) => server.inject({ ...request, headers })))
      expect(responses.map(({ statusCode }) => statusCode)).toEqual(refusals)
    })

    it.runIf(withInput.length > 0).each(withInput)('refuses malformed input of %s', async (_, route) => {
      const accepted: string[] = []
      for (const { payload, url } of createMalformedInputs(route)) {
        const headers = { ...bearer(administrator), ...(payload && { 'content-type': 'application/json' }) }
        const { body, statusCode } = await server.inject({
          method: route.method,
          url,
          headers,
          ...(payload && { payload }),
        })
        const isRefused = statusCode >= 400 && statusCode < 500
        // A parameter that identifies nothing may be ignored.
        if (!isRefused && (payload !== undefined || statusCode >= 500)) accepted.push(`${url} ${payload}: ${body}`)
      }
      expect(accepted).toEqual([])
    })

    it('runs its jobs twice', async () => {
      const jobs = listJobs()
      expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length)
      for (const job of [...jobs, ...jobs]) await job.run(new AbortController().signal)
    })

    it('ends its jobs when the server stops', async () => {
      for (const job of listJobs()) {
        await expect(job.run(AbortSignal.abort()).then(() => job.id)).resolves.toBe(job.id)
      }
    })

    const listJobs = (): readonly Job[] =>
      module.jobs?.({ service: server.find(module), context: server.services }) ?? []
  })
}

function fillPath({ path }: Route, parameter: string): string {
  return path.replaceAll(/:\w+/g, parameter)
}

interface MalformedInput {
  readonly url: string
  readonly payload?: string
}

function createMalformedInputs(route: Route): MalformedInput[] {
  const payloads = route.body === undefined ? [] : foreignBodies
  return [
    ...foreignParameters.map((parameter) => ({ url: fillPath(route, encodeURI(parameter)) })),
    ...payloads.map((payload) => ({ url: fillPath(route, 'unknown'), payload })),
  ]
}
