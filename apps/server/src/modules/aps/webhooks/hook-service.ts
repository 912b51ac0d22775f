import { type NewWebhook, ProtocolError, type Webhook, type WebhookChange, type WebhookEvent } from '@kamar/aps'
import { type Database, newId } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import type { ApplicationActor } from '../../../platform/authorization/actor.js'
import { isIdentifier } from '../../../domain/files/file-records.js'
import { type CallbackGuard, CallbackRefusedError } from '../../../platform/http/callback-guard.js'
import { parseEventFilter } from './event-filter.js'
import { hookRecord, type HookRow, selectHooks } from './hook-records.js'
import type { WebhookSecrets } from './webhook-secrets.js'
import { countRows } from '../../../platform/database/count-rows.js'

export interface HookServices {
  readonly database: Kysely<Database>
  readonly guard: CallbackGuard
  readonly secrets: WebhookSecrets
}

/** Filter of a list of webhooks; a page has up to 200. */
export interface HookList {
  readonly event?: string | undefined
  readonly status?: Webhook['status'] | undefined
  readonly pageState?: string | undefined
  readonly sort: 'asc' | 'desc'
}

const pageSize = 200
const maxHooks = 1000

/** Manages the webhooks of applications. */
export class HookService {
  readonly #services: HookServices

  constructor(services: HookServices) {
    this.#services = services
  }

  /** Creates a webhook. Throws 400 for a forbidden URL, 409 for a duplicate. */
  async create(application: ApplicationActor, event: WebhookEvent, hook: NewWebhook): Promise<Webhook> {
    this.#assertCallable(hook.callbackUrl)
    assertFilter(hook.filter)
    const { database, secrets } = this.#services
    await this.#assertHookLimit(application)
    const id = newId()
    const insertedRow = await database
      .insertInto('webhook')
      .values({
        id,
        application_id: application.applicationId,
        event,
        callback_url: hook.callbackUrl,
        workflow: hook.scope.workflow,
        region: 'US',
        attribute: hook.hookAttribute === undefined ? null : JSON.stringify(hook.hookAttribute),
        filter: hook.filter ?? null,
        tenant: hook.tenant ?? null,
        sealed_token: hook.token === undefined ? null : secrets.seal(id, hook.token),
        payload_only: hook.callbackWithEventPayloadOnly,
        auto_reactivate: hook.autoReactivateHook,
        expires_at: hook.hookExpiry ?? null,
      })
      .onConflict((conflict) => conflict.columns(['application_id', 'event', 'workflow', 'callback_url']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!insertedRow) throw new ProtocolError(409, 'The same webhook exists already')
    return hookRecord(await this.#find(application, event, id))
  }

  async describe(application: ApplicationActor, event: string, id: string): Promise<Webhook> {
    return hookRecord(await this.#find(application, event, id))
  }

  async list(
    application: ApplicationActor,
    { event, status, pageState, sort }: HookList,
  ): Promise<{ data: Webhook[]; links: { next: string | null } }> {
    const before = isIdentifier(pageState ?? '') ? pageState : undefined
    const rows = await selectHooks(this.#services.database)
      .where('webhook.application_id', '=', application.applicationId)
      .$if(event !== undefined, (query) => query.where('webhook.event', '=', event ?? ''))
      .$if(status !== undefined, (query) => query.where('webhook.status', '=', status ?? 'active'))
      .$if(before !== undefined, (query) => query.where('webhook.id', sort === 'desc' ? '<' : '>', before ?? ''))
      .orderBy('webhook.id', sort)
      .limit(pageSize + 1)
      .execute()
    const page = rows.slice(0, pageSize)
    const next = rows.length > pageSize ? `/hooks?pageState=${page.at(-1)?.id ?? ''}` : null
    return { data: page.map(hookRecord), links: { next } }
  }

  async change(
    application: ApplicationActor,
    { event, id, change }: { readonly event: string; readonly id: string; readonly change: WebhookChange },
  ): Promise<void> {
    const row = await this.#find(application, event, id)
    assertFilter(change.filter ?? undefined)
    await this.#services.database
      .updateTable('webhook')
      .set({ ...this.#toColumns(row, change), updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
  }

  async remove(application: ApplicationActor, event: string, id: string): Promise<void> {
    await this.#find(application, event, id)
    await this.#services.database.deleteFrom('webhook').where('id', '=', id).execute()
  }

  #toColumns(row: HookRow, change: WebhookChange) {
    const { hookAttribute, token } = change
    // A webhook that failures had disabled reports `reactivated` until its next event.
    const active = row.status === 'inactive' ? ('reactivated' as const) : row.status
    return {
      ...(change.status === undefined ? {} : { status: change.status === 'active' ? active : ('inactive' as const) }),
      ...(change.filter === undefined ? {} : { filter: change.filter }),
      ...(hookAttribute === undefined
        ? {}
        : { attribute: hookAttribute === null ? null : JSON.stringify(hookAttribute) }),
      ...(token === undefined
        ? {}
        : { sealed_token: token === null ? null : this.#services.secrets.seal(row.id, token) }),
      ...(change.autoReactivateHook === undefined ? {} : { auto_reactivate: change.autoReactivateHook }),
      ...(change.hookExpiry === undefined ? {} : { expires_at: change.hookExpiry }),
      ...(change.callbackWithEventPayloadOnly === undefined
        ? {}
        : { payload_only: change.callbackWithEventPayloadOnly }),
    }
  }

  async #find(application: ApplicationActor, event: string, id: string): Promise<HookRow> {
    const row = isIdentifier(id)
      ? await selectHooks(this.#services.database)
          .where('webhook.application_id', '=', application.applicationId)
          .where('webhook.event', '=', event)
          .where('webhook.id', '=', id)
          .executeTakeFirst()
      : undefined
    if (!row) throw new ProtocolError(404, 'There is no such webhook')
    return row
  }

  #assertCallable(callbackUrl: string): void {
    try {
      this.#services.guard.check(new URL(callbackUrl))
    } catch (error) {
      throw error instanceof CallbackRefusedError ? new ProtocolError(400, error.message, { cause: error }) : error
    }
  }

  async #assertHookLimit({ applicationId }: ApplicationActor): Promise<void> {
    const hooks = this.#services.database.selectFrom('webhook').where('application_id', '=', applicationId)
    if ((await countRows(hooks)) >= maxHooks)
      throw new ProtocolError(400, `An application has at most ${maxHooks} webhooks`)
  }
}

function assertFilter(filter: string | undefined): void {
  if (filter === undefined || parseEventFilter(filter) !== null) return
  throw new ProtocolError(400, "A filter is like $[?(@.Payload.status=='success')]")
}
