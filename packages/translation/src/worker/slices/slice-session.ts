import type { LocalCopy } from '@kamar/storage'
import {
  beatSlice,
  claimSlice,
  completeSlice,
  releaseSlice,
  sliceResultPath,
  sliceTaskPath,
  type ClaimedSlice,
  type SliceLease,
} from '../../jobs/slices.js'
import { nextStartMilliseconds } from '../../jobs/claim.js'
import { sliceResultName, sliceTaskName, type SliceMessage } from '../../reader-process/messages.js'
import type { SliceChannel, SliceHost } from '../../reader-process/reader-process.js'
import type { Workshop } from '../do-translation.js'
import { createTaskHash, fetchSliceFile, storeSliceFile } from './slice-files.js'

/** Pause between questions for another slice. */
const pollMilliseconds = 250
/** How long a reader waits for the next slice: starting another one costs half a second of processor time. */
const maxIdleMilliseconds = 10_000
/** Max size of one result: many times that of the statements of a slice. */
const maxResultBytes = 1024 ** 3

/** Dependencies of a session. */
export interface SliceSessionOptions {
  readonly workshop: Workshop
  readonly worker: string
  /** Aborted with reason `cancel`, `lost`, `shutdown` or `idle`. */
  readonly controller: AbortController
}

/**
 * Work on slices of one translation that another worker runs, one after the other, in one reader process. Ends when there
 * is no slice for some seconds, when a translation waits for a worker, and when its translation ends.
 */
class SliceSession implements SliceHost {
  readonly role = { kind: 'serve' } as const
  readonly #options: SliceSessionOptions
  #claimed: ClaimedSlice | null
  #queue: Promise<void> = Promise.resolve()

  constructor(options: SliceSessionOptions, claimed: ClaimedSlice) {
    this.#options = options
    this.#claimed = claimed
  }

  /** The slice in progress. */
  get lease(): SliceLease | null {
    if (this.#claimed === null) return null
    const { translationId, number, leaseToken: token } = this.#claimed
    return { translationId, number, worker: this.#options.worker, token }
  }

  start(channel: SliceChannel): void {
    this.#enqueue(() => this.#begin(channel))
    this.#channel = channel
  }

  handle({ action, number }: SliceMessage): void {
    const channel = this.#channel
    if (channel && action === 'completed' && number === this.#claimed?.number)
      this.#enqueue(() => this.#complete(channel))
  }

  #channel: SliceChannel | null = null

  /** Extends the lease of the slice in progress. */
  async beat(): Promise<void> {
    const { workshop, controller } = this.#options
    const { lease } = this
    if (lease === null) return
    const state = await beatSlice(workshop.context.database, lease, workshop.timing.leaseMilliseconds)
    if (state !== 'held' && this.lease?.number === lease.number) controller.abort(state)
  }

  /** Waits for what is in progress, and returns a slice that is not done. */
  async close({ isFaulty }: { readonly isFaulty: boolean }): Promise<void> {
    await this.#queue
    const { lease } = this
    if (lease) await releaseSlice(this.#options.workshop.context.database, lease, { counts: isFaulty })
  }

  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work).catch(() => this.#options.controller.abort('lost'))
  }

  /** Hands the claimed slice to the reader. */
  async #begin(channel: SliceChannel): Promise<void> {
    const claimed = this.#claimed
    if (claimed === null) return
    const { number, translationId, taskSha256: sha256 } = claimed
    const { derivatives } = this.#options.workshop
    const address = { derivatives, translationId, path: sliceTaskPath(number) }
    const target = channel.inputPath(sliceTaskName(number))
    const isFetched = await fetchSliceFile(target, address, { sha256, hash: createTaskHash() })
    if (isFetched) channel.send({ number, state: 'task' })
    else this.#options.controller.abort('lost')
  }

  async #complete(channel: SliceChannel): Promise<void> {
    const { lease } = this
    if (lease === null) return
    const { number, token, translationId } = lease
    const { context, derivatives, canRemove } = this.#options.workshop
    const path = sliceResultPath({ number, token })
    const address = { derivatives, translationId, path, maxBytes: maxResultBytes }
    const result = await storeSliceFile(channel, sliceResultName(number), address)
    const isDone = await completeSlice(context.database, lease, result)
    if (!isDone && canRemove) await derivatives.remove({ translationId, path })
    channel.send({ number, state: 'result-stored' })
    this.#claimed = null
    await this.#continue(channel, translationId)
  }

  async #continue(channel: SliceChannel, translationId: string): Promise<void> {
    const { workshop, controller, worker } = this.#options
    const { database } = workshop.context
    const { leaseMilliseconds } = workshop.timing
    for (let idle = 0; idle <= maxIdleMilliseconds && !controller.signal.aborted; idle += pollMilliseconds) {
      if ((await nextStartMilliseconds(database)) === 0) break
      this.#claimed = await claimSlice(database, { worker, leaseMilliseconds, translationId })
      if (this.#claimed) return this.#begin(channel)
      await new Promise((resolve) => setTimeout(resolve, pollMilliseconds))
    }
    controller.abort('idle')
  }
}

/** Works on slices of a translation, beginning with a claimed one. Never rejects; returns false if its reader broke. */
export async function doSlices(options: SliceSessionOptions, claimed: ClaimedSlice): Promise<boolean> {
  const { workshop, controller } = options
  const session = new SliceSession(options, claimed)
  const timer = setInterval(() => void session.beat().catch(() => undefined), workshop.timing.heartbeatMilliseconds)
  let copy: LocalCopy | undefined
  let isFaulty = true
  try {
    copy = await workshop.blobs.materialise(claimed.blobSha256)
    const { fileName, formatId, translationId } = claimed
    const task = { path: copy.path, fileName, formatId, companions: [] }
    const result = await workshop.pool.run(task, {
      signal: controller.signal,
      slices: session,
    })
    isFaulty = !controller.signal.aborted
    const { outcome, postMortem } = result
    if (isFaulty && !outcome.ok)
      workshop.onFailure({ translationId, failure: outcome.failure, lastWords: postMortem?.stderrTail ?? '' })
    await session.close({ isFaulty })
    await result.release()
  } catch (cause) {
    const failure = { code: 'reader-fault' } as const
    workshop.onFailure({ translationId: claimed.translationId, failure, cause })
  } finally {
    clearInterval(timer)
    await copy?.release()
  }
  return !isFaulty
}
