import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { routes, sandboxFramePath, streamRoutes } from '@kamar/contracts'
import { runTranslation } from '@kamar/translation/run'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { bearer, fileForm, type TestUser, startTestServer, type TestServer } from '../../../testing/test-server.js'
import { adminModule } from '../../../modules/admin/module.js'
import { filesModule } from '../../../modules/files/module.js'
import { profileModule } from '../../../modules/profile/module.js'
import { storageModule } from '../../../modules/storage/module.js'

let server: TestServer
let user: TestUser
let administrator: TestUser
beforeAll(async () => {
  server = await startTestServer()
  user = await server.createUser()
  administrator = await server.administrator()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.close())

const get = (url: string, headers: Record<string, string> = {}) =>
  server.inject({ url, headers: { ...bearer(user), ...headers } })
const send = (method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object, of = user) =>
  server.inject({ method, url, headers: bearer(of), payload })
const getOriginal = (id: string) => get(`/api/auth/my-urns/${id}/original`)

/** Gives a file a name that no upload would accept, as an import or an older version might have. */
async function rename(id: string, description: string): Promise<void> {
  await server.services.database.updateTable('file').set({ description }).where('id', '=', id).execute()
}

describe('Content-Disposition header', () => {
  it.each([
    ['line breaks', 'a\r\nset-cookie: stolen=1\r\n\r\n.stl'],
    ['quotes', 'a"; filename="evil.exe.stl'],
    ['bidirectional control characters', 'plan\u202elts.exe'],
    ['four-byte characters', '🏛 կամար.stl'],
    ['300 characters', `${'x'.repeat(300)}.stl`],
  ])('I01 is a single attachment header for a file name with %s', async (_, name) => {
    const { id } = await server.upload(user, 'plain.stl')
    await rename(id, name)
    const response = await getOriginal(id)
    expect(response.statusCode).toBe(200)
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="[^"\\\r\n]*"; filename\*=UTF-8''[A-Za-z0-9%!#$&+.^_`|~-]+$/,
    )
    expect(response.headers['content-disposition']).not.toContain('%E2%80%AE')
  })
})

const script = '<script>alert(1)</script><img src=x onerror=alert(1)>'

/** Returns whether text comes back as data: verbatim, in JSON, under a policy that permits no scripts. */
function isData({ body, headers, statusCode }: LightMyRequestResponse, text: string): boolean {
  const isJson = headers['content-type'] === 'application/json; charset=utf-8'
  const isLocked = String(headers['content-security-policy']).includes("default-src 'none'")
  const isTyped = headers['x-content-type-options'] === 'nosniff'
  return statusCode === 200 && isJson && isLocked && isTyped && body.includes(JSON.stringify(text).slice(1, -1))
}

describe('stored script', () => {
  it('I02 is returned as JSON text in a file name', async () => {
    const { id } = await server.upload(user, 'plain.stl')
    await rename(id, `${script}.stl`)
    expect(isData(await get('/api/auth/my-urns'), `${script}.stl`)).toBe(true)
  })

  it.each(['firstName', 'lastName', 'company', 'location', 'bio'])(
    'I02 is returned as JSON text in the profile field %s',
    async (name) => {
      const empty = { firstName: '', lastName: '', phone: '', company: '', location: '', bio: '' }
      expect(isData(await send('PUT', '/api/auth/profile', { ...empty, [name]: script }), script)).toBe(true)
    },
  )

  it('I02 is returned as JSON text in a position', async () => {
    expect(
      isData(await send('PATCH', `/api/admin/users/${user.id}`, { position: script }, administrator), script),
    ).toBe(true)
  })

  it('I02 is returned as JSON text in a message to the administrator', async () => {
    await send('POST', '/api/auth/storage/upgrade', { message: script })
    expect(isData(await server.inject({ url: '/api/admin/requests', headers: bearer(administrator) }), script)).toBe(
      true,
    )
  })
})

describe('active content', () => {
  it.each([
    ['svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['html', '<!doctype html><script>alert(1)</script>'],
    ['xml', '<?xml version="1.0"?><?xml-stylesheet href="evil.xsl"?><x/>'],
    ['pdf', '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'],
  ])('I03 is served only as an attachment of type application/octet-stream: %s', async (_, content) => {
    const { id } = await server.upload(user, 'active.stl', content)
    const response = await getOriginal(id)
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers['content-disposition']).toMatch(/^attachment;/)
    expect(response.headers['content-security-policy']).toContain("default-src 'none'")
    const bare = await server.inject({ url: `/api/auth/my-urns/${id}/original` })
    expect(bare.statusCode).toBe(401)
  })
})

