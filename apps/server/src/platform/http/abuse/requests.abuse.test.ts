import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { bearer, fileForm, type TestUser, startTestServer, type TestServer } from '../../../testing/test-server.js'

let server: TestServer
let user: TestUser
let administrator: TestUser
let port: number
beforeAll(async () => {
  server = await startTestServer()
  user = await server.createUser()
  administrator = await server.administrator()
  port = Number(new URL(await server.listen()).port)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.close())

const send = (method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object | string, of = user) =>
  server.inject({ method, url, headers: { ...bearer(of), 'content-type': 'application/json' }, payload })
const list = (query: string) => server.inject({ url: `/api/auth/my-urns?${query}`, headers: bearer(user) })
const readAccount = ({ id }: TestUser) =>
  server.services.database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Sends bytes on a new socket and returns the server's output, until it closes the socket or falls silent. */
async function sendRaw(
  bytes: string | Buffer,
  timeoutMilliseconds = 30_000,
): Promise<{ text: string; closed: boolean }> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  let closed = false
  socket.on('data', (data: Buffer) => (text += data.toString('latin1')))
  socket.on('error', () => undefined)
  socket.once('close', () => (closed = true))
  await once(socket, 'connect')
  socket.write(bytes)
  await Promise.race([
    new Promise<void>((resolve) => socket.once('close', () => resolve())),
    new Promise<void>((resolve) => setTimeout(resolve, timeoutMilliseconds).unref()),
  ])
  socket.destroy()
  return { text, closed }
}

const statusesIn = (text: string): string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status ?? '')

describe('request validation', () => {
  const form = { firstName: 'A', lastName: 'B', phone: '', company: '', location: '', bio: '' }
  const unchanged = async (): Promise<void> => {
    expect(await readAccount(user)).toMatchObject({ role: 'user', status: 'pending', quota_bytes: 107_374_182_400 })
  }

  it.each([
    ['role', { ...form, role: 'admin' }],
    ['status', { ...form, status: 'approved' }],
    ['quota', { ...form, quotaBytes: 1e15, quota_bytes: 1e15 }],
    ['owner', { ...form, id: 'x', account_id: 'x', owner_id: 'x' }],
  ])('I06 rejects the field %s and changes nothing', async (_, payload) => {
    expect((await send('PUT', '/api/auth/profile', payload)).statusCode).toBe(422)
    const registration = { email: 'mass@kamar.test', name: 'Mass', password: 'the words of mass', ...payload }
    expect((await send('POST', '/api/auth/register', registration)).statusCode).toBe(422)
    await unchanged()
  })
})

describe('prototype pollution', () => {
  const polluted = (): unknown => ({} as Record<string, unknown>)['polluted']

  it.each(['__proto__', 'constructor'])('I07 is prevented for %s in a body', async (key) => {
    const inner = key === '__proto__' ? '{"polluted":1}' : '{"prototype":{"polluted":1}}'
    for (const url of ['/api/auth/login', '/api/auth/register', '/api/auth/contact']) {
      const response = await send('POST', url, `{"email":"a@b.test","password":"x","${key}":${inner}}`)
      expect(response.statusCode).toBeGreaterThanOrEqual(400)
    }
    expect((await send('PATCH', '/api/auth/preferences', `{"${key}":${inner}}`)).statusCode).toBeGreaterThanOrEqual(400)
    expect(polluted()).toBeUndefined()
  })

  it('I07 is prevented in a query', async () => {
    for (const query of ['__proto__[polluted]=1', 'constructor.prototype.polluted=1', '__proto__=1&search=x']) {
      expect((await list(query)).statusCode).toBe(422)
    }
    expect(polluted()).toBeUndefined()
  })
})

describe('query validation', () => {
  it.each(['limit=1&limit=2', 'search=a&search=b', 'search[]=a', 'sort[0]=name'])('I08 rejects %s', async (query) => {
    expect((await list(query)).json()).toMatchObject({ status: 422, code: 'invalid-input' })
  })
})

describe('request smuggling', () => {
  const secret = 'GET /api/nowhere-smuggled HTTP/1.1\r\nhost: x\r\n\r\n'

  it.each([
    [
      'CL.TE',
      `POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 6\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${secret}`,
    ],
    [
      'TE.CL',
      `POST /api/auth/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n5c\r\n${secret}\r\n0\r\n\r\n`,
    ],
    [
      'TE.TE',
      `POST /api/auth/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ntransfer-encoding: x\r\n\r\n0\r\n\r\n${secret}`,
    ],
    ['a bare line feed', `GET /api/health HTTP/1.1\nhost: x\r\nx: y\n\n${secret}`],
  ])('I09 is answered with 400 and a closed connection for %s', async (_, bytes) => {
    const { text, closed } = await sendRaw(bytes)
    expect(statusesIn(text)).toEqual(['400'])
    expect(closed).toBe(true)
    expect(text).not.toContain('nowhere-smuggled')
  })
})

