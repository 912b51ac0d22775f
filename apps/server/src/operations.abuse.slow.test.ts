import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdtemp, readdir, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@kamar/database'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { examineDeployment } from './operations/doctor/examine-deployment.js'
import { type ServerProcess, startServerProcess } from './testing/server-process.js'

/** Duration of the mixed load; a night is 480. */
const soakMinutes = Number(process.env['KAMAR_TEST_SOAK_MINUTES'] ?? 2)

let template: string
let folder: string
let data: string
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
  folder = await mkdtemp(join(tmpdir(), 'kamar-operations-'))
  data = join(folder, 'data')
  await cp(template, data, { recursive: true })
})
afterEach(async () => {
  for (const { process: child, ended } of started.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
  await rm(folder, { recursive: true, force: true })
})

function start(settings: Record<string, string> = {}, before: readonly string[] = []): ServerProcess {
  const server = startServerProcess({ KAMAR_DATA_DIR: data, ...settings }, { before })
  started.push(server)
  return server
}

/** Returns the one sentence with which a server fails to start, and any other output. */
async function readRefusal(server: ServerProcess): Promise<string> {
  const code = await server.ended
  const lines = server.errors().trim().split('\n')
  const isOne = code === 1 && server.output() === '' && lines.length === 1
  return isOne ? (lines[0] ?? '') : `ended with ${code}: ${server.output()} ${server.errors()}`
}

interface Session {
  readonly address: string
  readonly headers: { readonly authorization: string }
}

async function signUp(address: string): Promise<Session> {
  const post = (path: string, body: object) =>
    fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const form = { email: 'somebody@kamar.test', password: 'words of somebody' }
  await post('/api/auth/register', { ...form, name: 'Somebody' })
  const { access_token: token } = (await (await post('/api/auth/login', form)).json()) as { access_token: string }
  return { address, headers: { authorization: `Bearer ${token}` } }
}

function upload({ address, headers }: Session, name: string, content: Uint8Array | string): Promise<Response> {
  const form = new FormData()
  form.append('file', new Blob([Buffer.from(content)]), name)
  return fetch(`${address}/api/auth/upload`, { method: 'POST', headers, body: form })
}

describe('failed server start', () => {
  it('L02 reports a port in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    expect(await readRefusal(start({ PORT: String((other.address() as AddressInfo).port) }))).toMatch(
      /^Port \d+ is in use by another/,
    )
    other.close()
  })

  it('L02 reports a data folder that cannot be written', async () => {
    // Root may write anywhere but below a file and on a full device.
    await rm(data, { recursive: true })
    await writeFile(data, '')
    expect(await readRefusal(start())).toMatch(
      /^The data folder .* cannot be written\. Change its rights, or set KAMAR_DATA_DIR\.$/,
    )
    await rm(data)
    await cp(template, data, { recursive: true })
    await chmod(data, 0o500)
    if (process.getuid?.() === 0) return
    expect(await readRefusal(start())).toMatch(/cannot be written/)
  })

  it('L02 reports a read-only data disk, and succeeds once it is writable', async (context) => {
    if (!mountSmall(data, 400)) context.skip('this user may not mount a small disk')
    try {
      await cp(template, data, { recursive: true })
      await chmod(data, 0o700)
      execFileSync('mount', ['-o', 'remount,ro', data])
      expect(await readRefusal(start())).toMatch(/^The data folder .* cannot be written\. /)
      execFileSync('mount', ['-o', 'remount,rw', data])
      const again = start()
      await again.ready
      again.process.kill('SIGTERM')
      expect(await again.ended).toBe(0)
    } finally {
      execFileSync('umount', ['-l', data])
    }
  })

  it('L02 reports a database written by a newer version', async () => {
    const open = await openDatabase({ folder: join(data, 'database') })
    await open.pool.query("insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')")
    await open.close()
    expect(await readRefusal(start())).toMatch(
      /^The database was written by a newer version of Kamar \(it has the migration 9999-later\)/,
    )
  })

  it('L02 reports a data folder in use by another process', async () => {
    await start().ready
    expect(await readRefusal(start())).toMatch(/^The data folder .* is in use by process \d+ .*\. Stop it first\.$/)
  })
})