describe('polyglot or unreadable file', () => {
  it.each([
    ['mesh and web page in one', 'a.stl', 'solid <script>alert(1)</script>\nendsolid\n'],
    ['package and document in one', 'a.dwfx', 'PK\u0003\u0004 %PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript>>>>endobj'],
    ['image and executable in one', 'a.obj', 'GIF89a=1;/*\nv 0 0 0\nf 1 1 1\n*/'],
    ['document and package in one', 'a.ifc', '%PDF-1.7\nPK\u0003\u0004'],
  ])('D17 is served as an attachment of type application/octet-stream: %s', async (_, name, content) => {
    const form = fileForm(user, name, content)
    const uploadResponse = await server.inject({ method: 'POST', url: '/api/auth/upload', ...form })
    expect(uploadResponse.statusCode).toBe(200)
    const response = await getOriginal(uploadResponse.json<{ file: { id: string } }>().file.id)
    expect(response.body).toBe(content)
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="a\./)
  })

  it('E12 is kept and can be downloaded when its version is not supported', async () => {
    const content = '#LcUStream-V 1.0 lichunk-099\nof a release that is not there yet'
    const { id, jobId } = await server.upload(user, 'later.nwd', content)
    const translationId = await server.findTranslationId({ id, jobId })
    const path = join(server.folder, 'later.nwd')
    await writeFile(path, content)
    const outputFolder = join(server.folder, 'translated')
    await mkdir(outputFolder)
    const outcome = await runTranslation({ path, fileName: 'later.nwd', formatId: 'nwd', outputFolder })
    expect(outcome).toMatchObject({ ok: false, failure: { code: 'unsupported-version' } })
    const failure = JSON.stringify(outcome.ok ? null : outcome.failure)
    await server.services.database
      .updateTable('translation')
      .set({ state: 'failed', failure, finished_at: new Date() })
      .where('id', '=', translationId)
      .execute()
    expect((await get(`/api/auth/my-urns/${id}`)).body).toContain('unsupported-version')
    expect((await getOriginal(id)).body).toBe(content)
  })
})

describe('security headers', () => {
  // The frame of extensions has its own headers: `modules/extensions`.
  const everyRoute = [...Object.values(routes), ...streamRoutes].filter(({ path }) => path !== sandboxFramePath)
  const readRejections = async (): Promise<Record<string, unknown>[]> =>
    Promise.all(
      everyRoute.map(async ({ method, path }) => {
        const url = path.replaceAll(/:\w+/g, 'x').replace('*', 'manifest.json')
        return (await server.inject({ method, url })).headers
      }),
    )

  it.each([
    ['content-security-policy', /default-src 'none'.*frame-ancestors 'none'/],
    ['x-content-type-options', /^nosniff$/],
    ['x-frame-options', /^DENY$/],
    ['referrer-policy', /^same-origin$/],
  ])('I04 include %s on every route', async (name, value) => {
    for (const headers of await readRejections()) expect(headers[name]).toMatch(value)
  })

  it('I04 include HSTS on every response when the public URL is HTTPS', async () => {
    const secure = await startTestServer({ configuration: { publicUrl: new URL('https://kamar.example') } })
    for (const url of ['/', '/api/health', '/api/auth/me', '/api/nowhere']) {
      expect((await secure.inject({ url })).headers['strict-transport-security']).toBe('max-age=31536000')
    }
    await secure.close()
  })
})

describe('cross-origin request', () => {
  it.each(['https://evil.example', 'null', 'http://localhost:80.evil.example'])(
    'I05 gets no CORS headers and cannot use the refresh cookie with the origin %s',
    async (origin) => {
      const preflight = await server.inject({
        method: 'OPTIONS',
        url: '/api/auth/me',
        headers: { origin, 'access-control-request-method': 'GET' },
      })
      const read = await get('/api/auth/me', { origin })
      for (const { headers } of [preflight, read]) {
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      }
      const refresh = await server.inject({
        method: 'POST',
        url: '/api/auth/refresh',
        headers: { origin },
        cookies: { kamar_refresh: user.refresh },
      })
      expect(refresh.statusCode).toBe(403)
    },
  )
})

describe('error response', () => {
  it('I19 hides the cause of an internal error in every service', async () => {
    const secret = new TypeError('boom at /srv/kamar/secret.ts:12')
    vi.spyOn(server.find(filesModule).files, 'list').mockRejectedValue(secret)
    vi.spyOn(server.find(profileModule).profiles, 'read').mockRejectedValue(secret)
    vi.spyOn(server.find(storageModule), 'use').mockRejectedValue(secret)
    vi.spyOn(server.find(adminModule), 'change').mockRejectedValue(secret)
    const failed = [
      await get('/api/auth/my-urns'),
      await get('/api/auth/profile'),
      await get('/api/auth/storage'),
      await send('PATCH', `/api/admin/users/${user.id}`, { position: 'x' }, administrator),
    ]
    for (const response of failed) {
      expect(response.json()).toMatchObject({ status: 500, code: 'internal', reference: expect.any(String) as unknown })
      expect(response.body).not.toMatch(/boom|srv|\.ts|TypeError/)
    }
  })

  it('I19 hides internals for malformed URLs', async () => {
    for (const url of ['/%zz', '/api/%zz', `/api/auth/my-urns/${'%00'.repeat(20)}`, `/${'x'.repeat(9000)}`]) {
      const response = await get(url)
      expect(response.statusCode).toBeLessThan(500)
      expect(response.body).not.toMatch(/node_modules|at \w+ \(/)
    }
  })
})

describe('HTTP method', () => {
  it('I20 HEAD answers without a body', async () => {
    const response = await server.inject({ method: 'HEAD', url: '/api/health' })
    expect([response.statusCode, response.body]).toEqual([200, ''])
  })

  it('I20 OPTIONS returns only the allowed methods', async () => {
    const response = await server.inject({ method: 'OPTIONS', url: '/api/auth/my-urns' })
    expect(response.statusCode).toBe(405)
    expect(response.headers.allow).toBe('DELETE, GET, HEAD')
  })

  it('I20 TRACE does not echo the access token', async () => {
    const response = await server.inject({ method: 'TRACE' as 'GET', url: '/api/auth/me', headers: bearer(user) })
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.body).not.toContain(user.token)
  })

  it('I20 cannot be overridden by a header or a query parameter', async () => {
    const { id } = await server.upload(user, 'stays.stl')
    const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }
    await get(`/api/auth/my-urns/${id}?_method=DELETE`, headers)
    await server.inject({ method: 'POST', url: `/api/auth/my-urns/${id}`, headers: { ...bearer(user), ...headers } })
    expect((await get(`/api/auth/my-urns/${id}`)).statusCode).toBe(200)
  })
})

