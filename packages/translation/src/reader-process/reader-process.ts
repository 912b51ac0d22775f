import { spawn, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { MeshQuality, ReaderLimits, TranslationFailure } from '@kamar/core'
import type { Manifest } from '@kamar/package-format'
import { createSandboxCommand } from '../sandbox/sandbox-command.js'
import type { SandboxMethod } from '../sandbox/isolation-levels.js'
import { collectStderrTail } from '../sandbox/stderr-tail.js'
import { createSlot, type Slot } from '../sandbox/slot.js'
import type { TranslationOutcome } from '../run/run-translation.js'
import type { ChildOutput } from './child-output.js'
import { failureOfExit, type ReaderExit } from './failure-of-exit.js'
import { readLines } from './lines.js'
import {
  maxMessageBytes,
  messageDescriptor,
  parseReaderMessage,
  type ReaderJob,
  type ReaderMessage,
  type SliceCommand,
  type SliceMessage,
  type SliceRole,
} from './messages.js'
import { noUsage, type ProcessUsage } from './process-usage.js'
import { warmArgument } from './warm-argument.js'
import { watchLimits, type LimitWatch } from './watch-limits.js'

const pipeGraceMilliseconds = 2_000
/** Only our own code writes to the channel, unless a file has taken over the reader. */
const outOfProtocol: TranslationFailure = { code: 'reader-fault', details: { reason: 'protocol' } }

/** Settings for starting reader processes. */
export interface ReaderProcessSettings {
  readonly method: SandboxMethod
  readonly workFolder: string
  readonly limits: ReaderLimits
  readonly entry: URL
  /** Additional files for each reader; world-readable. */
  readonly fallbackFonts?: readonly string[]
  /** Warms up before it is ready: a slower start, a faster job. */
  readonly warm: boolean
  /** Additional Node arguments. */
  readonly nodeArguments?: readonly string[]
}

/** A file for a reader, with its paths outside the sandbox. */
export interface SandboxedTask {
  readonly path: string
  readonly fileName: string
  readonly formatId: string
  readonly companions: readonly { readonly name: string; readonly path: string }[]
  /** Mesh quality of exact solids; default `standard`. */
  readonly quality?: MeshQuality
  /** Reads another provider's derivative of the file, found among the companions, instead of the file. */
  readonly reader?: string
  /** Rest of the translation's compute budget, if less than the limit of one reader. */
  readonly budgetMilliseconds?: number
}

/** Access to a reader process that works on slices. */
export interface SliceChannel {
  readonly output: ChildOutput
  send(command: SliceCommand): void
  /** Path outside the sandbox of a file in the input folder. */
  inputPath(name: string): string
}

/** The side of the parent process in the work on slices. */
export interface SliceHost {
  readonly role: SliceRole
  /** Called when the process has its job. */
  start(channel: SliceChannel): void
  handle(message: SliceMessage): void
}

/** Callbacks of a running task. */
export interface SandboxedObservers {
  /** Set if the process shares the work on the file with others. */
  readonly slices?: SliceHost
  readonly signal?: AbortSignal
  /** 0 to 1. */
  readonly onProgress?: (fraction: number, stage: string) => void
  readonly onManifest?: (manifest: Manifest, output: ChildOutput) => void
}

/** How a reader died, for the log. */
export interface ReaderPostMortem {
  readonly exit: ReaderExit
  readonly stderrTail: string
  /** False if it died before it received its job. */
  readonly started: boolean
}

/** An outcome, and how the reader died, if it did. */
export type SandboxedOutcome = TranslationOutcome & { readonly postMortem?: ReaderPostMortem }

/** One process in one sandbox for one job. */
export class ReaderProcess {
  /** Resolves when the reader can take its job; rejects with `ReaderStartError` if it fails to start. */
  readonly ready: Promise<void>
  readonly output: ChildOutput
  readonly #child: ChildProcess
  readonly #slot: Slot
  readonly #settings: ReaderProcessSettings
  readonly #inside: { readonly input: string; readonly output: string }
  readonly #stderrTail: () => string
  readonly #ended: Promise<ReaderExit>
  #handleMessage: (message: ReaderMessage) => void = () => undefined
  #condemned: TranslationFailure | null = null
  #started = false
  #stopping = false

  private constructor(slot: Slot, settings: ReaderProcessSettings) {
    const box = createSandboxCommand({ ...settings, slot })
    this.#slot = slot
    this.#settings = settings
    this.#inside = box.inside
    this.output = { folder: slot.output, user: slot.user }
    this.#child = spawn(box.command, settings.warm ? [...box.arguments, warmArgument] : box.arguments, {
      env: {},
      cwd: '/',
      detached: true, // Its own process group, so that all of it can be killed at once.
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    })
    lowerPriority(this.#child.pid)
    this.#child.stdin?.on('error', () => undefined) // A dead reader does not read its job; its exit is handled.
    this.#stderrTail = collectStderrTail(this.#child.stderr)
    this.#ended = this.#awaitEnd()
    this.ready = this.#awaitReady()
    this.ready.catch(() => undefined) // The caller that takes this process awaits it again.
    this.#listen()
  }

  /** Starts a process; see `ready`. */
  static async start(settings: ReaderProcessSettings): Promise<ReaderProcess> {
    return new ReaderProcess(await createSlot(settings.workFolder, settings.method), settings)
  }

  /** Returns whether it can still take a job. */
  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null && this.#child.pid !== undefined
  }

  /** Runs its single job. Never rejects. Call `dispose` when the output has been collected. */
  async run(task: SandboxedTask, observers: SandboxedObservers): Promise<SandboxedOutcome> {
    let watch: LimitWatch | undefined
    const cancel = (): void => this.#kill()
    try {
      await this.ready
      observers.signal?.throwIfAborted()
      observers.signal?.addEventListener('abort', cancel)
      watch = this.#watch(task)
      const result = this.#awaitResult(observers)
      await this.#hand(task, observers.slices?.role)
      observers.slices?.start(this.#sliceChannel())
      const message = await Promise.race([result, this.#ended])
      return this.#outcome(message, observers, watch.peak())
    } catch (cause) {
      if (observers.signal?.aborted === true) return { ok: false, failure: { code: 'cancelled' } }
      return { ok: false, failure: { code: 'reader-fault', details: { reason: formatErrorMessage(cause) } } }
    } finally {
      watch?.stop()
      observers.signal?.removeEventListener('abort', cancel)
      await this.stop()
    }
  }

  /** Kills what is left of the process and its descendants. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#kill()
    await this.#ended
  }

  /** Stops it and removes its folders. */
  async dispose(): Promise<void> {
    await this.stop()
    await this.#slot.remove()
  }

  #outcome(message: ReaderMessage | ReaderExit, observers: SandboxedObservers, peak: ProcessUsage): SandboxedOutcome {
    if (observers.signal?.aborted === true || (this.#stopping && !('type' in message)))
      return { ok: false, failure: { code: 'cancelled' } }
    if ('type' in message && this.#condemned === null) {
      if (message.type === 'finished') return { ok: true, manifest: message.manifest, reader: message.reader }
      if (message.type === 'failed') return { ok: false, failure: message.failure }
      return { ok: false, failure: { code: 'reader-fault' } }
    }
    const end = 'type' in message ? { code: null, signal: null } : message
    const exit = { ...end, condemned: this.#condemned, peak }
    const stderrTail = this.#stderrTail()
    const failure = failureOfExit(exit, stderrTail, this.#settings.limits)
    return { ok: false, failure, postMortem: { exit, stderrTail, started: this.#started } }
  }

  #sliceChannel(): SliceChannel {
    return {
      output: this.output,
      send: (command) => this.#child.stdin?.write(`${JSON.stringify(command)}\n`),
      inputPath: (name) => join(this.#slot.input, name),
    }
  }

  async #hand(task: SandboxedTask, slices: SliceRole | undefined): Promise<void> {
    await this.#slot.addFile(task.path, 'model')
    const companions = await Promise.all(
      task.companions.map(async ({ name, path }, index) => {
        await this.#slot.addFile(path, `companion-${index}`)
        return { name, path: `${this.#inside.input}/companion-${index}` }
      }),
    )
    const fallbackFonts = await this.#addFallbackFonts()
    const job: ReaderJob = {
      path: `${this.#inside.input}/model`,
      fileName: task.fileName,
      formatId: task.formatId,
      outputFolder: this.#inside.output,
      companions,
      ...(fallbackFonts.length === 0 ? {} : { fallbackFonts }),
      limits: this.#settings.limits,
      quality: task.quality ?? 'standard',
      ...(task.reader === undefined ? {} : { reader: task.reader }),
      ...(slices && { slices }),
    }
    this.#child.stdin?.write(`${JSON.stringify(job)}\n`)
  }

  #addFallbackFonts(): Promise<string[]> {
    const { fallbackFonts = [] } = this.#settings
    return Promise.all(
      fallbackFonts.map(async (path, index) => {
        await this.#slot.addFile(path, `fallback-font-${index}`)
        return `${this.#inside.input}/fallback-font-${index}`
      }),
    )
  }

  #watch({ budgetMilliseconds = Number.POSITIVE_INFINITY }: SandboxedTask): LimitWatch {
    const { limits } = this.#settings
    return watchLimits({
      pid: this.#child.pid ?? 0,
      output: this.output,
      limits: { ...limits, wallClockMilliseconds: Math.min(limits.wallClockMilliseconds, budgetMilliseconds) },
      onExceeded: (failure) => this.#end(failure),
    })
  }

  #awaitResult(observers: SandboxedObservers): Promise<ReaderMessage> {
    return new Promise((resolve) => {
      this.#handleMessage = (message) => {
        if (message.type === 'progress') observers.onProgress?.(message.fraction, message.stage)
        else if (message.type === 'manifest') observers.onManifest?.(message.manifest, this.output)
        else if (message.type === 'started') this.#started = true
        else if (message.type === 'slice') observers.slices?.handle(message)
        else if (message.type !== 'ready') resolve(message)
      }
    })
  }

  #listen(): void {
    const stream = this.#child.stdio[messageDescriptor] as Readable | null | undefined
    if (stream === null || stream === undefined) return
    stream.on('error', () => undefined) // The exit is handled.
    readLines(stream, maxMessageBytes, {
      line: (text) => {
        const message = parseReaderMessage(text)
        if (message === null) this.#end(outOfProtocol)
        else this.#handleMessage(message)
      },
      tooLong: () => this.#end(outOfProtocol),
    })
  }

  #awaitReady(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#handleMessage = (message) => {
        if (message.type === 'ready') resolve()
      }
      void this.#ended.then(() => reject(new ReaderStartError(this.#stderrTail())))
    })
  }

  #awaitEnd(): Promise<ReaderExit> {
    return new Promise((resolve) => {
      const end = (code: number | null, signal: NodeJS.Signals | null): void =>
        resolve({ code, signal, condemned: this.#condemned, peak: noUsage })
      this.#child.once('error', () => end(null, null))
      // 'close' instead of 'exit': by then all its messages have arrived. But a stray descendant may hold the pipes
      // open.
      this.#child.once('close', end)
      this.#child.once('exit', (code, signal) => setTimeout(() => end(code, signal), pipeGraceMilliseconds).unref())
    })
  }

  /** Kills the process with a reason; the first one counts. */
  #end(failure: TranslationFailure): void {
    this.#condemned ??= failure
    this.#kill()
  }

  #kill(): void {
    const { pid } = this.#child
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // The process is already gone.
    }
  }
}

/** Error for a reader process that ended before it was ready. */
class ReaderStartError extends Error {
  constructor(stderrTail: string) {
    super(stderrTail.trim().split('\n').at(-1) ?? 'the reader process did not start')
    this.name = 'ReaderStartError'
  }
}

function formatErrorMessage(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 200)
}

/** Between normal (0) and below normal (10): a reader gets a quarter of a core that another process wants, too. */
const readerPriority = 5

/** Lowers the priority of a process, so that the server answers requests while readers use all cores. */
function lowerPriority(processId: number | undefined): void {
  if (processId === undefined) return
  try {
    setPriority(processId, readerPriority)
  } catch {
    // It has ended already, or the system does not permit it: it then competes with the server.
  }
}
