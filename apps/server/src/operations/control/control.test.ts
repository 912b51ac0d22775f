import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OperationError } from '../operation-error.js'
import { findServer } from './control-client.js'
import type { ControlledOperations } from './control-messages.js'
import { startControl } from './control-server.js'

const report = {
  whole: { count: 1, bytes: 2 },
  missing: [],
  damaged: [],
  unknown: [],
  audit: { whole: true, events: 0, brokenAt: null },
}
let folder: string
let stop: (() => Promise<void>) | null = null
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kamar-controlled-'))
})
afterEach(async () => {
  await stop?.()
  stop = null
  await rm(folder, { recursive: true, force: true })
})

const silent = (): void => undefined
async function start(operations: Partial<ControlledOperations>): Promise<void> {
  const refuse = (): Promise<never> => Promise.reject(new OperationError('Not now.'))
  const log = pino({ level: 'silent' })
  stop = await startControl({ dataFolder: folder, log, operations: { backup: refuse, verify: refuse, ...operations } })
}
const address = async (): Promise<{ path: string; token: string }> =>
  JSON.parse(await readFile(join(folder, 'control.json'), 'utf8')) as { path: string; token: string }
async function sendLine(line: string): Promise<string> {
  const socket = connect((await address()).path)
  socket.end(line)
  return text(socket)
}

describe('server control socket', () => {
  it('runs the requested operation and reports its progress', async () => {
    const wishes: unknown[] = []
    await start({
      verify: async (onProgress) => {
        onProgress('Half.')
        return report
      },
      backup: (options) => {
        wishes.push(options)
        return Promise.reject(new OperationError('There is no room.'))
      },
    })
    const messages: string[] = []
    const server = await findServer(folder)
    expect(server?.pid).toBe(process.pid)
    expect(await server?.verify((message) => messages.push(message))).toEqual(report)
    expect(messages).toEqual(['Half.'])
    await expect(server?.backup({ folder: '/backups', keep: 3 }, silent)).rejects.toThrow('There is no room.')
    await expect(server?.backup({ folder: 'backups' }, silent)).rejects.toThrow('has to be an absolute path')
    expect(wishes).toEqual([{ folder: '/backups', keep: 3 }])
  })

  it('runs one operation at a time', async () => {
    let finish: () => void = silent
    const busy = new Promise<void>((resolve) => (finish = resolve))
    let begin: () => void = silent
    const begun = new Promise<void>((resolve) => (begin = resolve))
    await start({
      verify: async () => {
        begin()
        await busy
        return report
      },
    })
    const server = await findServer(folder)
    const first = server?.verify(silent)
    await begun
    await expect(server?.verify(silent)).rejects.toThrow(/busy with another/)
    finish()
    expect(await first).toEqual(report)
  })

  it('rejects malformed requests and requests without the token', async () => {
    await start({ verify: () => Promise.resolve(report) })
    const { token } = await address()
    for (const line of [
      '',
      '\n',
      '{}\n',
      'x'.repeat(100_000),
      JSON.stringify({ command: 'verify', token: 'x' }),
      '\u0000\n',
    ]) {
      expect(await sendLine(line)).toMatch(/not one of this server’s own commands|^$/)
    }
    expect(await sendLine(`${JSON.stringify({ command: 'verify', token: `${token.slice(0, -1)}g` })}\n`)).toContain(
      'not one of',
    )
    expect(await sendLine(`${JSON.stringify({ command: 'stop', token })}\n`)).toContain('not one of')
    expect(await sendLine(`${JSON.stringify({ command: 'verify', token })}\n`)).toContain('"done"')
  })

  it('restricts its files to the owner and removes them at shutdown and after a crash', async () => {
    await start({})
    const { path } = await address()
    expect((await stat(join(folder, 'control.json'))).mode & 0o077).toBe(0)
    expect((await stat(dirname(path))).mode & 0o077).toBe(0)
    // As if it had been killed: another one starts on the same folder.
    const forsaken = stop
    await start({})
    await expect(stat(dirname(path))).rejects.toMatchObject({ code: 'ENOENT' })
    await forsaken?.()
    await stop?.()
    stop = null
    expect(await findServer(folder)).toBeNull()
    await writeFile(join(folder, 'control.json'), 'nonsense')
    expect(await findServer(folder)).toBeNull()
  })
})
