import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.js'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('APS API', () => {
  it.each([
    ['GET', '/project/v1/hubs', 'reason'],
    ['GET', '/data/v1/projects/b.1/items/2', 'reason'],
    ['POST', '/da/us-east/v3/workitems', 'reason'],
    ['GET', '/userprofile/v1/users/@me', 'reason'],
    ['GET', '/oss/v2/nothing', 'reason'],
    ['GET', '/modelderivative/v2/nothing', 'diagnostic'],
    ['GET', '/webhooks/v2/nothing', 'detail'],
    ['GET', '/authentication/v2/authorize', 'developerMessage'],
    ['GET', '/.well-known/openid-federation', 'developerMessage'],
  ] as const)('answers the unknown path %s %s with 404 and a %s', async (method, url, field) => {
    const response = await server.inject({ method, url, headers: { accept: 'text/html' } })
    expect(response.statusCode).toBe(404)
    expect(Object.keys(response.json())).toContain(field)
    expect(response.headers['access-control-allow-origin']).toBe('*')
  })
})
