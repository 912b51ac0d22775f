import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isCampaign } from '@kamar/test-kit/campaign'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boxProduct, projectRows } from '../../packages/formats/src/ifc/testing/model-text.js'
import { stepFile } from '../../packages/formats/src/ifc/testing/step-file.js'
import { accessToken, type User, createUser } from './support/account.js'
import { RunningServer } from './support/running-server.js'
import { sample } from './support/samples.js'

interface ListedFile {
  readonly id: string
  readonly urn: string
  readonly status: string
  readonly progress: number
}

const server = new RunningServer()
const user: User = createUser()
let token = ''

/** Walls of the generated model: a second or two of reading. */
const walls = 2_500

/**
 * Returns a model slow enough to be killed in the middle: in the nightly run a real large model if available, otherwise
 * walls of many sizes.
 */
function slowModel(): { name: string; bytes: Buffer } {
  const large = sample('ifc-large/sprinklers.ifc.gz')
  if (isCampaign && large !== null) return { name: 'sprinklers.ifc', bytes: gunzipSync(readFileSync(large)) }
  const rows = Array.from({ length: walls }, (_, at) =>
    boxProduct({ id: 100 + 10 * at, at: [at % 100, Math.floor(at / 100), 0], size: [1, 1, 1 + at / walls] }),
  )
  return { name: 'walls.ifc', bytes: Buffer.from(stepFile({ rows: projectRows() + rows.join('') })) }
}

async function call<Result>(path: string, init: RequestInit = {}): Promise<Result> {
  const response = await fetch(`${server.address}${path}`, {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${token}` },
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
  return (await response.json()) as Result
}

async function uploadSlowModel(name: string): Promise<ListedFile> {
  const model = slowModel()
  // One byte more per test: identical bytes would be translated only once.
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(model.bytes), `\n/* ${name} */\n`]), model.name)
  const { file } = await call<{ file: ListedFile }>('/api/auth/upload', { method: 'POST', body })
  return file
}

async function until(id: string, reached: (file: ListedFile) => boolean): Promise<ListedFile> {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    const file = await call<ListedFile>(`/api/auth/my-urns/${id}`)
    if (reached(file)) return file
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the file did not get there in two minutes')
}

/** Returns process ids below the server whose command line names the reader process. */
function readerProcesses(): number[] {
  const parents = new Map<number, number>()
  const commands = new Map<number, string>()
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(join('/proc', entry, 'stat'), 'utf8')
      parents.set(Number(entry), Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]))
      commands.set(Number(entry), readFileSync(join('/proc', entry, 'cmdline'), 'utf8'))
    } catch {
      // The process ended between listing and reading.
    }
  }
  const isOwnProcess = (id: number): boolean => {
    for (let at: number | undefined = id; at !== undefined && at > 1; at = parents.get(at)) {
      if (at === server.processId) return true
    }
    return false
  }
  return [...commands]
    .filter(([id, command]) => command.includes('reader-process') && isOwnProcess(id))
    .map(([id]) => id)
}

beforeAll(async () => {
  await server.start()
  await fetch(`${server.address}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(user),
  })
  token = await accessToken(server.address, user)
})
afterAll(() => server.dispose())

describe('crash recovery', () => {
  it('replaces a killed reader and completes the model', async () => {
    const { id } = await uploadSlowModel('killed reader')
    await until(id, (file) => file.status === 'inprogress' || file.status === 'success')
    for (const reader of readerProcesses()) {
      try {
        process.kill(reader, 'SIGKILL')
      } catch {
        // This process has already ended with its parent.
      }
    }
    expect((await until(id, (file) => file.status === 'success' || file.status === 'failed')).status).toBe('success')
  })

  it('resumes the translation after the server is killed, and leaves no reader behind', async () => {
    const { id } = await uploadSlowModel('killed server')
    await until(id, (file) => file.status === 'inprogress' || file.status === 'success')
    const readers = readerProcesses()
    await server.end('SIGKILL')
    const isEnded = (reader: number): boolean => {
      try {
        return readFileSync(`/proc/${reader}/stat`, 'utf8').includes(') Z ')
      } catch {
        return true
      }
    }
    await expect.poll(() => readers.every(isEnded), { timeout: 10_000 }).toBe(true)
    await server.start()
    const file = await until(id, ({ status }) => status === 'success' || status === 'failed')
    expect(file.status).toBe('success')
    const manifest = await call<{ state: string; files: { path: string }[] }>(
      `/api/derivatives/${file.urn}/manifest.json`,
    )
    expect(manifest.state).toBe('complete')
    expect(manifest.files.filter(({ path }) => path.startsWith('provisional'))).toEqual([])
  })
})
