import { randomBytes } from 'node:crypto'
import { chmod, cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'node:http'
import { decodeUploadResult, uploadResultHeader } from '@kamar/contracts'
import { freePort } from '@kamar/test-kit'
import { Upload } from 'tus-js-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from './testing/server-process.js'

process.noDeprecation = true

let folder: string
/** Data of a server that was started once: creating a database takes seconds, copying one does not. */
let template: string
const started: ServerProcess[] = []
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'kamar-template-'))
  const server = startServerProcess({ KAMAR_DATA_DIR: template })
  await server.ready
  server.process.kill('SIGTERM')
  await server.ended
})
afterAll(() => rm(template, { recursive: true, force: true }))
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kamar-main-'))
  await cp(template, join(folder, 'data'), { recursive: true })
})
afterEach(async () => {
  for (const { process: child, ended } of started.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
  await rm(folder, { recursive: true, force: true })
})

function start(settings: Record<string, string> = {}): ServerProcess {
  const server = startServerProcess({ KAMAR_DATA_DIR: join(folder, 'data'), ...settings })
  started.push(server)
  return server
}

const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

async function signUp(address: string): Promise<string> {
  const form = { email: 'somebody@kamar.test', password: 'words of somebody' }
  await post(`${address}/api/auth/register`, { ...form, name: 'Somebody' })
  const response = await post(`${address}/api/auth/login`, form)
  return ((await response.json()) as { access_token: string }).access_token
}

describe('server process', () => {
  it('prints its address, locks its data folder and keeps accounts across a restart', async () => {
    const server = start()
    const address = await server.ready
    expect((await fetch(`${address}/api/health`)).status).toBe(200)
    expect(server.output()).toMatch(
      /^Kamar is ready at http:\/\/localhost:\d+\nCreate the first administrator at http:\/\/localhost:\d+\/setup\?code=[\w-]{32}\n$/,
    )
    expect(server.errors()).toBe('')
    expect((await stat(join(folder, 'data'))).mode & 0o077).toBe(0)
    expect((await stat(join(folder, 'data', 'secrets', 'tokens'))).mode & 0o777).toBe(0o600)

    const second = start()
    expect(await second.ended).toBe(1)
    expect(second.errors()).toMatch(/^The data folder .* is in use by process \d+ .*\. Stop it first\.\n$/)

    const code = new URL(/(http\S+code=\S+)/.exec(server.output())?.[1] ?? '').searchParams.get('code')
    const form = { code, username: 'Chief', email: 'chief@kamar.test', password: 'words of the chief' }
    expect((await post(`${address}/api/setup`, form)).status).toBe(200)
    const token = await signUp(address)
    server.process.kill('SIGINT')
    expect(await server.ended).toBe(0)

    const again = start()
    const response = await fetch(`${await again.ready}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(await response.json()).toMatchObject({ email: 'somebody@kamar.test' })
    again.process.kill('SIGTERM')
    expect(await again.ended).toBe(0)
    expect(again.output()).toMatch(
      /^Kamar is ready at (http:\/\/localhost:\d+)\nAdministrators sign in at \1\/signin\/admin\/dev\/ArB\n$/,
    )
  })

  it('needs no setup code with a configured administrator, and prints the public URL', async () => {
    const server = start({
      KAMAR_ADMIN_USERNAME: 'root',
      KAMAR_ADMIN_PASSWORD: 'words of the root',
      KAMAR_PUBLIC_URL: 'https://kamar.example',
    })
    await server.ready
    expect(server.output()).toBe(
      'Kamar is ready at https://kamar.example\nAdministrators sign in at https://kamar.example/signin/admin/dev/ArB\n',
    )
  })
})

describe('failed server start', () => {
  it('reports every invalid setting and exits with 1', async () => {
    const server = start({ PORT: 'http', KAMAR_SECRET: 'weak', KAMAR_COLOUR: 'blue' })
    expect(await server.ended).toBe(1)
    const lines = server.errors().trim().split('\n')
    expect(lines).toHaveLength(3)
    expect(server.errors()).not.toContain('    at ')
    expect(server.output()).toBe('')
  })

  it('reports a port in use and exits with 1', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const server = start({ PORT: String(port) })
    expect(await server.ended).toBe(1)
    expect(server.errors()).toBe(`Port ${port} is in use by another program. Stop it, or set PORT to a free port.\n`)
    other.close()
  })

  it('reports a data folder that is a file and exits with 1', async () => {
    const path = join(folder, 'file')
    await writeFile(path, 'not a folder')
    const server = start({ KAMAR_DATA_DIR: path })
    expect(await server.ended).toBe(1)
    expect(server.errors()).toMatch(
      /^The data folder .* cannot be written\. Change its rights, or set KAMAR_DATA_DIR\.\n$/,
    )
  })

  it('reports a read-only data folder and exits with 1', async () => {
    await chmod(folder, 0o500)
    // Folder permissions do not bind root; the kernel's own file system does.
    const readOnly = process.getuid?.() === 0 ? '/sys' : folder
    const server = start({ KAMAR_DATA_DIR: join(readOnly, 'new') })
    expect(await server.ended).toBe(1)
    expect(server.errors()).toMatch(/cannot be written/)
  })

  it('reports an unreachable database and exits with 1', async () => {
    const server = start({ DATABASE_URL: 'postgres://kamar@127.0.0.1:1/kamar' })
    expect(await server.ended).toBe(1)
    expect(server.errors()).toBe('The database at DATABASE_URL cannot be reached.\n')
  })
})

/** Preloaded into a server, so that its timers of seven seconds fire at once, and longer ones never. */
const shortenTimers = `globalThis.setTimeout = new Proxy(globalThis.setTimeout, {
  apply(setTimer, self, [callback, milliseconds, ...parameters]) {
    const replaced = milliseconds === 7000 ? 0 : milliseconds > 7000 ? 2 ** 31 - 1 : milliseconds
    return Reflect.apply(setTimer, self, [callback, replaced, ...parameters])
  },
})`

describe('server shutdown', () => {
  /** Sends an incomplete upload and waits until the server stores what it received. */
  async function beginUpload(server: ServerProcess) {
    const address = await server.ready
    const token = await signUp(address)
    const sending = request(`${address}/api/auth/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=B' },
    })
    const outcome = new Promise<number | string | undefined>((resolve) => {
      sending.once('response', ({ statusCode }) => resolve(statusCode))
      sending.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
    })
    sending.write('--B\r\ncontent-disposition: form-data; name="file"; filename="late.stl"\r\n\r\n')
    sending.write(randomBytes(1 << 20))
    const uploads = () => readdir(join(folder, 'data', 'uploads'), { recursive: true })
    await expect.poll(async () => (await uploads()).length).toBeGreaterThan(1)
    return { address, sending, outcome }
  }

  const acceptsConnections = (address: string): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })

  it('finishes the upload in progress and exits with 0', async () => {
    const server = start()
    const { address, sending, outcome } = await beginUpload(server)
    server.process.kill('SIGTERM')
    await expect.poll(() => acceptsConnections(address)).toBe(false)
    sending.end('\r\n--B--\r\n')
    expect(await outcome).toBe(200)
    expect(await server.ended).toBe(0)
  })

  it('aborts a hanging request after seven seconds and exits with 0', async () => {
    const preload = `data:text/javascript,${encodeURIComponent(shortenTimers)}`
    const server = start({ NODE_OPTIONS: `--import=${preload}` })
    const { outcome } = await beginUpload(server)
    server.process.kill('SIGTERM')
    expect(await outcome).toBe('ECONNRESET')
    expect(await server.ended).toBe(0)
  })
})

