import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseOpenError } from '../errors.js'

const heartbeatMilliseconds = 5_000
/**
 * The liveness of a holder on another host (a container on a shared volume) cannot be checked; after this long without
 * a heartbeat it counts as dead.
 */
const foreignSilenceMilliseconds = 30_000

interface LockHolder {
  readonly pid: number
  readonly host: string
  /** Kernel's start time of the process (Linux), because process ids are reused: in a container it is always 1. */
  readonly startedAt: string
  readonly token: string
  /** Inode of the folder: a copy of its files has another one. Absent in locks of earlier versions. */
  readonly folder?: string
}

/**
 * Returns an identity that distinguishes a folder from its copy. Excludes the device, whose number may change with
 * every boot.
 */
function readIdentity(folder: string): string {
  return String(statSync(folder).ino)
}

/** Returns whether a lock was made for this very folder; a lock without a folder identity counts as its own. */
export function isOwnLock(folder: string): boolean {
  const lockedFolder = readHolder(getLockPath(folder))?.folder
  return lockedFolder === undefined || lockedFolder === readIdentity(folder)
}

/** Returns the path of a folder's lock. */
export function getLockPath(folder: string): string {
  return resolve(join(folder, 'lock'))
}

const ownLocks = new Map<string, string>()

function processStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${bootId} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isHeld(holder: LockHolder, path: string): boolean {
  if (ownLocks.get(path) === holder.token) return true
  if (holder.host !== hostname()) return Date.now() - statSync(path).mtimeMs < foreignSilenceMilliseconds
  if (!isAlive(holder.pid)) return false
  return holder.startedAt === '' || holder.startedAt === processStart(holder.pid)
}

function readHolder(path: string): LockHolder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LockHolder
  } catch {
    return null
  }
}

/** Creates the lock atomically: `link` fails when one exists, and never exposes a half-written file. */
function tryCreate(path: string, holder: LockHolder): boolean {
  const draft = `${path}.${holder.token}`
  writeFileSync(draft, JSON.stringify(holder))
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Removes a dead holder's lock. Only one of two rivals wins the rename, and a live lock moved by mistake is restored.
 */
function removeStale(path: string, stale: LockHolder | null): void {
  const stalePath = `${path}.stale-${randomUUID()}`
  try {
    renameSync(path, stalePath)
  } catch {
    return
  }
  const movedHolder = readHolder(stalePath)
  if (movedHolder !== null && movedHolder.token !== stale?.token) linkSync(stalePath, path)
  rmSync(stalePath, { force: true })
}

/**
 * Locks the folder for this process, or throws `folder-in-use`. Two embedded databases on one folder lose rows without
 * an error (measured), and PGlite does not check. Returns the release function.
 */
export function lockFolder(folder: string): () => void {
  const path = getLockPath(folder)
  const holder: LockHolder = {
    pid: process.pid,
    host: hostname(),
    startedAt: processStart(process.pid),
    token: randomUUID(),
    folder: readIdentity(folder),
  }
  for (let attempt = 0; !tryCreate(path, holder); attempt++) {
    const other = readHolder(path)
    if (attempt >= 3 || (other !== null && isHeld(other, path))) throw inUse(folder, other)
    removeStale(path, other)
  }
  ownLocks.set(path, holder.token)
  const heartbeat = setInterval(() => touch(path), heartbeatMilliseconds)
  heartbeat.unref()
  return () => {
    clearInterval(heartbeat)
    ownLocks.delete(path)
    if (readHolder(path)?.token === holder.token) rmSync(path, { force: true })
  }
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // The folder was removed meanwhile; the next database write fails with the reason.
  }
}

function inUse(folder: string, other: LockHolder | null): DatabaseOpenError {
  const owner = other === null ? 'another process' : `process ${other.pid} on ${other.host}`
  return new DatabaseOpenError('folder-in-use', `The data folder ${folder} is in use by ${owner}. Stop it first.`)
}
