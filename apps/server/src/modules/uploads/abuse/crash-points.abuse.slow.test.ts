import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FileRecord, uploadResultHeader } from '@kamar/contracts'
import { freePort, type KillPoint } from '@kamar/test-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setKillPoint, type ServerProcess, startServerProcess } from '../../../testing/server-process.js'
import { encodeMetadata } from '../../../testing/tus-user.js'

const sizeBytes = 100_000

let folder: string
let settings: Record<string, string>
let server: ServerProcess
let address: string
let authorization: string
let files = 0

async function start(): Promise<void> {
  server = startServerProcess(settings, { faultFolder: folder })
  address = await server.ready
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kamar-points-'))
  settings = { KAMAR_DATA_DIR: folder, PORT: String(await freePort()) }
  await start()
  const form = { email: 'points@kamar.test', password: 'words about points' }
  await post('/api/auth/register', { ...form, name: 'Points' })
  authorization = `Bearer ${((await (await post('/api/auth/login', form)).json()) as { access_token: string }).access_token}`
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

async function getJson<ResponseBody>(path: string): Promise<ResponseBody> {
  return (await (await fetch(`${address}${path}`, { headers: { authorization } })).json()) as ResponseBody
}

/** Method of sending a file; with the same name it is the same upload, sent again. */
interface Way {
  readonly name: string
  readonly send: (fileName: string, content: Buffer<ArrayBuffer>) => Promise<void>
}

async function sendForm(fileName: string, content: Buffer<ArrayBuffer>): Promise<void> {
  const body = new FormData()
  body.append('file', new Blob([content]), fileName)
  const headers = { authorization, 'idempotency-key': fileName }
  const response = await fetch(`${address}/api/auth/upload`, { method: 'POST', headers, body })
  await response.text()
  expect(response.status).toBe(200)
}

const begun = new Map<string, string>()

async function tus(method: string, path: string, headers: Record<string, string>, body?: Buffer<ArrayBuffer>) {
  return fetch(new URL(path, address), {
    method,
    headers: { authorization, 'tus-resumable': '1.0.0', ...headers },
    ...(body === undefined ? {} : { body }),
  })
}

async function begin(fileName: string): Promise<string> {
  const headers = { 'upload-length': String(sizeBytes), 'upload-metadata': encodeMetadata(fileName) }
  const response = await tus('POST', '/api/uploads', headers)
  expect(response.status).toBe(201)
  return response.headers.get('location') ?? ''
}

/** Sends like a browser: requests the offset and continues from there; starts again when the upload is unknown. */
async function sendChunks(fileName: string, content: Buffer<ArrayBuffer>): Promise<void> {
  let url = begun.get(fileName) ?? (await begin(fileName))
  begun.set(fileName, url)
  for (;;) {
    const statusResponse = await tus('HEAD', url, {})
    if (statusResponse.headers.get(uploadResultHeader) !== null) return
    if (statusResponse.status === 404) {
      url = await begin(fileName)
      begun.set(fileName, url)
      continue
    }
    expect(statusResponse.status).toBe(200)
    const offset = Number(statusResponse.headers.get('upload-offset'))
    const chunk = content.subarray(offset, offset + sizeBytes / 2)
    const type = 'application/offset+octet-stream'
    const response = await tus('PATCH', url, { 'upload-offset': String(offset), 'content-type': type }, chunk)
    expect(response.status).toBe(204)
  }
}

const ways: readonly Way[] = [
  { name: 'in one request', send: sendForm },
  { name: 'in pieces', send: sendChunks },
]

/** Asserts that a client sees the file complete with every byte, or not at all. */
async function expectAbsentOrComplete(fileName: string, content: Buffer): Promise<number> {
  const listed = await getJson<FileRecord[]>('/api/auth/my-urns')
  const createdFiles = listed.filter((file) => file.description === fileName)
  expect(createdFiles.length).toBeLessThanOrEqual(1)
  for (const { id } of createdFiles) {
    const response = await fetch(`${address}/api/auth/my-urns/${id}/original`, { headers: { authorization } })
    const sha256 = createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex')
    expect(sha256).toBe(createHash('sha256').update(content).digest('hex'))
  }
  expect((await getJson<{ usedBytes: number }>('/api/auth/me')).usedBytes).toBe(listed.length * sizeBytes)
  return createdFiles.length
}

/** Kills the server at the first, second, … such call of an upload until it survives; returns how often. */
async function killAtEach({ send }: Way, killPoint: Omit<KillPoint, 'at'>): Promise<string[]> {
  const labels: string[] = []
  for (let at = 1; ; at++) {
    const fileName = `file-${++files}.ifc`
    const content = randomBytes(sizeBytes)
    await setKillPoint(server, { ...killPoint, at })
    const hasSucceeded = await send(fileName, content).then(
      () => true,
      (error: unknown) => {
        // Requests to a dead server fail; every other error is a finding.
        if (!(error instanceof TypeError)) throw error
        return false
      },
    )
    if (hasSucceeded) {
      await setKillPoint(server, { call: 'none', at: 0 })
      return labels
    }
    expect(await server.ended).toBe('SIGKILL')
    labels.push(/^died at (\S+ .*)$/m.exec(server.errors())?.[1]?.replace(folder, '') ?? '')
    await start()
    await expectAbsentOrComplete(fileName, content)
    await send(fileName, content)
    expect(await expectAbsentOrComplete(fileName, content), labels.at(-1)).toBe(1)
  }
}

const kinds: readonly Omit<KillPoint, 'at'>[] = [
  { call: 'open' },
  { call: 'write' },
  { call: 'write', torn: true },
  { call: 'sync' },
  { call: 'writeFile' },
  { call: 'writeFile', torn: true },
  { call: 'rename' },
  { call: 'rm' },
  { call: 'change' },
]

it.each(kinds)('A02 an upload survives a server kill at each $call (torn: $torn)', async (kind) => {
  const labels: string[] = []
  for (const way of ways) labels.push(...(await killAtEach(way, kind)))
  process.stdout.write(`${kind.call}: killed ${labels.length} times\n`)
  // Fails when an upload no longer makes this kind of call.
  expect(labels.length).toBeGreaterThan(0)
  expect(labels.every((label) => label.startsWith(kind.call))).toBe(true)
})

it('A02 no temporary file remains after the kills', async () => {
  expect(await readdir(join(folder, 'temporary'))).toEqual([])
})
