import type { Database } from '@kamar/database'
import type { BlobStore, DerivativeStore } from '@kamar/storage'
import type { Kysely } from 'kysely'
import type { TranslationContext, TranslationEvents } from '../events/translation-events.js'
import {
  claimTranslation,
  expireLeasesOfDeadWorkers,
  nextStartMilliseconds,
  recoverLostTranslations,
} from '../jobs/claim.js'
import type { Lease } from '../jobs/lease.js'
import { claimSlice } from '../jobs/slices.js'
import { isFinal, jobRules } from '../jobs/state-machine.js'
import { newWorkerName } from '../jobs/worker-name.js'
import type { TranslationProvider } from '../providers/translation-provider.js'
import type { ReaderRunner } from '../reader-process/reader-pool.js'
import { doTranslation, type Slicing, type TranslationFailureReport, type Workshop } from './do-translation.js'
import type { LeaseTiming } from './lease-renewer.js'
import { Slots } from '../threads/slots.js'
import { ReaderSlot } from './reader-slot.js'
import { doSlices } from './slices/slice-session.js'

/** Options and dependencies of a worker. */
export interface TranslationWorkerOptions {
  readonly database: Kysely<Database>
  readonly events: TranslationEvents
  readonly blobs: BlobStore
  readonly derivatives: DerivativeStore
  /** Owned by the caller: stop it after the worker. */
  readonly pool: ReaderRunner
  /** Used after the readers here, for projects whose files may leave; default: none. */
  readonly cloud?: TranslationProvider | null
  /** Maximum wait before polling for unannounced work; default 2000. */
  readonly pollMilliseconds?: number
  readonly timing?: LeaseTiming
  /** Default: files from 500 MB, for which continuing after a crash is worth the cost of slices; slices of 8 MB. */
  readonly slicing?: Slicing
  readonly onFailure?: (report: TranslationFailureReport) => void
  /** Whether it may remove files; otherwise the server's `removeLeftovers` does. Default true. */
  readonly canRemove?: boolean
  /** Called with the reason why the cloud gave nothing. */
  readonly onRefused?: Workshop['onRefused']
  /** Called when the database is unreachable; the worker keeps trying. */
  readonly onError?: (error: unknown) => void
}

/** Takes translations from the queue, as many at once as the pool has readers. */
export interface TranslationWorker {
  /** Identity in leases. */
  readonly name: string
  start(): void
  /** Accepts no more, requeues those in progress (their attempt does not count), and resolves when done. */
  stop(): Promise<void>
}

const pollMillisecondsByDefault = 2_000
const retryAfterErrorMilliseconds = 1_000
const defaultSlicing: Slicing = { minFileBytes: 500 * 1024 ** 2, sliceBytes: 8 * 1024 ** 2 }
/** Maximum number of translations waiting for the cloud, besides those being read. */
const maxRemoteJobs = 8

class Worker implements TranslationWorker {
  readonly name = newWorkerName()
  readonly #options: TranslationWorkerOptions
  readonly #workshop: Workshop
  readonly #context: TranslationContext
  readonly #slots: Slots
  readonly #running = new Map<string, { controller: AbortController; done: Promise<void> }>()
  /** Translations of other workers with slices done here. */
  readonly #helped = new Map<string, { controller: AbortController; done: Promise<void> }>()
  /** Translations whose slices broke a reader here. */
  readonly #unhelped = new Set<string>()
  #stopping = false
  #loop: Promise<void> = Promise.resolve()
  #endSleep: () => void = () => undefined
  #woken = false
  #unsubscribe: () => void = () => undefined

