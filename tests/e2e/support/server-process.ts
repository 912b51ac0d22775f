import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverProgram } from '../../../scripts/lib/bundle-server.mjs'

/** A server that takes requests, whoever started it. */
export interface Reachable {
  readonly address: string
}

/** Warm readers would take more processor time than the small models of tests; those of the contract's server are warm. */
const coldReaders = { KAMAR_WARM_READERS: 'false' }

/** A server process on a free port, with a data folder that outlives restarts. */
export class ServerProcess implements Reachable {
  readonly dataFolder = mkdtempSync(join(tmpdir(), 'kamar-e2e-'))
  /** Everything it ever printed, for other processes. */
  readonly outputFile = `${this.dataFolder}.txt`
  readonly #environment: Readonly<Record<string, string>>
  #process: ChildProcess | null = null
  #output = ''
  address = ''

  constructor(environment: Readonly<Record<string, string>> = {}) {
    this.#environment = environment
  }

  /** Everything it printed since its last start. */
  get output(): string {
    return this.#output
  }

  get processId(): number {
    if (this.#process?.pid === undefined) throw new Error('the server is not running')
    return this.#process.pid
  }

  /** Begins with a copy of this folder's database. */
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
    await this.end('SIGTERM')
    for (const path of [this.dataFolder, this.outputFile]) rmSync(path, { recursive: true, force: true })
  }
}
