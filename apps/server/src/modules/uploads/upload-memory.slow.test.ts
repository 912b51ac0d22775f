import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { limits } from '@kamar/contracts'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.js'

process.noDeprecation = true

const maxGrowthMegabytes = 32
const megabyte = 1024 ** 2

let folder: string
let server: ServerProcess
let address: string
let authorization: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kamar-memory-'))
  server = startServerProcess({ KAMAR_DATA_DIR: folder })
  address = await server.ready
  const form = { email: 'memory@kamar.test', password: 'words about memory' }
  await post('/api/auth/register', { ...form, name: 'Memory' })
  const { access_token: token } = (await (await post('/api/auth/login', form)).json()) as { access_token: string }
  authorization = `Bearer ${token}`
  // Warms up: code that is loaded and compiled once is no cost of an upload.
  for (let round = 0; round < 5; round++) {
    await sendForm(megabyte)
    await sendResumable(megabyte, Infinity)
  }
})
afterAll(async () => {
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

function* content(count: number): Generator<Buffer> {
  for (let left = count; left > 0; left -= megabyte) yield randomBytes(Math.min(left, megabyte))
}

function* createForm(count: number): Generator<Buffer> {
  yield Buffer.from('--B\r\ncontent-disposition: form-data; name="file"; filename="memory.stl"\r\n\r\n')
  yield* content(count)
  yield Buffer.from('\r\n--B--\r\n')
}

async function sendForm(count: number): Promise<number> {
  const sending = request(`${address}/api/auth/upload`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'multipart/form-data; boundary=B' },
  })
  const answered = new Promise<number>((resolve, reject) => {
    sending.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sending.once('error', reject)
  })
  await pipeline(Readable.from(createForm(count)), sending)
  return answered
}

function sendResumable(count: number, chunkSize: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = new Upload(Buffer.concat([...content(count)]), {
      endpoint: `${address}/api/uploads`,
      headers: { authorization },
      metadata: { filename: 'memory.ifc' },
      chunkSize,
      retryDelays: null,
      onError: reject,
      onSuccess: ({ lastResponse }) => resolve(lastResponse.getStatus()),
    })
    sending.start()
  })
}

async function residentMegabytes(): Promise<number> {
  const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}

/** Measures how far the server's memory rises above its earlier level during the work. */
async function growthDuring(work: () => Promise<unknown>): Promise<number> {
  const before = await residentMegabytes()
  let highest = before
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      highest = Math.max(highest, await residentMegabytes())
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  await work()
  isDone = true
  await watching
  return highest - before
}

describe('100 MB upload', () => {
  it.each([
    ['as one form request', () => sendForm(limits.defaultUploadBytes), 200],
    ['as a resumable upload in one chunk', () => sendResumable(limits.defaultUploadBytes, Infinity), 204],
    ['as a resumable upload in chunks of 8 MB', () => sendResumable(limits.defaultUploadBytes, 8 * megabyte), 204],
  ])('%s raises server memory by at most 32 MB', async (name, send, status) => {
    const growths: number[] = []
    for (let round = 0; round < 3; round++) {
      growths.push(
        await growthDuring(async () => {
          expect(await send()).toBe(status)
        }),
      )
    }
    const report = growths.map((growth) => growth.toFixed(1)).join(', ')
    process.stdout.write(`Server memory during an upload of 100 MB ${name}: +${report} MB\n`)
    expect(Math.max(...growths)).toBeLessThanOrEqual(maxGrowthMegabytes)
  })
})
