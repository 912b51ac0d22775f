import { readdir, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { compiledModule, readerLimits, type ReaderLimits, type TranslationFailure } from '@kamar/contracts'
import { isolationLevel } from '../box/isolation.js'
import type { IsolationReport } from '../box/isolation-levels.js'
import type { TranslationOutcome } from '../run/run-translation.js'
import type { ChildOutput } from './child-output.js'
import {
  ReaderProcess,
  type BoxedObservers,
  type BoxedOutcome,
  type BoxedTask,
  type ReaderPostMortem,
  type ReaderProcessSettings,
} from './reader-process.js'

/** Starts in a row that may fail before it is said that readers cannot be started. */
const mostFailedStarts = 3

/** How many readers, where they work, and what they may use. */
export interface ReaderPoolOptions {
  /** Private to this process; in the file system of the blobs, so that inputs are linked and not copied. */
  readonly workFolder: string
  /** Readers at once; default: one per core. */
  readonly size?: number
  readonly limits?: ReaderLimits
  /** Compiled module of the reader process; default: the product's. */
  readonly entry?: URL
}

/** A result together with where its files are. */
export interface BoxedResult {
  readonly outcome: TranslationOutcome
  readonly output: ChildOutput
  /** Set when the reader died or was killed. */
  readonly postMortem?: ReaderPostMortem
  /** Removes the files. */
  release(): Promise<void>
}

/** Warm reader processes, each good for one job and replaced after it. */
export class ReaderPool {
  readonly size: number
  readonly isolation: IsolationReport
  readonly #settings: ReaderProcessSettings
  readonly #idle: Promise<ReaderProcess>[] = []
  readonly #busy = new Set<ReaderProcess>()
  #stopped = false

  private constructor(size: number, isolation: IsolationReport, settings: ReaderProcessSettings) {
    this.size = size
    this.isolation = isolation
    this.#settings = settings
  }

  /** Finds the strongest box, clears what a crash left in the work folder, and starts the readers. */
  static async open(options: ReaderPoolOptions): Promise<ReaderPool> {
    const { workFolder, size = availableParallelism(), limits = readerLimits } = options
    await clearFolder(workFolder)
    const isolation = await isolationLevel(workFolder)
    const entry = options.entry ?? compiledModule(import.meta.url, './main.js')
    const settings = { method: isolation.method, workFolder, limits, readers: size, entry }
    const pool = new ReaderPool(size, isolation, settings)
    for (let started = 0; started < size; started++) pool.#startOne()
    return pool
  }

  /** Resolves when every reader is warm. */
  async ready(): Promise<void> {
    const processes = await Promise.all(this.#idle)
    await Promise.all(processes.map((reader) => reader.ready))
  }

  /** Runs one task in a fresh process; callers keep to `size` at a time. Never rejects over what a file does to its reader. */
  async run(task: BoxedTask, observers: BoxedObservers = {}): Promise<BoxedResult> {
    for (let deaths = 0; ; deaths++) {
      let reader: ReaderProcess
      try {
        reader = await this.#take()
      } catch (cause) {
        return this.#withoutReader(cause)
      }
      const { postMortem, ...outcome } = await this.#runIn(reader, task, observers)
      const result = { outcome, output: reader.output, release: () => reader.dispose() }
      if (postMortem === undefined) return result
      if (postMortem.started || this.#stopped || deaths >= mostFailedStarts) return { ...result, postMortem }
      await reader.dispose()
    }
  }

  async #runIn(reader: ReaderProcess, task: BoxedTask, observers: BoxedObservers): Promise<BoxedOutcome> {
    this.#busy.add(reader)
    try {
      return await reader.run(task, observers)
    } finally {
      this.#busy.delete(reader)
      // Only now: a replacement that warms up beside the work would take its time from it.
      this.#startOne()
    }
  }

  /** Kills every reader. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all([...this.#busy].map((reader) => reader.stop()))
    const idle = await Promise.allSettled(this.#idle.splice(0))
    const started = idle.filter((reader) => reader.status === 'fulfilled')
    await Promise.all(started.map((reader) => reader.value.dispose()))
  }

  /** A warm reader; one that died while it waited is no fault of the next file. */
  async #take(): Promise<ReaderProcess> {
    for (let failures = 0; ;) {
      const reader = await (this.#idle.shift() ?? ReaderProcess.start(this.#settings))
      this.#busy.add(reader)
      const trouble = await reader.ready.then(
        () => null,
        (cause: unknown) => ({ cause }),
      )
      this.#busy.delete(reader)
      if (trouble === null && reader.alive) return reader
      await reader.dispose()
      if (trouble !== null && (this.#stopped || ++failures >= mostFailedStarts)) throw trouble.cause
    }
  }

  #withoutReader(cause: unknown): BoxedResult {
    const failure: TranslationFailure = this.#stopped
      ? { code: 'cancelled' }
      : { code: 'reader-fault', details: { reason: cause instanceof Error ? cause.message.slice(0, 200) : 'unknown' } }
    const output = { folder: '/nonexistent', user: null }
    return { outcome: { ok: false, failure }, output, release: () => Promise.resolve() }
  }

  #startOne(): void {
    if (this.#stopped || this.#idle.length + this.#busy.size >= this.size) return
    const starting = ReaderProcess.start(this.#settings)
    starting.catch(() => undefined) // whoever takes it hears of it
    this.#idle.push(starting)
  }
}

async function clearFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((entry) => entry.startsWith('reader-')))
    await rm(join(folder, name), { recursive: true, force: true })
}
