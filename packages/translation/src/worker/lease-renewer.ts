import { beat, type Lease, type LeaseState } from '../jobs/lease.js'
import type { TranslationContext } from '../events/translation-events.js'

/** Timing of a lease. */
export interface LeaseTiming {
  readonly leaseMilliseconds: number
  readonly heartbeatMilliseconds: number
}

/** Error of a worker whose lease is over: another one may already have the translation. */
export class LeaseLostError extends Error {
  constructor() {
    super('the lease on this translation is over')
    this.name = 'LeaseLostError'
  }
}

/** Keeps a lease alive while a reader works, and signals when it must stop. */
export class LeaseRenewer {
  readonly #context: TranslationContext
  readonly #lease: Lease
  readonly #timing: LeaseTiming
  readonly #stop: (reason: 'cancel' | 'lost') => void
  readonly #startedAt = performance.now()
  #accountedUntil = this.#startedAt
  #unaccounted = 0
  #isRemote = false
  #heldUntil: number
  #lost = false
  #progress = 0
  #stage: string | null = null
  #running: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  /** `stop` is called when the translation was cancelled or taken away. */
  constructor(
    context: TranslationContext,
    lease: Lease,
    options: LeaseTiming & { readonly stop: (reason: 'cancel' | 'lost') => void },
  ) {
    this.#context = context
    this.#lease = lease
    this.#timing = options
    this.#stop = options.stop
    this.#heldUntil = this.#startedAt + options.leaseMilliseconds
    this.#timer = setInterval(() => void this.beat(), options.heartbeatMilliseconds)
  }

  /** Returns whether another worker may have the translation: it must not be changed any more. */
  get isLost(): boolean {
    return this.#lost || performance.now() >= this.#heldUntil
  }

  /** Records progress (0 to 100) for the next heartbeat. */
  note(progress: number, stage: string): void {
    const isNewStage = stage !== this.#stage
    this.#progress = Math.min(100, Math.max(this.#progress, progress))
    this.#stage = stage
    if (isNewStage) void this.beat()
  }

  /** Pauses the compute budget while another provider works. */
  setRemote(isRemote: boolean): void {
    const now = performance.now()
    if (!this.#isRemote) this.#unaccounted += now - this.#accountedUntil
    this.#accountedUntil = now
    this.#isRemote = isRemote
  }

  /**
   * Throws if the lease cannot be relied on, by this process's own clock, which goes on while the process is frozen.
   */
  assertHeld(): void {
    if (this.isLost) throw new LeaseLostError()
  }

  /** Sends a heartbeat now; one at a time. */
  beat(): Promise<void> {
    this.#running = this.#running.then(() => this.#beatOnce())
    return this.#running
  }

  /** Stops the heartbeats; waits for one in progress. */
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
        spentMilliseconds: this.#unaccounted + (this.#isRemote ? 0 : askedAt - this.#accountedUntil),
      })
      this.#accountedUntil = askedAt
      this.#unaccounted = 0
      this.#handleReply(reply, askedAt)
    } catch {
      // The database may be busy or unavailable for a while; the lease lives until it expires.
      if (performance.now() >= this.#heldUntil) this.#stop('lost')
    }
  }

  #handleReply(reply: LeaseState, askedAt: number): void {
    if (reply === 'lost') this.#lost = true
    else this.#heldUntil = askedAt + this.#timing.leaseMilliseconds
    if (reply !== 'held') this.#stop(reply)
  }
}
