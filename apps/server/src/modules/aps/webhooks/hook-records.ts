import { type Webhook, webhookSystem } from '@kamar/aps'
import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'

/** Selects webhooks with the application that created them. */
export function selectHooks(connection: Kysely<Database>) {
  return connection
    .selectFrom('webhook')
    .innerJoin('application', 'application.id', 'webhook.application_id')
    .selectAll('webhook')
    .select('application.client_id')
    .where('application.revoked_at', 'is', null)
}

export type HookRow = Awaited<ReturnType<ReturnType<typeof selectHooks>['executeTakeFirstOrThrow']>>

/** Returns the path of a webhook below `/webhooks/v1`. */
export const hookPath = (event: string, id: string): string => `/systems/${webhookSystem}/events/${event}/hooks/${id}`

/** Converts a webhook to its form in responses and events. */
export function hookRecord(row: HookRow): Webhook {
  return {
    hookId: row.id,
    tenant: row.tenant ?? row.workflow,
    callbackUrl: row.callback_url,
    createdBy: row.client_id,
    event: row.event,
    createdDate: row.created_at.toISOString(),
    lastUpdatedDate: row.updated_at.toISOString(),
    system: webhookSystem,
    creatorType: 'Application',
    status: row.status,
    autoReactivateHook: row.auto_reactivate,
    scope: { workflow: row.workflow },
    ...(row.attribute === null ? {} : { hookAttribute: { ...row.attribute } }),
    ...(row.filter === null ? {} : { filter: row.filter }),
    ...(row.expires_at === null ? {} : { hookExpiry: row.expires_at.toISOString() }),
    urn: `urn:adsk.webhooks:events.hook:${row.id}`,
    __self__: hookPath(row.event, row.id),
  }
}
