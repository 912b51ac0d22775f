import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.js'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    configuration: { publicUrl: new URL('https://kamar.test'), hostNames: ['models.test'] },
  })
})
afterAll(() => server.close())

const statusFor = async (host: string, url = '/api/auth/options'): Promise<number> =>
  (await server.inject({ url, headers: { host } })).statusCode

describe('Host header check', () => {
  it.each(['kamar.test', 'KAMAR.test:443', 'kamar.test.', 'models.test:8443', 'localhost:3000', '127.0.0.1:3000'])(
    'I22 accepts a configured or local name: %s',
    async (host) => {
      expect(await statusFor(host)).toBe(200)
    },
  )

  it.each(['[::1]:3000', '192.168.1.20', 'workstation-7:3000'])(
    'I22 accepts a name outside public DNS: %s',
    async (host) => {
      expect(await statusFor(host)).toBe(200)
    },
  )

  it.each(['evil.example', 'kamar.test.evil.example', 'localhost.evil.example:3000', '127.0.0.1.evil.example'])(
    'I22 answers 421 to an unknown name: %s',
    async (host) => {
      expect(await statusFor(host)).toBe(421)
      expect(await statusFor(host, '/')).toBe(421)
    },
  )

  it('I22 names KAMAR_HOST_NAMES in the error and does not echo the host', async () => {
    const response = await server.inject({ url: '/api/health', headers: { host: 'evil.example' } })
    expect(response.json()).toMatchObject({ code: 'unknown-host' })
    expect(response.json<{ message: string }>().message).toContain('KAMAR_HOST_NAMES')
    expect(response.body).not.toContain('evil.example')
  })
})