describe('resumable upload', () => {
  it('continues with unchanged bytes after the server was killed and restarted', async () => {
    const port = await freePort()
    const settings = { PORT: String(port) }
    const first = start(settings)
    const address = await first.ready
    const token = await signUp(address)
    const content = randomBytes(8 << 20)
    let killed: Promise<unknown> | null = null
    const result = await new Promise<string | null | undefined>((resolve, reject) => {
      const sending = new Upload(content, {
        endpoint: `${address}/api/uploads`,
        headers: { authorization: `Bearer ${token}` },
        metadata: { filename: 'killed.ifc' },
        chunkSize: 1 << 20,
        // The time of a restart depends on the machine.
        retryDelays: Array<number>(600).fill(100),
        onProgress: (sent) => {
          if (sent < 3 << 20 || killed) return
          first.process.kill('SIGKILL')
          killed = first.ended.then(() => start(settings).ready)
        },
        onError: reject,
        onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader(uploadResultHeader)),
      })
      sending.start()
    })
    expect(killed).not.toBeNull()
    const file = decodeUploadResult(result)?.file
    expect(file).toMatchObject({ description: 'killed.ifc', size: content.length })
    const original = await fetch(`${address}/api/auth/my-urns/${file?.id}/original`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(Buffer.from(await original.arrayBuffer()).equals(content)).toBe(true)
  })
})
