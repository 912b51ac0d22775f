import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { compiledModule } from '@kamar/contracts'

/** The real server as a process of its own, started from compiled JavaScript. */
export interface ServerProcess {
  readonly process: ChildProcess
  /** Everything it has printed so far. */
  readonly output: () => string
  readonly errors: () => string
  /** Resolves with the address it printed; rejects when it ends before. */
  readonly ready: Promise<string>
  /** Resolves with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>
}

const main = fileURLToPath(compiledModule(import.meta.url, '../main.js'))

/** Starts the server with these settings and no others; without workers and on a free port unless told otherwise. */
export function startServerProcess(settings: Readonly<Record<string, string>>): ServerProcess {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], PORT: '0', KAMAR_HOST: '127.0.0.1', KAMAR_WORKERS: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()))
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const address = /^Kamar is ready at (\S+)\n/.exec(output)?.[1]
      if (address) resolve(address)
    })
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${errors}`)))
  })
  ready.catch(() => undefined)
  return { process: child, output: () => output, errors: () => errors, ready, ended }
}
