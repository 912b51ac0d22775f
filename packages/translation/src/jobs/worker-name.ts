import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/** A name for leases: machine, process, and a word that another life of the same process number does not have. */
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
 * Whether a worker ran on this machine and is certainly gone. Where a doubt is left (another machine, a number in use
 * again) the answer is no, and its lease runs out by itself.
 */
export function isDeadHere(name: string, currentWorker: string): boolean {
  const [host = '', pid = ''] = name.split('/')
  if (host !== hostname() || !/^\d+$/.test(pid) || name === currentWorker) return false
  return Number(pid) === process.pid || !isAlive(Number(pid))
}
