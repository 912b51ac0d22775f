import type { Database } from '@kamar/database'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { PollLoop } from '../../platform/poll-loop.js'
import { MailRefusedError, type MailTransport } from './mail-transport.js'
import { claimMail, markFailed, markUnsent, markSent, type OutboxRow } from './outbox-store.js'
import { prepareMail } from './prepare-mail.js'

export interface MailWorkerDependencies {
  readonly database: Kysely<Database>
  readonly log: FastifyBaseLogger
  /** Null where no mail server is configured: mails are stored for the administrator. */
  readonly transport: MailTransport | null
  /** Returns the origin of the site, for links; called when a mail is written. */
  readonly site: () => string
  readonly now?: (() => Date) | undefined
  readonly pollMilliseconds?: number
}

const defaultPollMilliseconds = 2000
const firstRetryMilliseconds = 30_000
const maxRetryMilliseconds = 6 * 3_600_000
/** With the delays above: two days. */
const maxAttempts = 15

/** Writes and sends the mails of the outbox, one after the other. */
export class MailWorker {
  readonly #parts: MailWorkerDependencies
  readonly #now: () => Date
  readonly #pollLoop: PollLoop
  #isStopping = false

  constructor(parts: MailWorkerDependencies) {
    this.#parts = parts
    this.#now = parts.now ?? (() => new Date())
    this.#pollLoop = new PollLoop({
      everyMilliseconds: parts.pollMilliseconds ?? defaultPollMilliseconds,
      run: () => this.#sendAll(),
      failed: (error) => parts.log.error({ err: error }, 'outbox poll failed'),
    })
  }

  /** Starts polling the outbox every few seconds: other servers may also queue mails, or this one before a crash. */
  start(): void {
    this.#pollLoop.start()
  }

  /** Polls the outbox now. */
  wake(): void {
    void this.deliver()
  }

  /** Sends everything that is due; resolves when the outbox has no more. */
  deliver(): Promise<void> {
    return this.#pollLoop.next()
  }

  /** Stops after the current mail. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#pollLoop.stop()
    this.#parts.transport?.close()
  }

  async #sendAll(): Promise<void> {
    for (let row = await this.#claim(); row !== null; row = await this.#claim()) await this.#handle(row)
  }

  #claim(): Promise<OutboxRow | null> {
    return this.#isStopping ? Promise.resolve(null) : claimMail(this.#parts.database, this.#now())
  }

  async #handle(row: OutboxRow): Promise<void> {
    const { database, log, site, transport } = this.#parts
    try {
      const mail = await prepareMail(database, row, { now: this.#now(), site: site() })
      if (!mail) return
      if (!transport) {
        await markUnsent(database, row.id)
        // Without a mail server this line delivers the link; decided by the specification's owner.
        log.warn(
          { mail: row.id, template: row.template, recipient: row.recipient, link: mail.link },
          'mail not sent: no mail server',
        )
        return
      }
      await transport.send({ ...mail, id: row.id, recipient: row.recipient, host: new URL(site()).host })
      await markSent(database, row, this.#now())
    } catch (error) {
      await this.#noteFailure(row, error)
    }
  }

  async #noteFailure(row: OutboxRow, error: unknown): Promise<void> {
    const lastError = error instanceof Error ? error.message : String(error)
    const isFinal = error instanceof MailRefusedError || row.attempts >= maxAttempts
    const pause = Math.min(maxRetryMilliseconds, firstRetryMilliseconds * 2 ** (row.attempts - 1))
    const retryAt = isFinal ? null : new Date(this.#now().getTime() + pause)
    this.#parts.log.warn(
      { mail: row.id, template: row.template, attempts: row.attempts, error: lastError },
      'mail delivery failed',
    )
    await markFailed(this.#parts.database, row.id, { lastError, retryAt })
  }
}
