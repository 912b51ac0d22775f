import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '../../../testing/server-process.js'

let folder: string
let server: ServerProcess
let address: string
let authorization: string
const sockets: Socket[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kamar-process-'))
  server = startServerProcess({ KAMAR_DATA_DIR: folder })
  address = await server.ready
  const form = { email: 'somebody@kamar.test', password: 'words of somebody' }
  await post('/api/auth/register', { ...form, name: 'Somebody' })
  const response = (await (await post('/api/auth/login', form)).json()) as { access_token: string }
  authorization = `Bearer ${response.access_token}`
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.process.kill('SIGKILL')
  await server.ended
  await rm(folder, { recursive: true, force: true })
})

const post = (path: string, body: object): Promise<Response> =>
  fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Sends a file in one request; returns the status, or null without a response. */
async function upload(name: string, content: Buffer<ArrayBuffer>): Promise<number | null> {
  const body = new FormData()
  body.append('file', new Blob([content]), name)
  try {
    const response = await fetch(`${address}/api/auth/upload`, { method: 'POST', headers: { authorization }, body })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}

interface Listed {
  readonly id: string
  readonly size: number
}
const files = async (): Promise<Listed[]> =>
  (await (await fetch(`${address}/api/auth/my-urns`, { headers: { authorization } })).json()) as Listed[]

async function openSocket(): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.resume()
  await once(socket, 'connect')
  return socket
}

const canLimit = process.platform === 'linux' && existsSync('/usr/bin/prlimit')
if (!canLimit) process.stdout.write('uploads: A11 is skipped, there is no prlimit\n')

it.runIf(canLimit)(
  'A11 server refuses uploads without an internal error when file descriptors run out, and recovers',
  async () => {
    const { pid } = server.process
    const open = readdirSync(`/proc/${pid}/fd`).length
    const limit = (count: number): void =>
      void execFileSync('/usr/bin/prlimit', ['--pid', String(pid), `--nofile=${count}:`])
    limit(open + 30)
    const content = randomBytes(200_000)
    const responses = await Promise.all(Array.from({ length: 100 }, (_, at) => upload(`file-${at}.ifc`, content)))
    process.stdout.write(`without descriptors: ${[...new Set(responses)].join(', ')}\n`)
    // A machine without descriptors may give no response; an internal error is a fault.
    for (const status of responses) expect([200, 429, 503, 507, null]).toContain(status)
    limit(4096)
    expect(await upload('afterwards.ifc', content)).toBe(200)
    const listed = await files()
    expect(listed).toHaveLength(responses.filter((status) => status === 200).length + 1)
    expect(listed.every(({ size }) => size === content.length)).toBe(true)
    expect(server.process.exitCode).toBeNull()
  },
)

const slowHead = (): string =>
  `POST /api/auth/upload HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: multipart/form-data; boundary=B\r\ncontent-length: 10000000\r\n\r\n`

it.each([
  ['bodies', (): string => slowHead()],
  ['headers', (): string => 'GET /api/health HTTP/1.1\r\nhost: x\r\nx-slow: '],
])('A13 server disconnects 200 clients that send slow %s and keeps serving others', async (_, begin) => {
  const slow = await Promise.all(Array.from({ length: 200 }, () => openSocket()))
  const closed = Promise.all(slow.map((socket) => new Promise((resolve) => socket.once('close', resolve))))
  for (const socket of slow) socket.write(begin())
  const timer = setInterval(() => {
    for (const socket of slow) if (!socket.destroyed) socket.write('x')
  }, 1000)
  expect((await fetch(`${address}/api/health`)).status).toBe(200)
  expect(await upload('quick.ifc', randomBytes(100_000))).toBe(200)
  await closed
  clearInterval(timer)
  expect(await upload('quick-again.ifc', randomBytes(100_000))).toBe(200)
})

it('A18 server completes the current upload on SIGTERM and exits with code 0', async () => {
  const received = (): number => readdirSync(join(folder, 'uploads'), { recursive: true }).length
  const before = received()
  const sending = request(`${address}/api/auth/upload`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'multipart/form-data; boundary=B' },
  })
  const answered = new Promise<number>((resolve, reject) => {
    sending.once('response', (response) => resolve(response.statusCode ?? 0)).once('error', reject)
  })
  sending.write('--B\r\ncontent-disposition: form-data; name="file"; filename="late.ifc"\r\n\r\n')
  sending.write(randomBytes(1 << 20))
  await expect.poll(received, { timeout: 30_000 }).toBeGreaterThan(before)
  server.process.kill('SIGTERM')
  setTimeout(() => sending.end('\r\n--B--\r\n'), 500)
  expect(await answered).toBe(200)
  expect(await server.ended).toBe(0)
})

it('A18 server completes the current download on SIGTERM and exits with code 0', async () => {
  const content = randomBytes(20 << 20)
  expect(await upload('large.ifc', content)).toBe(200)
  const [file] = await files()
  const downloading = request(`${address}/api/auth/my-urns/${file?.id}/original`, { headers: { authorization } })
  downloading.end()
  const [response] = (await once(downloading, 'response')) as [NodeJS.ReadableStream & { statusCode: number }]
  expect(response.statusCode).toBe(200)
  const received: Buffer[] = []
  response.once('data', () => server.process.kill('SIGTERM'))
  for await (const chunk of response) {
    received.push(chunk as Buffer)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  expect(Buffer.compare(Buffer.concat(received), content)).toBe(0)
  expect(await server.ended).toBe(0)
})