  constructor(options: TranslationWorkerOptions) {
    this.#options = options
    this.#context = { database: options.database, events: options.events }
    this.#slots = new Slots(options.pool.size)
    this.#workshop = {
      context: this.#context,
      blobs: options.blobs,
      derivatives: options.derivatives,
      pool: options.pool,
      cloud: options.cloud ?? null,
      canRemove: options.canRemove ?? true,
      onRefused: options.onRefused ?? (() => undefined),
      timing: options.timing ?? jobRules,
      slicing: options.slicing ?? defaultSlicing,
      onFailure: options.onFailure ?? (() => undefined),
    }
  }

  start(): void {
    this.#unsubscribe = this.#options.events.subscribe((event) => {
      if (event.state === 'queued') this.#wake()
      if (event.cancelRequested) this.#running.get(event.translationId)?.controller.abort('cancel')
      if (event.cancelRequested || isFinal(event.state))
        this.#helped.get(event.translationId)?.controller.abort('cancel')
    })
    this.#loop = this.#work()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    this.#unsubscribe()
    this.#wake()
    await this.#loop
    const jobs = [...this.#running.values(), ...this.#helped.values()]
    for (const { controller } of jobs) controller.abort('shutdown')
    await Promise.all(jobs.map(({ done }) => done))
  }

  async #work(): Promise<void> {
    // After a crash and restart, the leases of dead workers need not expire first.
    await expireLeasesOfDeadWorkers(this.#options.database, this.name).catch(this.#options.onError)
    while (!this.#stopping) {
      this.#woken = false
      let pause = this.#options.pollMilliseconds ?? pollMillisecondsByDefault
      try {
        await recoverLostTranslations(this.#context)
        if (this.#hasCapacity && ((await this.#takeOne()) || (await this.#takeSlices()))) continue
        pause = Math.min(pause, (await nextStartMilliseconds(this.#options.database)) ?? pause)
        if (!this.#hasCapacity) pause = pollMillisecondsByDefault
      } catch (error) {
        this.#options.onError?.(error)
        pause = retryAfterErrorMilliseconds
      }
      await this.#sleep(pause)
    }
  }

  get #hasCapacity(): boolean {
    return this.#slots.areFree && this.#running.size < this.#options.pool.size + maxRemoteJobs
  }

  async #takeOne(): Promise<boolean> {
    const claimed = await claimTranslation(this.#context, this.name, this.#workshop.timing.leaseMilliseconds)
    if (claimed === null) return false
    const controller = new AbortController()
    const lease: Lease = { translationId: claimed.id, worker: this.name, token: claimed.lease_token }
    const slot = new ReaderSlot(this.#slots, () => this.#wake())
    const done = doTranslation(this.#workshop, claimed, { lease, controller, slot }).finally(() => {
      this.#running.delete(claimed.id)
      slot.leave()
      this.#wake()
    })
    this.#running.set(claimed.id, { controller, done })
    return true
  }

  /** Works on slices of a translation of another worker, if there are any. */
  async #takeSlices(): Promise<boolean> {
    const except = [...this.#running.keys(), ...this.#helped.keys(), ...this.#unhelped]
    const { leaseMilliseconds } = this.#workshop.timing
    const { database } = this.#context
    const claimed = await claimSlice(database, { worker: this.name, leaseMilliseconds, except })
    if (claimed === null) return false
    const { translationId } = claimed
    const controller = new AbortController()
    this.#slots.take()
    const done = doSlices({ workshop: this.#workshop, worker: this.name, controller }, claimed).then((isHelpful) => {
      if (!isHelpful) this.#unhelped.add(translationId)
      this.#helped.delete(translationId)
      this.#slots.release()
      this.#wake()
    })
    this.#helped.set(translationId, { controller, done })
    return true
  }

  /** Ends the current or next sleep: an event may come while the loop queries the database. */
  #wake(): void {
    this.#woken = true
    this.#endSleep()
  }

  #sleep(milliseconds: number): Promise<void> {
    if (this.#woken || this.#stopping) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#endSleep = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** Creates a worker; it does nothing until `start`. */
export function createTranslationWorker(options: TranslationWorkerOptions): TranslationWorker {
  return new Worker(options)
}
