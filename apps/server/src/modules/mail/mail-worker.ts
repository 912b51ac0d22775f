import type { Database } from '@kamar/database'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { createChannel } from '../../platform/events/event-bus.js'
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
  readonly now: () => Date
}

const firstRetryMilliseconds = 30_000
const maxRetryMilliseconds = 6 * 3_600_000
/** With the delays above: two days. */
const maxAttempts = 15

/** Writes and sends the mails of the outbox, one after the other. */
export class MailWorker {
  readonly #parts: MailWorkerDependencies
  readonly #woken = createChannel<null>()

  constructor(parts: MailWorkerDependencies) {
    this.#parts = parts
  }

  /** Requests a delivery now. */
  wake(): void {
    this.#woken.publish(null)
  }

  /** Calls `wake` for requested deliveries; the returned function closes the connection to the mail server. */
  watch(wake: () => void): () => void {
    const stop = this.#woken.subscribe(wake)
    return () => {
      stop()
      this.#parts.transport?.close()
    }
  }

  /** Sends everything that is due; resolves when the outbox has no more. Stops after the current mail. */
  async deliver(signal?: AbortSignal): Promise<void> {
    const { database, now } = this.#parts
    const claim = async (): Promise<OutboxRow | null> => (signal?.aborted ? null : claimMail(database, now()))
    for (let row = await claim(); row !== null; row = await claim()) await this.#handle(row)
  }

  async #handle(row: OutboxRow): Promise<void> {
    const { database, log, site, transport } = this.#parts
    try {
      const mail = await prepareMail(database, row, { now: this.#parts.now(), site: site() })
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
      await markSent(database, row, this.#parts.now())
    } catch (error) {
      await this.#noteFailure(row, error)
    }
  }

  async #noteFailure(row: OutboxRow, error: unknown): Promise<void> {
    const lastError = error instanceof Error ? error.message : String(error)
    const isFinal = error instanceof MailRefusedError || row.attempts >= maxAttempts
    const pause = Math.min(maxRetryMilliseconds, firstRetryMilliseconds * 2 ** (row.attempts - 1))
    const retryAt = isFinal ? null : new Date(this.#parts.now().getTime() + pause)
    this.#parts.log.warn(
      { mail: row.id, template: row.template, attempts: row.attempts, error: lastError },
      'mail delivery failed',
    )
    await markFailed(this.#parts.database, row.id, { lastError, retryAt })
  }
}
