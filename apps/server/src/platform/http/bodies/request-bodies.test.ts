import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../../testing/test-server.js'

let server: TestServer
let address: URL
let user: TestUser
const sockets: Socket[] = []
beforeAll(async () => {
  server = await startTestServer({
    app: { bodyTimeout: { checkMilliseconds: 700, minBytes: 1000, drainMilliseconds: 300 } },
  })
  address = new URL(await server.listen())
  user = await server.createUser()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => server.close())

async function open(): Promise<Socket> {
  const socket = connect(Number(address.port), address.hostname)
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Waits for the close; unlike `once`, ignores an earlier error. */
const waitForClose = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()))

const formatHeader = (length: number): string =>
  `POST /api/auth/upload HTTP/1.1\r\nhost: x\r\nauthorization: ${bearer(user).authorization}\r\ncontent-type: multipart/form-data; boundary=B\r\ncontent-length: ${length}\r\n\r\n--B\r\ncontent-disposition: form-data; name="file"; filename="slow.stl"\r\n\r\n`

describe('request body timeout', () => {
  it('closes 50 connections that send too slowly and keeps serving others', async () => {
    const slow = await Promise.all(Array.from({ length: 50 }, open))
    const timers = slow.map((socket) => {
      socket.write(formatHeader(10_000_000))
      return setInterval(() => socket.write('x'), 50)
    })
    const closed = Promise.all(slow.map((socket) => waitForClose(socket)))
    expect((await fetch(new URL('/api/health', address))).status).toBe(200)
    expect(await server.upload(await server.createUser(), 'quick.stl')).toMatchObject({ description: 'quick.stl' })
    await closed
    for (const timer of timers) clearInterval(timer)
  })

  it('accepts a slow but steady upload', async () => {
    const socket = await open()
    const body = Buffer.alloc(1000, 'x')
    const tail = '\r\n--B--\r\n'
    const opening = '--B\r\ncontent-disposition: form-data; name="file"; filename="slow.stl"\r\n\r\n'
    const chunkCount = 100
    socket.write(formatHeader(opening.length + chunkCount * body.length + tail.length))
    const answered = once(socket, 'data') as Promise<[Buffer]>
    // Three checks, each after many chunks: a machine that stalls for a moment is not the sender's fault.
    for (let index = 0; index < chunkCount; index++) {
      socket.write(body)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    socket.write(tail)
    expect((await answered)[0].toString()).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('delivers the 401 response to a client that keeps sending, then closes the connection', async () => {
    const socket = await open()
    socket.write(formatHeader(50_000_000).replace(bearer(user).authorization, 'Bearer x'))
    const answered = once(socket, 'data') as Promise<[Buffer]>
    const closed = waitForClose(socket)
    const timer = setInterval(() => socket.write(Buffer.alloc(100_000)), 20)
    expect((await answered)[0].toString()).toMatch(/^HTTP\/1\.1 401 /)
    await closed
    clearInterval(timer)
  })
})

describe('ambiguous HTTP request', () => {
  async function readResponse(text: string): Promise<string> {
    const socket = await open()
    const chunkCount: Buffer[] = []
    socket.on('data', (data: Buffer) => chunkCount.push(data))
    const ended = waitForClose(socket)
    socket.write(text)
    await ended
    return Buffer.concat(chunkCount).toString()
  }

  it.each([
    ['two lengths', 'content-length: 5\r\ncontent-length: 6\r\n'],
    ['both a length and chunked encoding', 'content-length: 5\r\ntransfer-encoding: chunked\r\n'],
    ['an unknown transfer coding', 'transfer-encoding: xchunked\r\n'],
    ['a folded header', 'content-length:\r\n 5\r\n'],
    ['a bare line feed', 'content-length: 5\nx: y\r\n'],
  ])('is rejected with %s and its connection is closed', async (_, lines) => {
    const smuggled = 'GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n'
    const response = await readResponse(
      `POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${lines}\r\n0\r\n\r\n${smuggled}`,
    )
    expect(response).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(response).not.toContain('alive')
  })

  it('is rejected with 431 for headers above the size limit', async () => {
    const response = await readResponse(`GET /api/health HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(100_000)}\r\n\r\n`)
    expect(response).toMatch(/^HTTP\/1\.1 431 /)
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 431, code: 'headers-too-large' })
  })
})
