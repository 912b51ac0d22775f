import { rm } from 'node:fs/promises'
import type { Database } from '@kamar/database'
import type { DerivativeStore } from '@kamar/storage'
import type { Kysely } from 'kysely'
import type { Lease } from '../../jobs/lease.js'
import {
  claimOwnSlice,
  completeOwnSlice,
  listSlices,
  offerSlice,
  sliceResultPath,
  sliceTaskPath,
  withdrawSliceResult,
  type SliceRow,
} from '../../jobs/slices.js'
import { sliceResultName, sliceTaskName, type SliceMessage, type SliceRole } from '../../reader-process/messages.js'
import type { SliceChannel, SliceHost } from '../../reader-process/reader-process.js'
import { fetchSliceFile, hashSliceTask, storeSliceFile, type SliceAddress } from './slice-files.js'

const pollMilliseconds = 500

/** Dependencies of a coordinator. */
export interface SliceCoordinatorOptions {
  readonly database: Kysely<Database>
  readonly derivatives: DerivativeStore
  readonly lease: Lease
  readonly sliceBytes: number
  /** Max bytes of all stored tasks and results; what is beyond is not shared. */
  readonly maxStoredBytes: number
}

/**
 * The exchange of slices of one translation, in the worker that runs it: offers those that its reader describes, tells
 * it which others do, fetches their results, and stores those of the reader for a later attempt. A fault of database or
 * store leaves a slice to the reader.
 */
export class SliceCoordinator implements SliceHost {
  readonly role: SliceRole
  readonly #options: SliceCoordinatorOptions
  /** Last state that the reader was told; `fetched` ones are in its input folder. */
  readonly #states = new Map<number, 'waiting' | 'elsewhere' | 'own' | 'done'>()
  /** Lease tokens of the slices that the reader does. */
  readonly #ownTokens = new Map<number, number>()
  #storedBytes = 0
  #channel: SliceChannel | null = null
  #queue: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: SliceCoordinatorOptions) {
    this.#options = options
    this.role = { kind: 'read', sliceBytes: options.sliceBytes }
  }

  start(channel: SliceChannel): void {
    this.#channel = channel
    this.#timer = setInterval(() => {
      if ([...this.#states.values()].some((state) => state === 'waiting' || state === 'elsewhere'))
        this.#enqueue((open) => this.#poll(open))
    }, pollMilliseconds)
  }

  handle({ action, number }: SliceMessage): void {
    if (action === 'offered') this.#enqueue((channel) => this.#offer(channel, number))
    else if (action === 'claimed') this.#enqueue((channel) => this.#claim(channel, number))
    else if (action === 'completed') this.#enqueue((channel) => this.#storeResult(channel, number))
    else this.#enqueue((channel) => rm(channel.inputPath(sliceResultName(number)), { force: true }))
  }

  /** Ends the exchange; waits for what is in progress. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#queue
  }

  /** Does one thing after the other. A failure concerns one slice, which the reader then does. */
  #enqueue(work: (channel: SliceChannel) => Promise<void>): void {
    this.#queue = this.#queue
      .then(() => (this.#isClosed || this.#channel === null ? undefined : work(this.#channel)))
      .catch(() => undefined)
  }

  async #offer(channel: SliceChannel, number: number): Promise<void> {
    if (this.#states.has(number)) return
    const { database, lease } = this.#options
    const name = sliceTaskName(number)
    try {
      const taskSha256 = await hashSliceTask(channel, name)
      await this.#store(channel, name, sliceTaskPath(number))
      await offerSlice(database, lease, { number, taskSha256 })
      this.#states.set(number, 'waiting')
    } finally {
      channel.send({ number, state: 'task-stored' })
    }
    await this.#update(channel, await this.#list(number))
  }

  async #claim(channel: SliceChannel, number: number): Promise<void> {
    const reply = await this.#decideClaim(channel, number).catch(() => 'own' as const)
    this.#states.set(number, reply)
    channel.send({ number, state: reply, isReply: true })
  }

  async #decideClaim(channel: SliceChannel, number: number): Promise<'own' | 'elsewhere' | 'done'> {
    const { database, lease } = this.#options
    const slice = await claimOwnSlice(database, lease, number)
    if (slice?.state === 'running') return 'elsewhere'
    if (slice?.state === 'done' && (await this.#fetch(channel, slice))) return 'done'
    if (slice?.state === 'own') this.#ownTokens.set(number, slice.leaseToken)
    return 'own'
  }

  async #storeResult(channel: SliceChannel, number: number): Promise<void> {
    const token = this.#ownTokens.get(number)
    this.#ownTokens.delete(number)
    try {
      if (token === undefined) return
      const result = await this.#store(channel, sliceResultName(number), sliceResultPath({ number, token }))
      await completeOwnSlice(this.#options.database, this.#options.lease, { number, token, result })
    } finally {
      channel.send({ number, state: 'result-stored' })
    }
  }

  async #store(channel: SliceChannel, name: string, path: string): ReturnType<typeof storeSliceFile> {
    const maxBytes = this.#options.maxStoredBytes - this.#storedBytes
    const file = await storeSliceFile(channel, name, { ...this.#address(path), maxBytes })
    this.#storedBytes += file.sizeBytes
    return file
  }

  async #poll(channel: SliceChannel): Promise<void> {
    await this.#update(channel, await listSlices(this.#options.database, this.#options.lease.translationId))
  }

  async #list(number: number): Promise<readonly SliceRow[]> {
    const slices = await listSlices(this.#options.database, this.#options.lease.translationId)
    return slices.filter((slice) => slice.number === number)
  }

  /** Tells the reader what has changed. */
  async #update(channel: SliceChannel, slices: readonly SliceRow[]): Promise<void> {
    for (const slice of slices) {
      const current = this.#states.get(slice.number)
      if (current === undefined || current === 'own' || current === 'done') continue
      const state = await this.#findState(channel, slice)
      if (state === current) continue
      this.#states.set(slice.number, state)
      channel.send({ number: slice.number, state })
    }
  }

  async #findState(channel: SliceChannel, slice: SliceRow): Promise<'waiting' | 'elsewhere' | 'done'> {
    if (slice.state === 'running') return 'elsewhere'
    return slice.state === 'done' && (await this.#fetch(channel, slice)) ? 'done' : 'waiting'
  }

  /** Fetches a result; one that cannot be read is withdrawn. */
  async #fetch(channel: SliceChannel, { number, leaseToken: token, result }: SliceRow): Promise<boolean> {
    if (result === null) return false
    const target = channel.inputPath(sliceResultName(number))
    if (await fetchSliceFile(target, this.#address(sliceResultPath({ number, token })), result)) return true
    const { database, lease } = this.#options
    await withdrawSliceResult(database, { translationId: lease.translationId, number, token })
    return false
  }

  #address(path: string): SliceAddress {
    const { derivatives, lease } = this.#options
    return { derivatives, translationId: lease.translationId, path }
  }
}
