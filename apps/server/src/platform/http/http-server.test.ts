import { AppError } from '@kamar/core'
import { errorMessages, routes, sandboxFramePath, streamRoutes } from '@kamar/contracts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { filesModule } from '../../modules/files/module.js'
import { storageModule } from '../../modules/storage/module.js'

let server: TestServer
let user: TestUser
beforeAll(async () => {
  server = await startTestServer()
  user = await server.createUser()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.close())

// The frame of extensions has its own headers: `modules/extensions`.
const everyRoute = [...Object.values(routes), ...streamRoutes].filter(({ path }) => path !== sandboxFramePath)

/** Lists the faults in the headers of a response. */
function faultsIn(headers: Record<string, unknown>): string[] {
  const expectedHeaders: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
  const policy = String(headers['content-security-policy'])
  const directives = ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]
  return [
    ...Object.keys(expectedHeaders).filter((name) => headers[name] !== expectedHeaders[name]),
    ...directives.filter((directive) => !policy.includes(directive)),
    ...(/script-src[^;]*'unsafe-inline'|'unsafe-eval'/.test(policy) ? ['inline script'] : []),
    ...(headers['access-control-allow-origin'] === undefined ? [] : ['foreign origins']),
  ]
}

describe('security headers', () => {
  it.each(everyRoute.map(({ method, path }) => [method, path] as const))(
    'cover the route %s %s',
    async (method, path) => {
      const url = path.replace(/:\w+/, 'x').replace('*', 'manifest.json')
      const response = await server.inject({ method, url })
      expect(faultsIn(response.headers)).toEqual([])
      expect(response.headers['strict-transport-security']).toBeUndefined()
    },
  )

  it.each(['/', '/nowhere', '/api/nowhere', '/%zz', '/api/%zz', `/${'x'.repeat(5000)}`])(
    'cover the URL %s',
    async (url) => {
      expect(faultsIn((await server.inject({ url })).headers)).toEqual([])
    },
  )

  it('include HSTS and a Secure cookie when the public URL is HTTPS', async () => {
    const secure = await startTestServer({ configuration: { publicUrl: new URL('https://kamar.example') } })
    const { email, password } = await secure.createUser()
    const response = await secure.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(response.cookies[0]).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Strict' })
    const refreshed = async (origin: string): Promise<number> =>
      (
        await secure.inject({
          method: 'POST',
          url: '/api/auth/refresh',
          headers: { host: 'inner:3000', origin },
          cookies: { kamar_refresh: response.cookies[0]?.value ?? '' },
        })
      ).statusCode
    expect(await refreshed('https://kamar.example')).toBe(200)
    expect(await refreshed('https://other.example')).toBe(403)
    await secure.close()
  })
})

describe('error response', () => {
  it('has a status, a code and a message in the requested language', async () => {
    for (const language of ['en', 'hy', 'ru', 'es'] as const) {
      const response = await server.inject({ url: '/api/nowhere', headers: { 'accept-language': language } })
      expect(response.json()).toEqual({
        status: 404,
        code: 'not-found',
        message: errorMessages[language]['not-found'],
      })
    }
  })

  it('hides the cause of an unexpected error and gives a reference to the log entry', async () => {
    vi.spyOn(server.find(filesModule).files, 'list').mockRejectedValue(new TypeError('secret at /srv/kamar/data'))
    const response = await server.inject({ url: '/api/auth/my-urns', headers: bearer(user) })
    const body = response.json<{ reference: string }>()
    expect(body).toEqual({
      status: 500,
      code: 'internal',
      message: 'Server error, please try again',
      reference: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
    })
    const line = server.logged.find((entry) => entry['reference'] === body.reference)
    expect(JSON.stringify(line)).toContain('secret at /srv/kamar/data')
  })

  it('omits the details of an internal AppError', async () => {
    vi.spyOn(server.find(filesModule).files, 'list').mockRejectedValue(
      new AppError('storage-damaged', { sha256: 'hash of a file' }),
    )
    const response = await server.inject({ url: '/api/auth/my-urns', headers: bearer(user) })
    expect(response.statusCode).toBe(500)
    expect(response.body).not.toContain('hash of a file')
  })

  it.each([
    ['ENOSPC', 507, 'storage-full'],
    ['EROFS', 500, 'storage-damaged'],
    ['EIO', 500, 'storage-damaged'],
    ['EMFILE', 429, 'too-many-requests'],
  ])('maps the file system error %s to a status and a code', async (code, status, name) => {
    vi.spyOn(server.find(filesModule).files, 'list').mockRejectedValue(Object.assign(new Error('write'), { code }))
    const response = await server.inject({ url: '/api/auth/my-urns', headers: bearer(user) })
    expect(response.json()).toMatchObject({ status, code: name })
  })

  it('replaces a response that violates the response schema with an internal error', async () => {
    vi.spyOn(server.find(storageModule), 'use').mockResolvedValue({ plan: 1 } as never)
    const response = await server.inject({ url: '/api/auth/storage', headers: bearer(user) })
    expect(response.json()).toMatchObject({ status: 500, code: 'internal' })
  })
})

