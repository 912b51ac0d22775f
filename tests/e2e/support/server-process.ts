import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverProgram } from '../../../scripts/lib/bundle.mjs'

/** Running server that accepts requests. */
export interface Reachable {
  readonly address: string
}

/**
 * Warming readers would take more CPU time than the tests' small models; those of the contract test server are warm.
 */
const coldReaders = { KAMAR_WARM_READERS: 'false' }

/** Server process on a free port, with a data folder that outlives restarts. */
export class ServerProcess implements Reachable {
  readonly dataFolder = mkdtempSync(join(tmpdir(), 'kamar-e2e-'))
  /** File with its complete output, for other processes. */
  readonly outputFile = `${this.dataFolder}.txt`
  readonly #environment: Readonly<Record<string, string>>
  #process: ChildProcess | null = null
  #output = ''
  address = ''

  constructor(environment: Readonly<Record<string, string>> = {}) {
    this.#environment = environment
  }

  /** Output since its last start. */
  get output(): string {
    return this.#output
  }

  get processId(): number {
    if (this.#process?.pid === undefined) throw new Error('the server is not running')
    return this.#process.pid
  }

  /** Initialises the database with a copy of this folder. */
  beginWith(database: string): void {
    cpSync(database, join(this.dataFolder, 'database'), { recursive: true })
  }

  async start(): Promise<void> {
    const port = this.address === '' ? '0' : new URL(this.address).port
    const child = spawn(process.execPath, [serverProgram], {
      env: { ...process.env, ...coldReaders, KAMAR_DATA_DIR: this.dataFolder, PORT: port, ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    this.address = await new Promise<string>((resolve, reject) => {
      const read = (data: Buffer): void => {
        this.#output += data.toString()
        appendFileSync(this.outputFile, data)
        const ready = /Kamar is ready at (\S+)/.exec(this.#output.slice(this.#output.lastIndexOf('Kamar is ready')))
        if (ready?.[1] !== undefined) resolve(ready[1])
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${this.#output}`)))
    })
  }

  /** Terminates the process with a signal and waits for its exit. */
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
    await this.end('SIGTERM')
    for (const path of [this.dataFolder, this.outputFile]) rmSync(path, { recursive: true, force: true })
  }
}