describe('server log', () => {
  it('L07 does not affect requests when its disk is full', async () => {
    const server = start({ KAMAR_LOG_LEVEL: 'trace' }, ['sh', '-c', 'exec "$@" 2>/dev/full', 'sh'])
    const session = await signUp(await server.ready)
    for (let index = 0; index < 200; index++)
      expect((await fetch(`${session.address}/api/auth/me`, session)).status).toBe(200)
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  it('L07 does not affect requests when its file is truncated or renamed', async () => {
    const log = join(folder, 'log')
    const server = start({ KAMAR_LOG_LEVEL: 'info' }, ['sh', '-c', `exec "$@" 2>>'${log}'`, 'sh'])
    const session = await signUp(await server.ready)
    const lines = async (path: string): Promise<number> => (await readFile(path, 'utf8')).split('\n').length
    await fetch(`${session.address}/api/auth/me`, session)
    await expect.poll(() => lines(log)).toBeGreaterThan(2)
    // Like logrotate with copytruncate, which programs that hold a file open need.
    await cp(log, `${log}.1`)
    await writeFile(log, '')
    await fetch(`${session.address}/api/auth/me`, session)
    await expect.poll(() => lines(log)).toBeGreaterThan(1)
    await rename(log, `${log}.2`)
    expect((await fetch(`${session.address}/api/auth/me`, session)).status).toBe(200)
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  it('L07 does not affect requests when its reader has closed the pipe', async () => {
    const server = start({ KAMAR_LOG_LEVEL: 'trace' })
    const session = await signUp(await server.ready)
    server.process.stderr?.destroy()
    for (let index = 0; index < 50; index++)
      expect((await fetch(`${session.address}/api/auth/me`, session)).status).toBe(200)
  })
})

/** Mounts a separate file system for the data, where this user may. */
function mountSmall(at: string, megabytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'small', at], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('server on a nearly full disk', () => {
  it('L03 refuses uploads, serves existing files and fails the doctor check', async (context) => {
    const megabytes = 400
    const disk = await mkdtemp(join(tmpdir(), 'kamar-disk-'))
    if (!mountSmall(disk, megabytes)) context.skip('this user may not mount a small disk')
    try {
      await cp(template, disk, { recursive: true })
      await chmod(disk, 0o700)
      data = disk
      const server = start()
      const session = await signUp(await server.ready)
      const first = await upload(session, 'first.stl', 'solid first\n')
      expect(first.status).toBe(200)
      const { file } = (await first.json()) as { file: { id: string } }
      const used = Number(execFileSync('df', ['--output=used', '-k', disk]).toString().split('\n')[1])
      await writeFile(join(disk, 'filling'), Buffer.alloc(megabytes * 1024 ** 2 * 0.96 - used * 1024))
      const refused = await upload(session, 'second.stl', 'solid second\n')
      expect(await refused.json()).toMatchObject({ code: 'storage-full' })
      const original = await fetch(`${session.address}/api/auth/my-urns/${file.id}/original`, session)
      expect(await original.text()).toBe('solid first\n')
      const findings = await examineDeployment({ KAMAR_DATA_DIR: disk, KAMAR_WORKERS: '0', PORT: '0' })
      expect(findings.filter(({ state }) => state === 'wrong')).toEqual([
        {
          subject: 'free space',
          state: 'wrong',
          sentence: expect.stringMatching(/^\d+ MB are free, so uploads are refused/),
        },
      ])
      await rm(join(disk, 'filling'))
      expect((await upload(session, 'third.stl', 'solid third\n')).status).toBe(200)
      server.process.kill('SIGKILL')
      await server.ended
    } finally {
      execFileSync('umount', ['-l', disk])
      await rm(disk, { recursive: true, force: true })
    }
  })
})

describe('server under load', () => {
  it(`L06 keeps memory and open handles stable over ${soakMinutes} minutes`, async () => {
    const server = start()
    const session = await signUp(await server.ready)
    const { pid = 0 } = server.process
    const residentMegabytes = async (): Promise<number> =>
      Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
    // The embedded database keeps files of its tables open up to a limit of its own, more of them after each vacuum.
    const handles = async (): Promise<number> => {
      const open = await Promise.all(
        (await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')),
      )
      return open.filter((path) => !path.startsWith(join(data, 'database'))).length
    }
    const round = async (index: number): Promise<void> => {
      const response = await upload(session, `soak-${index}.stl`, `solid ${index}\n${'x'.repeat(50_000)}`)
      const { file } = (await response.json()) as { file: { id: string } }
      const live = new AbortController()
      const events = await fetch(`${session.address}/api/auth/events`, { ...session, signal: live.signal })
      for (const path of [
        'my-urns?limit=20',
        `my-urns/${file.id}`,
        `my-urns/${file.id}/original`,
        'storage',
        'me',
        'nothing',
      ])
        await (await fetch(`${session.address}/api/auth/${path}`, session)).arrayBuffer()
      // An unread response keeps its connection.
      for (const path of [`my-urns/${file.id}`, 'bin'])
        await (await fetch(`${session.address}/api/auth/${path}`, { method: 'DELETE', ...session })).arrayBuffer()
      live.abort()
      await events.body?.cancel().catch(() => undefined)
    }
    const end = Date.now() + soakMinutes * 60_000
    const measured: { readonly megabytes: number; readonly handles: number }[] = []
    let iterations = 0
    while (Date.now() < end || measured.length < 8) {
      for (let index = 0; index < 25; index++) await round(iterations++)
      measured.push({ megabytes: await residentMegabytes(), handles: await handles() })
    }
    // The first quarter warms up; afterwards the later half may exceed the earlier one only slightly.
    const warm = measured.slice(Math.ceil(measured.length / 4))
    const half = Math.floor(warm.length / 2)
    const mean = (part: readonly { megabytes: number }[]): number =>
      part.reduce((sum, { megabytes }) => sum + megabytes, 0) / part.length
    const growth = mean(warm.slice(half)) - mean(warm.slice(0, half))
    process.stdout.write(`soak: ${iterations} rounds, ${mean(warm).toFixed(0)} MB, growth ${growth.toFixed(1)} MB\n`)
    expect(growth).toBeLessThan(Math.max(24, mean(warm) * 0.1))
    expect(measured.at(-1)?.handles ?? Infinity).toBeLessThanOrEqual((warm[0]?.handles ?? 0) + 10)
    expect((await stat(join(data, 'temporary'))).isDirectory()).toBe(true)
    expect(await readdir(join(data, 'temporary'))).toEqual([])
  })
})
