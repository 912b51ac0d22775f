import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AdminExtension, AuditPage, ExtensionAdministration, PersonExtension } from '@kamar/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, type Person, startTestServer, type TestServer } from '../../testing/test-server.js'
import { integrityOf } from './fetch-extension.js'

interface Answer {
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
  integrity: integrityOf(Buffer.from(code)),
}

let server: TestServer
let elsewhere: Server
let origin: string
let administrator: Person
let answers: Record<string, Answer> = {}
beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    const { status = 200, headers = {}, body } = answers[request.url ?? ''] ?? { status: 404, body: '' }
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  server = await startTestServer({ configuration: { extensionNetworks: [['127.0.0.0', 8]] } })
  administrator = await server.administrator()
})
afterAll(async () => {
  await server.close()
  elsewhere.close()
})
beforeEach(async () => {
  answers = { '/manifest.json': { body: JSON.stringify(manifest) }, '/paint.js': { body: code } }
  for (const { id } of (await administration()).extensions) await admin('DELETE', `/${id}`)
  await admin('PUT', '/sources', { sources: [origin] })
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const ask = (person: Person, method: Method, url: string, payload?: object) =>
  server.inject({ method, url, headers: bearer(person), ...(payload ? { payload } : {}) })
const admin = (method: Method, path: string, payload?: object) =>
  ask(administrator, method, `/api/admin/extensions${path}`, payload)
const administration = async (): Promise<ExtensionAdministration> => (await admin('GET', '')).json()
const install = (person: Person, manifestUrl = `${origin}/manifest.json`) =>
  ask(person, 'POST', '/api/extensions', { manifestUrl })
const list = async (person: Person): Promise<PersonExtension[]> => (await ask(person, 'GET', '/api/extensions')).json()
const choose = (person: Person, id: string, choice: object) =>
  ask(person, 'PUT', `/api/extensions/${id}/choice`, choice)
const codeOf = (person: Person, id: string) => ask(person, 'GET', `/api/extensions/${id}/code`)

describe('an extension from an allowed address', () => {
  it('is installed by a person, who is asked for what it wants before its code is given out', async () => {
    const person = await server.person()
    const installed = (await install(person)).json<PersonExtension>()
    expect(installed).toMatchObject({
      identifier: manifest.id,
      name: manifest.name,
      audience: 'on-demand',
      installed: true,
      granted: null,
      permissions: ['model', 'elements'],
    })
    expect((await codeOf(person, installed.id)).statusCode).toBe(403)
    await choose(person, installed.id, { installed: true, granted: ['model'] })
    expect((await codeOf(person, installed.id)).statusCode).toBe(403)
    const granted = await choose(person, installed.id, { installed: true, granted: ['model', 'elements'] })
    expect(granted.json()).toMatchObject({ granted: ['model', 'elements'] })
    expect((await codeOf(person, installed.id)).json()).toEqual({ code, integrity: manifest.integrity })
    await choose(person, installed.id, { installed: true, granted: null })
    expect((await codeOf(person, installed.id)).statusCode).toBe(403)
  })

  it('is the choice of each person, unless everybody has it', async () => {
    const [one, other] = [await server.person(), await server.person()]
    const { id } = (await install(one)).json<PersonExtension>()
    expect((await list(other)).map(({ installed }) => installed)).toEqual([false])
    await admin('PATCH', `/${id}`, { audience: 'everybody' })
    expect((await list(other)).map(({ installed, granted }) => [installed, granted])).toEqual([[true, null]])
    await choose(other, id, { installed: false, granted: null })
    expect((await list(other)).map(({ installed }) => installed)).toEqual([false])
    expect((await administration()).extensions).toMatchObject([{ installations: 1, audience: 'everybody' }])
  })

  it('is asked about again when a newer version wants more', async () => {
    const person = await server.person()
    const { id } = (await install(person)).json<PersonExtension>()
    await choose(person, id, { installed: true, granted: ['model', 'elements'] })
    const newer = { ...manifest, version: '1.1.0', permissions: [...manifest.permissions, 'camera'] }
    answers['/manifest.json'] = { body: JSON.stringify(newer) }
    expect((await admin('POST', `/${id}/fetch`)).json()).toMatchObject({ version: '1.1.0' })
    expect(await list(person)).toMatchObject([{ installed: true, granted: null, version: '1.1.0' }])
    expect((await codeOf(person, id)).statusCode).toBe(403)
  })

  it('is gone while it is switched off, or its source is not allowed any more', async () => {
    const person = await server.person()
    const { id } = (await install(person)).json<PersonExtension>()
    await choose(person, id, { installed: true, granted: manifest.permissions })
    await admin('PATCH', `/${id}`, { enabled: false })
    expect(await list(person)).toEqual([])
    expect((await codeOf(person, id)).statusCode).toBe(404)
    await admin('PATCH', `/${id}`, { enabled: true })
    expect(await list(person)).toMatchObject([{ granted: manifest.permissions }])
    await admin('PUT', '/sources', { sources: [] })
    expect(await list(person)).toEqual([])
    expect((await codeOf(person, id)).statusCode).toBe(404)
    expect((await install(person)).statusCode).toBe(404)
  })

  it('leaves its record in the audit trail', async () => {
    const added = (
      await admin('POST', '', { manifestUrl: `${origin}/manifest.json`, audience: 'everybody' })
    ).json<AdminExtension>()
    await admin('DELETE', `/${added.id}`)
    const { events } = (await ask(administrator, 'GET', '/api/admin/audit')).json<AuditPage>()
    expect(events.slice(0, 3).map(({ action }) => action)).toEqual([
      'extension.remove',
      'extension.add',
      'extension.sources',
    ])
  })
})

describe('an address', () => {
  it('that is not allowed is not asked', async () => {
    const person = await server.person()
    const answer = await install(person, 'https://elsewhere.example/manifest.json')
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'extension-not-allowed' })
    expect(answer.json<{ message: string }>().message).toContain('https://elsewhere.example')
  })

  it('may be allowed alone', async () => {
    const person = await server.person()
    answers['/other.json'] = { body: JSON.stringify({ ...manifest, id: 'com.example.other' }) }
    await admin('PUT', '/sources', { sources: [`${origin}/other.json`] })
    expect((await install(person)).statusCode).toBe(403)
    expect((await install(person, `${origin}/other.json`)).statusCode).toBe(200)
  })

  it('of this machine’s network is refused unless the deployment allows it', async () => {
    const strict = await startTestServer()
    try {
      const somebody = await strict.administrator()
      const headers = bearer(somebody)
      await strict.inject({
        method: 'PUT',
        url: '/api/admin/extensions/sources',
        headers,
        payload: { sources: [origin, 'http://localhost:1'] },
      })
      for (const manifestUrl of [`${origin}/manifest.json`, 'http://localhost:1/manifest.json']) {
        const answer = await strict.inject({
          method: 'POST',
          url: '/api/extensions',
          headers,
          payload: { manifestUrl },
        })
        expect(answer.json()).toMatchObject({ status: 422, code: 'extension-unreachable' })
      }
    } finally {
      await strict.close()
    }
  })

  it.each([
    ['leads elsewhere', { status: 302, headers: { location: '/other' }, body: '' }, 'extension-unreachable'],
    ['is too long', { body: ' '.repeat(20_000) }, 'extension-unreachable'],
    ['is no JSON', { body: 'hello' }, 'extension-unreadable'],
    [
      'asks for what there is not',
      { body: JSON.stringify({ ...manifest, permissions: ['cookies'] }) },
      'extension-unreadable',
    ],
    [
      'names code of another site',
      { body: JSON.stringify({ ...manifest, entry: 'https://elsewhere.example/x.js' }) },
      'extension-unreadable',
    ],
    [
      'promises other code',
      { body: JSON.stringify({ ...manifest, integrity: integrityOf(Buffer.from('x')) }) },
      'extension-unreadable',
    ],
    ['is no text', { body: Buffer.from([0x7b, 0xff, 0x7d]) }, 'extension-unreadable'],
  ])('whose manifest %s is refused', async (_, answer, expected) => {
    answers['/manifest.json'] = answer
    const refused = await admin('POST', '', { manifestUrl: `${origin}/manifest.json`, audience: 'on-demand' })
    expect(refused.json()).toMatchObject({ status: 422, code: expected })
    expect((await administration()).extensions).toEqual([])
  })

  it.each(['ftp://example.com/m.json', 'https://name:word@example.com/m.json', 'javascript:alert(1)', 'x'])(
    'like %s is none',
    async (manifestUrl) => {
      expect((await admin('POST', '', { manifestUrl, audience: 'on-demand' })).statusCode).toBe(422)
      expect((await admin('PUT', '/sources', { sources: [manifestUrl] })).statusCode).toBe(422)
    },
  )

  it('brings each extension once', async () => {
    answers['/copy.json'] = { body: JSON.stringify({ ...manifest, name: 'Copy' }) }
    const body = { audience: 'on-demand' }
    expect((await admin('POST', '', { ...body, manifestUrl: `${origin}/manifest.json` })).statusCode).toBe(200)
    expect((await admin('POST', '', { ...body, manifestUrl: `${origin}/copy.json` })).json()).toMatchObject({
      code: 'already-exists',
    })
  })
})

describe('the frame', () => {
  it('may run its own script and nothing else, in an origin of its own', async () => {
    const { headers, body } = await server.inject({ url: '/api/extensions/frame' })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain('sandbox allow-scripts;')
    expect(policy).toMatch(/script-src 'sha256-[A-Za-z0-9+/=]+' blob:;/)
    expect(policy).not.toMatch(/https?:|unsafe|connect-src|allow-same-origin/)
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(body).not.toMatch(/import [^(]*from/)
  })

  it('is the only thing that a page may frame', async () => {
    const { headers } = await server.inject({ url: '/' })
    expect(headers['content-security-policy']).toContain("frame-src 'self';")
  })
})
