import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import type { EmptyDatabaseFolder } from './empty-database.js'
import { explainWithServer } from './explain.js'

const serverEntry = fileURLToPath(new URL('../../../apps/server/dist/main.js', import.meta.url))

/** A server process of our own on a free port, with a data folder that outlives restarts. */
export class RunningServer {
  readonly dataFolder = mkdtempSync(join(tmpdir(), 'kamar-e2e-'))
  readonly #environment: Readonly<Record<string, string>>
  #process: ChildProcess | null = null
  readonly #forget = explainWithServer(this)
  #output = ''
  address = ''

  constructor(environment: Readonly<Record<string, string>> = {}) {
    this.#environment = environment
  }

  /** Everything the process printed. */
  get output(): string {
    return this.#output
  }

  get processId(): number {
    if (this.#process?.pid === undefined) throw new Error('the server is not running')
    return this.#process.pid
  }

  async start(): Promise<void> {
    const isFirstStart = this.address === ''
    if (isFirstStart) {
      const empty: EmptyDatabaseFolder = inject('emptyDatabase')
      cpSync(empty, join(this.dataFolder, 'database'), { recursive: true })
    }
    const port = isFirstStart ? '0' : new URL(this.address).port
    const child = spawn(process.execPath, [serverEntry], {
      env: { ...process.env, KAMAR_DATA_DIR: this.dataFolder, PORT: port, ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    this.address = await new Promise<string>((resolve, reject) => {
      const read = (data: Buffer): void => {
        this.#output += data.toString()
        const ready = /Kamar is ready at (\S+)/.exec(this.#output.slice(this.#output.lastIndexOf('Kamar is ready')))
        if (ready?.[1] !== undefined) resolve(ready[1])
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${this.#output}`)))
    })
  }

  /** Ends the process with a signal and waits for it. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const child = this.#process
    if (child === null || child.exitCode !== null) return child?.exitCode ?? null
    const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
    child.kill(signal)
    const code = await ended
    this.#process = null
    this.#output = ''
    return code
  }

  async dispose(): Promise<void> {
    this.#forget()
    await this.end('SIGTERM')
    rmSync(this.dataFolder, { recursive: true, force: true })
  }
}