describe('request validation', () => {
  const login = (options: { payload: string | Buffer; headers?: Record<string, string> }) =>
    server.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: options.payload,
      headers: { 'content-type': 'application/json', ...options.headers },
    })

  it.each([
    ['broken JSON', '{"email":'],
    ['a __proto__ key', '{"email":"a","password":"b","__proto__":{"role":"admin"}}'],
    ['a constructor key', '{"email":"a","password":"b","constructor":{"prototype":{"role":"admin"}}}'],
    ['excessive nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['an empty body', ''],
    ['null', 'null'],
    ['a NUL character', '{"email":"a\\u0000b","password":"c"}'],
    ['a lone surrogate', '{"email":"a\\uD83Cb","password":"c"}'],
    ['a nested NUL character', `{"email":"\\u0000","password":${'['.repeat(50_000)}"\\u0000"${']'.repeat(50_000)}}`],
    ['an array', '[]'],
    ['array values for string fields', '{"email":["a","b"],"password":"c"}'],
  ])('rejects %s in the body', async (_, payload) => {
    const response = await login({ payload })
    expect([400, 422]).toContain(response.statusCode)
    expect(({} as Record<string, unknown>)['role']).toBeUndefined()
  })

  it.each([
    ['a value', { language: 'en', columns: { name: ['a\u0000'] } }, 'body.columns'],
    ['a key', { '\udc00': 1 }, 'body'],
  ])('rejects a character that cannot be stored in %s and names the field', async (_, payload, field) => {
    const response = await server.inject({
      method: 'PATCH',
      url: '/api/auth/preferences',
      headers: { ...bearer(user), 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    })
    expect(response.json()).toMatchObject({ status: 422, code: 'invalid-input', details: { field } })
  })

  it('accepts complete surrogate pairs, escaped or literal', async () => {
    const response = await login({ payload: '{"email":"\\ud83c\\udfd7@kamar.test","password":"🏗"}' })
    expect(response.json()).toMatchObject({ status: 401 })
  })

  it.each([
    ['no parts', 'multipart/form-data; boundary=x', '{}'],
    [
      'a truncated part',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.stl"\r\n\r\nsolid',
    ],
    ['no boundary', 'multipart/form-data', '--x--\r\n'],
  ])('rejects a multipart request with %s', async (_, type, payload) => {
    const headers = { ...bearer(user), 'content-type': type }
    const response = await server.inject({ method: 'POST', url: '/api/auth/upload', headers, payload })
    expect(response.json()).toMatchObject({ status: 400, code: 'bad-request' })
  })

  it('rejects a body above the size limit with 413', async () => {
    const response = await login({ payload: `{"email":"${'x'.repeat(300_000)}"}` })
    expect(response.json()).toMatchObject({ status: 413, code: 'request-too-large' })
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
    'rejects the content type %s, which needs no CORS preflight',
    async (type) => {
      const response = await login({ payload: '{"email":"a","password":"b"}', headers: { 'content-type': type } })
      expect(response.statusCode).toBe(400)
    },
  )

  it('rejects a gzip-encoded body', async () => {
    const response = await login({
      payload: Buffer.from('H4sIAAAAAAAAA6tWAgAwUsCGAgAAAA==', 'base64'),
      headers: { 'content-encoding': 'gzip' },
    })
    expect(response.statusCode).toBe(400)
  })

  it('ignores ten thousand query keys and the X-HTTP-Method-Override header', async () => {
    const query = Array.from({ length: 10_000 }, (_, index) => `k${index}=1`).join('&')
    expect((await server.inject({ url: `/api/health?${query}` })).statusCode).toBe(200)
    const overridden = await server.inject({
      method: 'POST',
      url: '/api/auth/my-urns',
      headers: { ...bearer(user), 'x-http-method-override': 'DELETE' },
    })
    expect(overridden.statusCode).toBe(405)
  })

  it('grants no CORS access to other origins', async () => {
    for (const origin of ['https://evil.example', 'null']) {
      const headers = { origin, 'access-control-request-method': 'GET', ...bearer(user) }
      for (const method of ['GET', 'OPTIONS'] as const) {
        const response = await server.inject({ method, url: '/api/auth/my-urns', headers })
        expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
      }
    }
  })
})

describe('request log', () => {
  it('contains no passwords, tokens, cookies or query strings', async () => {
    const password = 'very secret words'
    await server.inject({
      method: 'POST',
      url: '/api/auth/login?token=query-secret',
      payload: { email: user.email, password },
      cookies: { kamar_refresh: user.refresh },
      headers: bearer(user),
    })
    const text = JSON.stringify(server.logged)
    expect(server.logged.length).toBeGreaterThan(10)
    for (const secret of [password, user.token, user.refresh, user.password, 'query-secret']) {
      expect(text).not.toContain(secret)
    }
  })

  it('has one line per request when the URL contains control characters', async () => {
    const before = server.logged.length
    await server.inject({ url: '/api/nowhere/a%0d%0ab%1b[31m' })
    const lines = server.logged.slice(before).filter((line) => 'milliseconds' in line)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ method: 'GET', status: 404 })
  })
})
