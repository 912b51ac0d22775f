import { readdir, rm, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { compiledModule, readerLimits, type ReaderLimits, type TranslationFailure } from '@kamar/core'
import { isolationLevel } from '../sandbox/isolation.js'
import { describeMethod, isAtLeast, type IsolationLevel, type IsolationReport } from '../sandbox/isolation-levels.js'
import { prepareFallbackFonts, type PreparedFonts, type UnusableFont } from '../fonts/fallback-fonts.js'
import type { TranslationOutcome } from '../run/run-translation.js'
import type { ChildOutput } from './child-output.js'
import {
  estimateReaderNeeds,
  findNeedsRefusal,
  type MaxReaderLimits,
  type ReaderNeeds,
  scaleReaderLimits,
} from './reader-needs.js'
import {
  ReaderProcess,
  type SandboxedObservers,
  type SandboxedOutcome,
  type SandboxedTask,
  type ReaderPostMortem,
  type ReaderProcessSettings,
} from './reader-process.js'

/** Consecutive failed starts before the pool reports that readers cannot start. */
const maxFailedStarts = 3

/**
 * Pause after a job before readers warm up again, which takes five seconds of CPU time. In a queue the next job comes
 * before it ends, and the client of this job is now fetching files from the same machine.
 */
const quietMilliseconds = 3000

const fontFolder = 'fallback-fonts'
const noFonts: PreparedFonts = { paths: [], unusable: [] }

/** Number, work folder and limits of the readers. */
export interface ReaderPoolOptions {
  /** Private to this process; on the file system of the blobs, so that inputs are linked instead of copied. */
  readonly workFolder: string
  /** Number of concurrent readers; default: one per core. */
  readonly size?: number
  /** Whether warm readers wait in idle times; default: true. For a single file they are never ready in time. */
  readonly warm?: boolean
  /** Limits of a reader for a file of no unusual size; default: `readerLimits`. */
  readonly limits?: ReaderLimits
  /** Maximum to which the limits rise for large files; default: the limits. Files that need far more are refused. */
  readonly maxLimits?: MaxReaderLimits
  /** Whether readers run in the strongest sandbox of this machine; default: true. Set false for debugging. */
  readonly sandboxed?: boolean
  /**
   * Every task fails with `isolation-too-weak` if readers cannot be isolated at least this strictly; default:
   * `process`.
   */
  readonly minIsolation?: IsolationLevel
  /** Font or folder of fonts for characters of drawings that no other font has; default: none. */
  readonly fallbackFont?: string | null
  /** Additional Node arguments for each reader process, for example of its inspector. */
  readonly nodeArguments?: readonly string[]
  /** Compiled module of the reader process; default: the product's. */
  readonly entry?: URL
}

/** A result and the location of its files. */
export interface SandboxedResult {
  readonly outcome: TranslationOutcome
  readonly output: ChildOutput
  /** Set if the reader died or was killed. */
  readonly postMortem?: ReaderPostMortem
  /** Removes the files. */
  release(): Promise<void>
}

/** The part of a pool that a worker needs. */
export type ReaderRunner = Pick<ReaderPool, 'run' | 'size'>

/** A process that is waiting or still warming up. */
interface Waiting {
  readonly starting: Promise<ReaderProcess>
  isWarm: boolean
}

/**
 * Reader processes, each used for one job. In idle times warm ones wait (552 ms cold, 66 ms warm for a 2.4 MB IFC);
 * under load a job gets a cold one immediately, because warm-up costs more than it saves when no client benefits.
 */
export class ReaderPool {
  readonly size: number
  readonly isolation: IsolationReport
  /** Unusable fallback fonts, and why. */
  readonly unusableFonts: readonly UnusableFont[]
  readonly #refusal: TranslationFailure | null
  readonly #settings: Omit<ReaderProcessSettings, 'warm'>
  readonly #maxLimits: MaxReaderLimits
  readonly #keepsWarm: boolean
  readonly #waiting: Waiting[] = []
  readonly #busy = new Set<ReaderProcess>()
  readonly #leaving = new Set<Promise<void>>()
  #refill: NodeJS.Timeout | undefined
  #stopped = false

  private constructor(
    { size = availableParallelism(), minIsolation = 'process', maxLimits }: ReaderPoolOptions,
    isolation: IsolationReport,
    {
      settings,
      unusableFonts,
    }: { readonly settings: ReaderProcessSettings; readonly unusableFonts: readonly UnusableFont[] },
  ) {
    this.size = size
    this.isolation = isolation
    this.unusableFonts = unusableFonts
    this.#refusal = checkIsolation(isolation.level, minIsolation)
    this.#settings = settings
    this.#maxLimits = maxLimits ?? settings.limits
    this.#keepsWarm = settings.warm
  }

  /** Finds the strongest sandbox, clears crash leftovers from the work folder, and starts warm-up. */
  static async open(options: ReaderPoolOptions): Promise<ReaderPool> {
    const { workFolder, warm = true } = options
    const limits = capLimits(options.limits ?? readerLimits, options.maxLimits)
    const { sandboxed = true, nodeArguments = [], fallbackFont = null } = options
    await clearFolder(workFolder)
    const isolation = sandboxed ? await isolationLevel(workFolder) : describeMethod('plain', {})
    const entry = options.entry ?? compiledModule(import.meta.url, './main.js')
    const { method } = isolation
    const fonts =
      fallbackFont === null ? noFonts : await prepareFallbackFonts(fallbackFont, join(workFolder, fontFolder))
    const settings = { method, workFolder, limits, entry, warm, nodeArguments, fallbackFonts: fonts.paths }
    const pool = new ReaderPool(options, isolation, { settings, unusableFonts: fonts.unusable })
    pool.#startMissing()
    return pool
  }

  /** Resolves when every waiting reader is warm. */
  async ready(): Promise<void> {
    const processes = await Promise.all(this.#waiting.map(({ starting }) => starting))
    await Promise.all(processes.map((reader) => reader.ready))
  }

  /**
   * Runs one task in a fresh process; callers run at most `size` at a time. A file that breaks its reader never causes
   * a rejection.
   */
  async run(task: SandboxedTask, observers: SandboxedObservers = {}): Promise<SandboxedResult> {
    if (this.#refusal !== null) return withoutOutput(this.#refusal)
    const needs = await readNeeds(task)
    const refusal = findNeedsRefusal(needs, this.#maxLimits)
    if (refusal !== null) return withoutOutput(refusal)
    const limits = scaleReaderLimits(this.#settings.limits, needs, this.#maxLimits)
    // A large file may take longer than the budget of a translation, which is for files of no unusual size.
    const { budgetMilliseconds = Number.POSITIVE_INFINITY } = task
    const extraMilliseconds = limits.wallClockMilliseconds - this.#settings.limits.wallClockMilliseconds
    const budgeted = { ...task, budgetMilliseconds: budgetMilliseconds + extraMilliseconds }
    for (let crashes = 0; ; crashes++) {
      let reader: ReaderProcess
      try {
        reader = await this.#take(limits, observers.signal)
      } catch (cause) {
        if (observers.signal?.aborted === true) return withoutOutput({ code: 'cancelled' })
        return this.#withoutReader(cause)
      }
      const { postMortem, ...outcome } = await this.#runIn(reader, budgeted, observers)
      const result = { outcome, output: reader.output, release: () => reader.dispose() }
      if (postMortem === undefined) return result
      if (postMortem.started || this.#stopped || crashes >= maxFailedStarts) return { ...result, postMortem }
      await reader.dispose()
    }
  }

  /** Kills every reader. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#refill)
    await Promise.all([...this.#busy].map((reader) => reader.stop()))
    for (const waiting of this.#waiting.splice(0)) this.#discard(waiting)
    await Promise.all(this.#leaving)
  }

  async #runIn(reader: ReaderProcess, task: SandboxedTask, observers: SandboxedObservers): Promise<SandboxedOutcome> {
    this.#busy.add(reader)
    try {
      return await reader.run(task, observers)
    } finally {
      this.#busy.delete(reader)
      clearTimeout(this.#refill)
      if (!this.#stopped) this.#refill = setTimeout(() => this.#startMissing(), quietMilliseconds)
    }
  }

  /** Returns a reader that can begin; one that died while waiting must not fail the next file. */
  async #take(limits: ReaderLimits, signal: AbortSignal | undefined): Promise<ReaderProcess> {
    // The kernel's limits of a waiting reader are those of its start.
    while (limits === this.#settings.limits) {
      const warm = this.#waiting.findIndex(({ isWarm }) => isWarm)
      if (warm < 0) break
      const [waiting] = this.#waiting.splice(warm, 1)
      const reader = await waiting?.starting
      if (reader?.isAlive === true) return reader
      await reader?.dispose()
    }
    const halfWarm = this.#waiting.pop()
    if (halfWarm !== undefined) this.#discard(halfWarm)
    return this.#startCold(limits, signal)
  }

  async #startCold(limits: ReaderLimits, signal: AbortSignal | undefined): Promise<ReaderProcess> {
    for (let failures = 1; ; failures++) {
      const reader = await ReaderProcess.start({ ...this.#settings, limits, warm: false })
      const cancel = (): void => void reader.stop()
      this.#busy.add(reader)
      signal?.addEventListener('abort', cancel)
      try {
        signal?.throwIfAborted()
        await reader.ready
        return reader
      } catch (cause) {
        await reader.dispose()
        if (this.#stopped || signal?.aborted === true || failures >= maxFailedStarts) throw cause
      } finally {
        signal?.removeEventListener('abort', cancel)
        this.#busy.delete(reader)
      }
    }
  }

  /** Starts a warm reader. A failed one is not restarted before the next job, which reports the failure. */
  #startWarm(): void {
    const waiting: Waiting = { starting: ReaderProcess.start({ ...this.#settings, warm: true }), isWarm: false }
    this.#waiting.push(waiting)
    waiting.starting
      .then((reader) => reader.ready)
      .then(() => {
        waiting.isWarm = true
      })
      .catch(() => this.#drop(waiting))
  }

  #drop(waiting: Waiting): void {
    const index = this.#waiting.indexOf(waiting)
    if (index < 0) return
    this.#waiting.splice(index, 1)
    this.#discard(waiting)
  }

  /** Discards a reader that is not needed; `stop` waits for it. */
  #discard({ starting }: Waiting): void {
    const leaving = starting
      .then(
        (reader) => reader.dispose(),
        () => undefined,
      )
      .finally(() => this.#leaving.delete(leaving))
    this.#leaving.add(leaving)
  }

  /** Warm-up competes with running readers for CPU time, so it waits until half the slots are free. */
  #startMissing(): void {
    if (this.#stopped || this.#refusal !== null || !this.#keepsWarm || this.#busy.size * 2 >= this.size) return
    while (this.#waiting.length + this.#busy.size < this.size) this.#startWarm()
  }

  #withoutReader(cause: unknown): SandboxedResult {
    const failure: TranslationFailure = this.#stopped
      ? { code: 'cancelled' }
      : { code: 'reader-fault', details: { reason: cause instanceof Error ? cause.message.slice(0, 200) : 'unknown' } }
    return withoutOutput(failure)
  }
}

/** Estimates what a task needs; a missing file is the failure of its reader. */
async function readNeeds({ fileName, formatId, path }: SandboxedTask): Promise<ReaderNeeds> {
  const sizeBytes = await stat(path).then(
    ({ size }) => size,
    () => 0,
  )
  return estimateReaderNeeds(fileName, { formatId, sizeBytes })
}

/** Lowers the limits of every reader to the maximum of an operator who permits less. */
function capLimits(limits: ReaderLimits, max: MaxReaderLimits = limits): ReaderLimits {
  const wallClockMilliseconds = Math.min(limits.wallClockMilliseconds, max.wallClockMilliseconds)
  return {
    ...limits,
    dataBytes: Math.min(limits.dataBytes, max.dataBytes),
    cpuSeconds: Math.min(limits.cpuSeconds, Math.ceil(max.wallClockMilliseconds / 1000)),
    wallClockMilliseconds,
  }
}

function withoutOutput(failure: TranslationFailure): SandboxedResult {
  const output = { folder: '/nonexistent', user: null }
  return { outcome: { ok: false, failure }, output, release: () => Promise.resolve() }
}

function checkIsolation(level: IsolationLevel, minimum: IsolationLevel): TranslationFailure | null {
  return isAtLeast(level, minimum) ? null : { code: 'isolation-too-weak', details: { level, minimum } }
}

async function clearFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((entry) => /^(reader|cloud)-/.test(entry)))
    await rm(join(folder, name), { recursive: true, force: true })
}
