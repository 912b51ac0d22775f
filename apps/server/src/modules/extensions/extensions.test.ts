import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AdminExtension, AuditPage, ExtensionAdministration, UserExtension } from '@kamar/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { computeIntegrity } from './fetch-extension.js'
import { describeModule } from '../../testing/describe-module.js'
import { extensionsModule } from './module.js'

describeModule(extensionsModule)

interface ExternalResponse {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body: string | Buffer
}

const code = 'export function start(kamar) { return kamar.call("panel.show", {}) }'
const manifest = {
  id: 'com.example.paint',
  name: 'Paint by class',
  version: '1.0.0',
  publisher: 'Example',
  permissions: ['model', 'elements'],
  entry: 'paint.js',
  integrity: computeIntegrity(Buffer.from(code)),
}

let server: TestServer
let otherOrigin: Server
let origin: string
let administrator: TestUser
let externalResponses: Record<string, ExternalResponse> = {}
beforeAll(async () => {
  otherOrigin = createServer((request, response) => {
    const { status = 200, headers = {}, body } = externalResponses[request.url ?? ''] ?? { status: 404, body: '' }
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => otherOrigin.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(otherOrigin.address() as AddressInfo).port}`
  server = await startTestServer({ configuration: { extensionNetworks: [['127.0.0.0', 8]] } })
  administrator = await server.administrator()
})
afterAll(async () => {
  await server.close()
  otherOrigin.close()
})
beforeEach(async () => {
  externalResponses = { '/manifest.json': { body: JSON.stringify(manifest) }, '/paint.js': { body: code } }
  for (const { id } of (await administration()).extensions) await admin('DELETE', `/${id}`)
  await admin('PUT', '/sources', { sources: [origin] })
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const call = (user: TestUser, method: Method, url: string, payload?: object) =>
  server.inject({ method, url, headers: bearer(user), ...(payload ? { payload } : {}) })
const admin = (method: Method, path: string, payload?: object) =>
  call(administrator, method, `/api/admin/extensions${path}`, payload)
const administration = async (): Promise<ExtensionAdministration> => (await admin('GET', '')).json()
const install = (user: TestUser, manifestUrl = `${origin}/manifest.json`) =>
  call(user, 'POST', '/api/extensions', { manifestUrl })
const list = async (user: TestUser): Promise<UserExtension[]> => (await call(user, 'GET', '/api/extensions')).json()
const choose = (user: TestUser, id: string, choice: object) => call(user, 'PUT', `/api/extensions/${id}/choice`, choice)
const fetchCode = (user: TestUser, id: string) => call(user, 'GET', `/api/extensions/${id}/code`)

describe('extension from an allowed source', () => {
  it('is installed by a user and serves its code only after all permissions are granted', async () => {
    const user = await server.createUser()
    const installed = (await install(user)).json<UserExtension>()
    expect(installed).toMatchObject({
      identifier: manifest.id,
      name: manifest.name,
      audience: 'on-demand',
      installed: true,
      granted: null,
      permissions: ['model', 'elements'],
    })
    expect((await fetchCode(user, installed.id)).statusCode).toBe(403)
    await choose(user, installed.id, { installed: true, granted: ['model'] })
    expect((await fetchCode(user, installed.id)).statusCode).toBe(403)
    const granted = await choose(user, installed.id, { installed: true, granted: ['model', 'elements'] })
    expect(granted.json()).toMatchObject({ granted: ['model', 'elements'] })
    expect((await fetchCode(user, installed.id)).json()).toEqual({ code, integrity: manifest.integrity })
    await choose(user, installed.id, { installed: true, granted: null })
    expect((await fetchCode(user, installed.id)).statusCode).toBe(403)
  })

  it('is installed per user, unless the audience is everybody', async () => {
    const [one, other] = [await server.createUser(), await server.createUser()]
    const { id } = (await install(one)).json<UserExtension>()
    expect((await list(other)).map(({ installed }) => installed)).toEqual([false])
    await admin('PATCH', `/${id}`, { audience: 'everybody' })
    expect((await list(other)).map(({ installed, granted }) => [installed, granted])).toEqual([[true, null]])
    await choose(other, id, { installed: false, granted: null })
    expect((await list(other)).map(({ installed }) => installed)).toEqual([false])
    expect((await administration()).extensions).toMatchObject([{ installations: 1, audience: 'everybody' }])
  })

  it('requires consent again when a newer version needs more permissions', async () => {
    const user = await server.createUser()
    const { id } = (await install(user)).json<UserExtension>()
    await choose(user, id, { installed: true, granted: ['model', 'elements'] })
    const newer = { ...manifest, version: '1.1.0', permissions: [...manifest.permissions, 'camera'] }
    externalResponses['/manifest.json'] = { body: JSON.stringify(newer) }
    expect((await admin('POST', `/${id}/fetch`)).json()).toMatchObject({ version: '1.1.0' })
    expect(await list(user)).toMatchObject([{ installed: true, granted: null, version: '1.1.0' }])
    expect((await fetchCode(user, id)).statusCode).toBe(403)
  })

  it('is not available while it is disabled or its source is not allowed', async () => {
    const user = await server.createUser()
    const { id } = (await install(user)).json<UserExtension>()
    await choose(user, id, { installed: true, granted: manifest.permissions })
    await admin('PATCH', `/${id}`, { enabled: false })
    expect(await list(user)).toEqual([])
    expect((await fetchCode(user, id)).statusCode).toBe(404)
    await admin('PATCH', `/${id}`, { enabled: true })
    expect(await list(user)).toMatchObject([{ granted: manifest.permissions }])
    await admin('PUT', '/sources', { sources: [] })
    expect(await list(user)).toEqual([])
    expect((await fetchCode(user, id)).statusCode).toBe(404)
    expect((await install(user)).statusCode).toBe(404)
  })

  it('is recorded in the audit trail when it is added and removed', async () => {
    const added = (
      await admin('POST', '', { manifestUrl: `${origin}/manifest.json`, audience: 'everybody' })
    ).json<AdminExtension>()
    await admin('DELETE', `/${added.id}`)
    const { events } = (await call(administrator, 'GET', '/api/admin/audit')).json<AuditPage>()
    expect(events.slice(0, 3).map(({ action }) => action)).toEqual([
      'extension.remove',
      'extension.add',
      'extension.sources',
    ])
  })
})

describe('extension manifest URL', () => {
  it('is refused without a request when its origin is not allowed', async () => {
    const user = await server.createUser()
    const response = await install(user, 'https://elsewhere.example/manifest.json')
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code: 'extension-not-allowed' })
    expect(response.json<{ message: string }>().message).toContain('https://elsewhere.example')
  })

  it('is accepted when only this URL is allowed', async () => {
    const user = await server.createUser()
    externalResponses['/other.json'] = { body: JSON.stringify({ ...manifest, id: 'com.example.other' }) }
    await admin('PUT', '/sources', { sources: [`${origin}/other.json`] })
    expect((await install(user)).statusCode).toBe(403)
    expect((await install(user, `${origin}/other.json`)).statusCode).toBe(200)
  })

  it('is refused on the local network unless the deployment allows it', async () => {
    const strict = await startTestServer()
    try {
      const administrator = await strict.administrator()
      const headers = bearer(administrator)
      await strict.inject({
        method: 'PUT',
        url: '/api/admin/extensions/sources',
        headers,
        payload: { sources: [origin, 'http://localhost:1'] },
      })
      for (const manifestUrl of [`${origin}/manifest.json`, 'http://localhost:1/manifest.json']) {
        const response = await strict.inject({
          method: 'POST',
          url: '/api/extensions',
          headers,
          payload: { manifestUrl },
        })
        expect(response.json()).toMatchObject({ status: 422, code: 'extension-unreachable' })
      }
    } finally {
      await strict.close()
    }
  })

  it.each([
    [
      'redirects to another origin',
      { status: 302, headers: { location: '/other' }, body: '' },
      'extension-unreachable',
    ],
    ['is too long', { body: ' '.repeat(20_000) }, 'extension-unreachable'],
    ['is not JSON', { body: 'hello' }, 'extension-unreadable'],
    [
      'requests an unknown permission',
      { body: JSON.stringify({ ...manifest, permissions: ['cookies'] }) },
      'extension-unreadable',
    ],
    [
      'references code on another origin',
      { body: JSON.stringify({ ...manifest, entry: 'https://elsewhere.example/x.js' }) },
      'extension-unreadable',
    ],
    [
      'states another hash of the code',
      { body: JSON.stringify({ ...manifest, integrity: computeIntegrity(Buffer.from('x')) }) },
      'extension-unreadable',
    ],
    ['is not text', { body: Buffer.from([0x7b, 0xff, 0x7d]) }, 'extension-unreadable'],
  ])('is refused when the manifest %s', async (_, response, expected) => {
    externalResponses['/manifest.json'] = response
    const refused = await admin('POST', '', { manifestUrl: `${origin}/manifest.json`, audience: 'on-demand' })
    expect(refused.json()).toMatchObject({ status: 422, code: expected })
    expect((await administration()).extensions).toEqual([])
  })

  it.each(['ftp://example.com/m.json', 'https://name:word@example.com/m.json', 'javascript:alert(1)', 'x'])(
    'is rejected when it is %s',
    async (manifestUrl) => {
      expect((await admin('POST', '', { manifestUrl, audience: 'on-demand' })).statusCode).toBe(422)
      expect((await admin('PUT', '/sources', { sources: [manifestUrl] })).statusCode).toBe(422)
    },
  )

  it('is refused when another URL already provides the same extension id', async () => {
    externalResponses['/copy.json'] = { body: JSON.stringify({ ...manifest, name: 'Copy' }) }
    const body = { audience: 'on-demand' }
    expect((await admin('POST', '', { ...body, manifestUrl: `${origin}/manifest.json` })).statusCode).toBe(200)
    expect((await admin('POST', '', { ...body, manifestUrl: `${origin}/copy.json` })).json()).toMatchObject({
      code: 'already-exists',
    })
  })
})

describe('extension sandbox frame', () => {
  it('allows only its own script and has an opaque origin', async () => {
    const { headers, body } = await server.inject({ url: '/api/extensions/frame' })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain('sandbox allow-scripts;')
    expect(policy).toMatch(/script-src 'sha256-[A-Za-z0-9+/=]+' blob:;/)
    expect(policy).not.toMatch(/https?:|unsafe|connect-src|allow-same-origin/)
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(body).not.toMatch(/import [^(]*from/)
  })

  it('is the only frame that the content security policy of a page allows', async () => {
    const { headers } = await server.inject({ url: '/' })
    expect(headers['content-security-policy']).toContain("frame-src 'self';")
  })
})
