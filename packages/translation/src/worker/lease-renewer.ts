import { beat, type Lease, type LeaseState } from '../jobs/lease.js'
import type { TranslationContext } from '../events/translation-events.js'

/** Timing of a lease. */
export interface LeaseTiming {
  readonly leaseMilliseconds: number
  readonly heartbeatMilliseconds: number
}

/** Thrown where a worker finds that its lease is over: another one may have the translation already. */
export class LeaseLostError extends Error {
  constructor() {
    super('the lease on this translation is over')
    this.name = 'LeaseLostError'
  }
}

/** Keeps a lease alive while a reader works, and tells when it is to stop. */
export class LeaseRenewer {
  readonly #context: TranslationContext
  readonly #lease: Lease
  readonly #timing: LeaseTiming
  readonly #stop: (why: 'cancel' | 'lost') => void
  readonly #startedAt = performance.now()
  #accountedUntil = this.#startedAt
  #unaccounted = 0
  #isAway = false
  #heldUntil: number
  #lost = false
  #progress = 0
  #stage: string | null = null
  #running: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  /** `stop` is called once the translation was cancelled or taken away. */
  constructor(
    context: TranslationContext,
    lease: Lease,
    options: LeaseTiming & { readonly stop: (why: 'cancel' | 'lost') => void },
  ) {
    this.#context = context
    this.#lease = lease
    this.#timing = options
    this.#stop = options.stop
    this.#heldUntil = this.#startedAt + options.leaseMilliseconds
    this.#timer = setInterval(() => void this.beat(), options.heartbeatMilliseconds)
  }

  /** Whether another worker may have the translation: nothing of it may be touched any more. */
  get isLost(): boolean {
    return this.#lost || performance.now() >= this.#heldUntil
  }

  /** Remembers progress (0 to 100); the next sign of life carries it. */
  note(progress: number, stage: string): void {
    const isNewStage = stage !== this.#stage
    this.#progress = Math.min(100, Math.max(this.#progress, progress))
    this.#stage = stage
    if (isNewStage) void this.beat()
  }

  /** While somebody else works, nothing of the compute budget is spent. */
  setAway(isAway: boolean): void {
    const now = performance.now()
    if (!this.#isAway) this.#unaccounted += now - this.#accountedUntil
    this.#accountedUntil = now
    this.#isAway = isAway
  }

  /** By this process's own clock, which goes on while the process is frozen: throws when the lease cannot be relied on. */
  assertHeld(): void {
    if (this.isLost) throw new LeaseLostError()
  }

  /** Sends a sign of life now; one at a time. */
  beat(): Promise<void> {
    this.#running = this.#running.then(() => this.#beatOnce())
    return this.#running
  }

  /** No more signs of life; waits for one under way. */
  async end(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  async #beatOnce(): Promise<void> {
    const askedAt = performance.now()
    try {
      const reply = await beat(this.#context, this.#lease, {
        leaseMilliseconds: this.#timing.leaseMilliseconds,
        progress: this.#progress,
        stage: this.#stage,
        spentMilliseconds: this.#unaccounted + (this.#isAway ? 0 : askedAt - this.#accountedUntil),
      })
      this.#accountedUntil = askedAt
      this.#unaccounted = 0
      this.#obey(reply, askedAt)
    } catch {
      // The database may be busy or away for a while; the lease lives until it ends.
      if (performance.now() >= this.#heldUntil) this.#stop('lost')
    }
  }

  #obey(reply: LeaseState, askedAt: number): void {
    if (reply === 'lost') this.#lost = true
    else this.#heldUntil = askedAt + this.#timing.leaseMilliseconds
    if (reply !== 'held') this.#stop(reply)
  }
}
