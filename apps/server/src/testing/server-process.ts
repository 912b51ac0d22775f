import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { compiledModule } from '@kamar/core'
import type { KillPoint } from '@kamar/test-kit'

/** The real server as a separate process, started from compiled JavaScript. */
export interface ServerProcess {
  readonly process: ChildProcess
  /** Returns everything it has printed so far. */
  readonly output: () => string
  readonly errors: () => string
  /** Resolves with the printed URL; rejects when the process ends before. */
  readonly ready: Promise<string>
  /** Resolves with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>
}

/** `npm test` bundles it into one file, which starts in a third of the time. */
const bundled = process.env['KAMAR_TEST_SERVER']
const main = fileURLToPath(compiledModule(import.meta.url, '../main.js'))
const faultHook = compiledModule(
  new URL('../../../../packages/test-kit/src/index.ts', import.meta.url).href,
  './faults/fault-hook.js',
).href

/** Options of the process. */
export interface ServerProcessOptions {
  /** Program and arguments before Node's own, such as `prlimit`. */
  readonly before?: readonly string[]
  /** Enables kill points through files in this folder (`setKillPoint`). */
  readonly faultFolder?: string
}

/** Starts the server with these settings and no others; without workers and on a free port by default. */
export function startServerProcess(
  settings: Readonly<Record<string, string>>,
  { before = [], faultFolder }: ServerProcessOptions = {},
): ServerProcess {
  const hook = faultFolder === undefined ? [] : ['--import', faultHook]
  const [program = process.execPath, ...commandArguments]: readonly string[] = [
    ...before,
    process.execPath,
    ...hook,
    faultFolder === undefined && bundled ? bundled : main,
  ]
  const faults = faultFolder === undefined ? {} : { KAMAR_TEST_FAULT_FOLDER: faultFolder }
  const child = spawn(program, commandArguments, {
    env: { PATH: process.env['PATH'], PORT: '0', KAMAR_HOST: '127.0.0.1', KAMAR_WORKERS: '0', ...settings, ...faults },
    stdio: ['ignore', 'pipe', 'pipe', ...(faultFolder === undefined ? [] : ['ipc' as const])],
  })
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('the server has no output')
  let output = ''
  let errors = ''
  stdout.on('data', (data: Buffer) => (output += data.toString()))
  stderr.on('data', (data: Buffer) => (errors += data.toString()))
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)
  const ready = new Promise<string>((resolve, reject) => {
    stdout.on('data', () => {
      const address = /^Kamar is ready at (\S+)\n/.exec(output)?.[1]
      if (address) resolve(address)
    })
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${errors}`)))
  })
  ready.catch(() => undefined)
  return { process: child, output: () => output, errors: () => errors, ready, ended }
}

/** Sets the call at which a process started with a `faultFolder` dies, and waits until the process has read it. */
export async function setKillPoint({ process: child }: ServerProcess, killPoint: KillPoint): Promise<void> {
  const armed = once(child, 'message')
  child.send(killPoint)
  await armed
}
