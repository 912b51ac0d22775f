import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { temporaryFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { DatabaseOpenError } from '../errors.js'
import { lockFolder } from './folder-lock.js'

interface Holder {
  readonly pid: number
  readonly host?: string
  readonly startedAt?: string
}

const writeLock = (folder: string, holder: Holder): void =>
  writeFileSync(join(folder, 'lock'), JSON.stringify({ host: hostname(), startedAt: '', token: 'other', ...holder }))

async function findUnusedProcessId(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(child, 'exit')
  return child.pid ?? 0
}

/** Returns whether this process takes over the folder from its former holder and then holds it exclusively. */
function takesOver(folder: string): boolean {
  const unlock = lockFolder(folder)
  const lockHolder = JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')) as { pid: number; token: string }
  expect(() => lockFolder(folder)).toThrow(/in use/)
  unlock()
  return lockHolder.pid === process.pid && lockHolder.token !== 'other'
}

describe('lockFolder', () => {
  it('rejects a second lock and names the holder', async () => {
    const folder = await temporaryFolder()
    const unlock = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(DatabaseOpenError)
    expect(() => lockFolder(folder)).toThrow(new RegExp(`in use by process ${process.pid}`))
    unlock()
    lockFolder(folder)()
    expect(existsSync(join(folder, 'lock'))).toBe(false)
  })

  it('rejects a folder whose holder process is alive', async () => {
    const folder = await temporaryFolder()
    writeLock(folder, { pid: process.ppid })
    expect(() => lockFolder(folder)).toThrow(/in use/)
  })

  it('takes over from a process that has died', async () => {
    const folder = await temporaryFolder()
    writeLock(folder, { pid: await findUnusedProcessId() })
    expect(takesOver(folder)).toBe(true)
  })

  it('takes over when the process id was reused', async () => {
    const folder = await temporaryFolder()
    writeLock(folder, { pid: process.ppid, startedAt: 'before the last boot' })
    expect(takesOver(folder)).toBe(true)
  })

  it('takes over from its own process id before a container restart', async () => {
    const folder = await temporaryFolder()
    writeLock(folder, { pid: process.pid, startedAt: 'before' })
    expect(takesOver(folder)).toBe(true)
  })

  it('respects the lock of another host as long as it is renewed', async () => {
    const folder = await temporaryFolder()
    writeLock(folder, { pid: 1, host: 'elsewhere' })
    expect(() => lockFolder(folder)).toThrow(/on elsewhere/)
    const before = new Date(Date.now() - 60_000)
    utimesSync(join(folder, 'lock'), before, before)
    expect(takesOver(folder)).toBe(true)
  })

  it('takes over a malformed lock', async () => {
    const folder = await temporaryFolder()
    writeFileSync(join(folder, 'lock'), '{')
    expect(takesOver(folder)).toBe(true)
  })
})