describe('request size limits', () => {
  it('I10 reject headers of 1 MB with 431', async () => {
    const { text } = await sendRaw(`GET /api/health HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(1 << 20)}\r\n\r\n`)
    expect(statusesIn(text)).toEqual(['431'])
  })

  it('I10 reject a query of 10 000 keys', async () => {
    const query = Array.from({ length: 10_000 }, (_, index) => `k${index}=1`).join('&')
    expect((await list(query)).statusCode).toBeGreaterThanOrEqual(400)
  })

  it('I10 reject a body of 50 MB before it is read', async () => {
    const requestHeader = `POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 52428800\r\n\r\n`
    const { text } = await sendRaw(`${requestHeader}{"email":"${'x'.repeat(100_000)}`)
    expect(statusesIn(text)).toEqual(['413'])
  })

  it('I10 reject JSON with a depth of 100 000', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const response = await send('POST', '/api/auth/login', deep)
    expect([400, 413, 422]).toContain(response.statusCode)
    expect((await server.inject({ url: '/api/health' })).statusCode).toBe(200)
  })
})

describe('SQL injection', () => {
  it.each(["' or 1=1 --", "'; drop table file; --", '%', '_'])(
    'I11 has no effect in a search: %s matches only as text',
    async (text) => {
      await server.upload(user, 'a plain name.stl')
      const response = await list(`limit=5&search=${encodeURIComponent(text)}`)
      expect([response.statusCode, response.json()]).toEqual([200, []])
      const listResponse = await server.inject({
        url: `/api/admin/list-users?search=${encodeURIComponent(text)}`,
        headers: bearer(administrator),
      })
      expect(listResponse.json()).toMatchObject({ users: [], total: 0 })
    },
  )

  it.each(['sort=name;drop', 'order=asc--', "type=.ifc'", 'sort=(select 1)'])(
    'I11 is rejected in the parameter %s',
    async (query) => {
      expect((await list(query)).statusCode).toBe(422)
    },
  )

  it.each(["x' or '1'='1", '1;drop table account'])('I11 is not found as an identifier: %s', async (id) => {
    const url = `/api/auth/my-urns/${encodeURIComponent(id)}`
    expect((await server.inject({ url, headers: bearer(user) })).statusCode).toBe(404)
    expect((await send('PATCH', `/api/admin/users/${encodeURIComponent(id)}`, {}, administrator)).statusCode).toBe(404)
  })
})

describe('input pattern matching', () => {
  /** Measures processor time, which must grow in proportion to the length of texts of one kind. */
  async function measureCost(run: () => Promise<unknown>): Promise<number> {
    const before = process.cpuUsage()
    for (let round = 0; round < 20; round++) await run()
    const { user, system } = process.cpuUsage(before)
    return user + system
  }

  it.each([
    [
      'a search text',
      (text: string) => list(`limit=5&search=${encodeURIComponent(text)}`),
      ['a'.repeat(20), 'a'.repeat(250)],
    ],
    [
      'an email address',
      (text: string) => send('POST', '/api/auth/register', { email: text, name: 'x', password: 'x'.repeat(9) }),
      [`${'a.'.repeat(5)}@`, `${'a.'.repeat(120)}@`],
    ],
  ] as const)('I12 takes time proportional to the length of %s', async (_, run, [short, long]) => {
    await measureCost(() => run(short))
    const [shortCost, longCost] = [await measureCost(() => run(short)), await measureCost(() => run(long))]
    expect(longCost / shortCost).toBeLessThan(20)
  })
})

describe('server-side request forgery', () => {
  const addresses = [
    'http://127.0.0.1:9/',
    'http://[::1]:9/',
    'http://169.254.169.254/latest/meta-data',
    'http://2130706433:9/',
    'http://0x7f000001:9/',
    'https://redirect.example/',
    'http://rebinding.example/',
    'file:///etc/passwd',
  ]

  it.each(addresses)('I13 is impossible: %s is never requested', async (address) => {
    const connections: unknown[] = []
    vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...target: unknown[]) {
      connections.push(target)
      return this
    })
    vi.stubGlobal('fetch', (target: unknown) => {
      connections.push(target)
      return Promise.reject(new TypeError('not here'))
    })
    const lines = { firstName: address, lastName: address, phone: address, company: address, location: address }
    await send('PUT', '/api/auth/profile', { ...lines, bio: `see ${address}` })
    await send('POST', '/api/auth/storage/upgrade', { message: address })
    await send('POST', '/api/contact', { name: address, email: 'a@example.com', message: address })
    await server.inject({
      method: 'POST',
      url: '/api/auth/upload',
      ...fileForm(user, 'house.obj', `mtllib ${address}\nv 0 0 0\n`),
    })
    expect(connections).toEqual([])
    vi.unstubAllGlobals()
  })
})

describe('compressed request', () => {
  it('I21 is rejected without decompression when its body is a gzip bomb', async () => {
    const response = await server.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: gzipSync(Buffer.alloc(20_000_000, ' ')),
    })
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.statusCode).toBeLessThan(500)
  })

  it('I21 stores a gzip bomb as a file without decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, ' '))
    const file = await server.upload(user, 'bomb.stl', bomb)
    expect(file.size).toBe(bomb.length)
  })
})
