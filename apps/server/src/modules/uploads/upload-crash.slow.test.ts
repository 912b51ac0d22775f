import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileRecord } from '@kamar/contracts'
import { freePort } from '@kamar/test-kit'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.js'

process.noDeprecation = true

const iterations = 10
const bytes = 3 << 20
const seed = Number(process.env['KAMAR_TEST_SEED'] ?? randomInt(1 << 30))

let folder: string
let settings: Record<string, string>
let server: ServerProcess
let address: string
let authorization: string
beforeAll(async () => {
  process.stdout.write(`KAMAR_TEST_SEED=${seed}\n`)
  folder = await mkdtemp(join(tmpdir(), 'kamar-crash-'))
  settings = { KAMAR_DATA_DIR: folder, PORT: String(await freePort()) }
  server = startServerProcess(settings)
  address = await server.ready
  const form = { email: 'crash@kamar.test', password: 'words about crashes' }
  await post('/api/auth/register', { ...form, name: 'Crash' })
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

/** Returns a number from 0 to 1 that is the same for the same seed and round. */
function chance(round: number): number {
  return createHash('sha256').update(`${seed}/${round}`).digest().readUInt32BE() / 2 ** 32
}

function upload(name: string, content: Buffer, onFirstByte: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    new Upload(content, {
      endpoint: `${address}/api/uploads`,
      headers: { authorization },
      metadata: { filename: name },
      chunkSize: 1 << 20,
      // The time of a restart depends on the machine.
      retryDelays: Array<number>(120).fill(500),
      onShouldRetry: () => true,
      onProgress: onFirstByte,
      onError: reject,
      onSuccess: () => resolve(),
    }).start()
  })
}

it('an upload completes as one intact file after a server kill at any moment', { timeout: 900_000 }, async () => {
  for (let round = 0; round < iterations; round++) {
    const content = randomBytes(bytes)
    let restarted: Promise<string> | null = null
    await upload(`round-${round}.ifc`, content, () => {
      restarted ??= new Promise((resolve) => setTimeout(resolve, chance(round) * 120)).then(async () => {
        server.process.kill('SIGKILL')
        await server.ended
        server = startServerProcess(settings)
        return server.ready
      })
    })
    await restarted
    const listed = (await (
      await fetch(`${address}/api/auth/my-urns`, { headers: { authorization } })
    ).json()) as FileRecord[]
    const createdFiles = listed.filter((file) => file.description === `round-${round}.ifc`)
    expect(createdFiles, `round ${round}`).toHaveLength(1)
    const original = await fetch(`${address}/api/auth/my-urns/${createdFiles[0]?.id}/original`, {
      headers: { authorization },
    })
    expect(Buffer.from(await original.arrayBuffer()).equals(content), `round ${round}`).toBe(true)
  }
  const account = (await (await fetch(`${address}/api/auth/me`, { headers: { authorization } })).json()) as {
    usedBytes: number
  }
  expect(account.usedBytes).toBe(iterations * bytes)
})