describe('range request', () => {
  it.each([
    ['overlapping', 'bytes=0-9,5-14', 200],
    ['reversed', 'bytes=9-0', 200],
    ['beyond the end', 'bytes=1000000-', 416],
    ['a thousand ranges', `bytes=${Array.from({ length: 1000 }, (_, index) => `${index}-${index}`).join(',')}`, 200],
  ])('I16 never gets a multipart response: %s', async (_, range, status) => {
    const { id } = await server.upload(user, 'ranges.stl', 'x'.repeat(500))
    const response = await get(`/api/auth/my-urns/${id}/original`, { range })
    expect(response.statusCode).toBe(status)
    expect(String(response.headers['content-type'])).not.toContain('multipart')
    expect(response.rawPayload.length === 500).toBe(status === 200)
    expect(response.headers['content-range'] === 'bytes */500').toBe(status === 416)
  })
})

describe('Host header', () => {
  const readMailFor = async (host: string): Promise<string> => {
    await server.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      headers: { host, 'x-forwarded-host': 'evil.example' },
      payload: { email: user.email },
    })
    await server.runJobs('mail.delivery')
    const mail = await server.services.database
      .selectFrom('outbox_mail')
      .select(['body_text', 'body_html'])
      .where('template', '=', 'reset-password')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    return `${mail.body_text}${mail.body_html}`
  }

  it('I17 does not affect links in mails', async () => {
    const text = await readMailFor('evil-machine')
    expect(text).toContain('/reset-password')
    expect(text).not.toContain('evil')
  })

  it('I17 is not repeated in responses', async () => {
    for (const url of ['/', '/api/health', '/api/openapi.json', '/api/nowhere']) {
      const response = await server.inject({
        url,
        headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      })
      expect(JSON.stringify(response.headers) + response.body).not.toContain('evil.example')
    }
  })
})

describe('log entry', () => {
  it.each([
    ['line breaks', 'a\r\n{"level":50,"msg":"forged"}'],
    ['terminal colour codes', '\u001b[31mred\u001b[0m'],
  ])('I18 contains no control characters for input with %s', async (_, text) => {
    const before = server.logged.length
    await get(`/api/auth/my-urns?search=${encodeURIComponent(text)}&sort=${encodeURIComponent(text)}`, {
      'user-agent': text.replaceAll(/[\r\n]/g, ''),
    })
    await server.inject({ method: 'POST', url: '/api/auth/login', payload: { email: text, password: 'x' } })
    for (const line of server.logged.slice(before)) {
      expect(line['msg']).not.toBe('forged')
      expect(JSON.stringify(line)).not.toMatch(/[\u001b\r\n]/)
    }
  })

  it('I18 has a limited length for large input', async () => {
    const before = server.logged.length
    const text = 'x'.repeat(200_000)
    await server.inject({ method: 'POST', url: '/api/auth/login', payload: { email: text, password: text } })
    await server.inject({ url: `/api/${text.slice(0, 8000)}` })
    for (const line of server.logged.slice(before)) expect(JSON.stringify(line).length).toBeLessThan(12_000)
  })

  it('I18 contains neither tokens nor passwords', async () => {
    const before = server.logged.length
    const { email, password } = user
    await server.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
    await server.inject({ method: 'POST', url: '/api/auth/refresh', cookies: { kamar_refresh: user.refresh } })
    await get('/api/auth/me')
    await get(`/api/auth/my-urns?after=${user.token}`)
    const lines = JSON.stringify(server.logged.slice(before))
    for (const secret of [password, user.token, user.refresh]) expect(lines).not.toContain(secret)
  })
})

describe('upload of active content', () => {
  it('I03 is refused by its extension', async () => {
    for (const name of ['evil.svg', 'evil.html', 'evil.xml', 'evil.pdf', 'evil.stl.html']) {
      const response = await server.inject({ method: 'POST', url: '/api/auth/upload', ...fileForm(user, name, 'x') })
      expect(response.json()).toMatchObject({ code: 'unsupported-format' })
    }
  })
})
