import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import { createChannel } from '../../../platform/events/event-bus.js'
import type { CallbackGuard } from '../../../platform/http/callback-guard.js'
import { type HookRow, selectHooks } from './hook-records.js'
import { sendCallback } from './send-callback.js'
import type { WebhookSecrets } from './webhook-secrets.js'
import type { ModuleContext } from '../../../domain/module-context.js'

/** What deliveries need besides the context. */
interface DeliveryDependencies {
  readonly guard: CallbackGuard
  readonly secrets: WebhookSecrets
}

interface ClaimedDelivery {
  readonly id: string
  readonly webhook_id: string
  readonly body: string
  readonly attempts: number
}

/** Longer than any attempt takes; deliveries of a crashed server are released after this. */
const leaseMilliseconds = 30_000
const maxConcurrent = 8
const minuteMilliseconds = 60_000
/** Delays before the four retries, 48 hours and a half in all. A webhook that fails them all is disabled. */
const pausesMinutes = [1, 30, 8 * 60, 40 * 60]
const retentionMilliseconds = 30 * 24 * 3_600_000
const maxErrorCharacters = 500

/** Delivers events to webhooks, a few at once; each event at least once, also after a crash. */
export class DeliveryWorker {
  readonly #parts: ModuleContext & DeliveryDependencies
  readonly #woken = createChannel<null>()

  constructor(context: ModuleContext, dependencies: DeliveryDependencies) {
    this.#parts = { ...context, ...dependencies }
  }

  /** Requests a delivery now. */
  wake(): void {
    this.#woken.publish(null)
  }

  /** Calls `wake` for requested deliveries. */
  watch(wake: () => void): () => void {
    return this.#woken.subscribe(wake)
  }

  /**
   * Sends everything that is due; stops after the current deliveries. The outbox is usually empty, so one task looks
   * first, and starts the others when it finds a delivery.
   */
  async deliver(signal?: AbortSignal): Promise<void> {
    const first = await this.#claim(signal)
    if (first === null) return
    const others = Array.from({ length: maxConcurrent - 1 }, async () => this.#work(await this.#claim(signal), signal))
    await Promise.all([this.#work(first, signal), ...others])
  }

  async #work(first: ClaimedDelivery | null, signal: AbortSignal | undefined): Promise<void> {
    for (let next = first; next !== null; next = await this.#claim(signal)) await this.#handle(next)
  }

  async #claim(signal: AbortSignal | undefined): Promise<ClaimedDelivery | null> {
    if (signal?.aborted) return null
    const now = this.#parts.now()
    const { rows } = await sql<ClaimedDelivery>`
      update webhook_delivery
      set attempts = attempts + 1, lease_until = ${new Date(now.getTime() + leaseMilliseconds)}
      where id = (
        select id from webhook_delivery
        where state = 'queued' and run_after <= ${now} and (lease_until is null or lease_until <= ${now})
        order by run_after, id limit 1 for update skip locked
      ) returning id, webhook_id, body, attempts`.execute(this.#parts.database)
    return rows[0] ?? null
  }

  async #handle(delivery: ClaimedDelivery): Promise<void> {
    const { database, guard, secrets } = this.#parts
    const hook = await selectHooks(database).where('webhook.id', '=', delivery.webhook_id).executeTakeFirst()
    if (!hook || hook.status === 'inactive') {
      return this.#close(delivery, { state: 'failed', last_error: 'the webhook is switched off' })
    }
    try {
      const { callback_url: url } = hook
      const secret = await secrets.findSecret(hook)
      const callback = { url, deliveryId: delivery.id, body: delivery.body, secret }
      await sendCallback(callback, guard)
      await this.#close(delivery, { state: 'delivered', last_error: null })
      if (hook.status === 'reactivated') await this.#setStatus(hook, 'active')
    } catch (error) {
      await this.#noteFailure(delivery, hook, error)
    }
  }

  async #noteFailure(delivery: ClaimedDelivery, hook: HookRow, error: unknown): Promise<void> {
    const lastError = (error instanceof Error ? error.message : String(error)).slice(0, maxErrorCharacters)
    const pause = pausesMinutes[delivery.attempts - 1]
    this.#parts.log.warn(
      { webhook: hook.id, delivery: delivery.id, attempts: delivery.attempts, error: lastError },
      'not delivered',
    )
    if (pause !== undefined) {
      const retryAt = new Date(this.#parts.now().getTime() + pause * minuteMilliseconds)
      await this.#parts.database
        .updateTable('webhook_delivery')
        .set({ run_after: retryAt, lease_until: null, last_error: lastError })
        .where('id', '=', delivery.id)
        .execute()
      return
    }
    await this.#close(delivery, { state: 'failed', last_error: lastError })
    await this.#setStatus(hook, hook.auto_reactivate ? 'reactivated' : 'inactive')
  }

  async #setStatus({ id }: HookRow, status: HookRow['status']): Promise<void> {
    await this.#parts.database
      .updateTable('webhook')
      .set({ status, updated_at: this.#parts.now() })
      .where('id', '=', id)
      .execute()
  }

  async #close(
    { id }: ClaimedDelivery,
    columns: { readonly state: 'delivered' | 'failed'; readonly last_error: string | null },
  ): Promise<void> {
    await this.#parts.database
      .updateTable('webhook_delivery')
      .set({ ...columns, lease_until: null, finished_at: this.#parts.now() })
      .where('id', '=', id)
      .execute()
  }
}

/** Deletes old deliveries; pending ones stay. */
export async function deleteOldDeliveries(database: Kysely<Database>, now: Date): Promise<void> {
  await database
    .deleteFrom('webhook_delivery')
    .where('state', '!=', 'queued')
    .where('created_at', '<', new Date(now.getTime() - retentionMilliseconds))
    .execute()
}
