import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/** Returns a name for leases: machine, process, and a random word that distinguishes reused process ids. */
export function newWorkerName(): string {
  return `${hostname()}/${process.pid}/${randomUUID().slice(0, 8)}`
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Returns whether a worker ran on this machine and is certainly dead. In doubt (another machine, a reused process id)
 * it returns false, and the lease expires by itself.
 */
export function isStoppedOnThisHost(name: string, currentWorker: string): boolean {
  const [host = '', pid = ''] = name.split('/')
  if (host !== hostname() || !/^\d+$/.test(pid) || name === currentWorker) return false
  return Number(pid) === process.pid || !isAlive(Number(pid))
}
