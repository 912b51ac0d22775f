import { toDerivativeUrn, viewPackagePath } from '@kamar/aps'
import { type Database, newId } from '@kamar/database'
import type { Transaction } from 'kysely'
import type { DesignEvent } from '../model-derivative/design-worker.js'
import { parseEventFilter } from './event-filter.js'
import { hookRecord, type HookRow, selectHooks } from './hook-records.js'

const eventTypes = {
  'extraction.finished': 'EXTRACTION_FINISHED',
  'extraction.updated': 'EXTRACTION_UPDATED',
} as const

/** Adds an event to the outbox for every subscribed webhook, inside the transaction that causes it. */
export async function queueEvents(
  transaction: Transaction<Database>,
  designEvent: DesignEvent,
  now: Date,
): Promise<void> {
  const { design, event } = designEvent
  const hooks = await selectHooks(transaction)
    .where('webhook.application_id', '=', design.application_id)
    .where('webhook.event', '=', event)
    .where('webhook.status', '!=', 'inactive')
    .where('webhook.workflow', 'in', design.workflow === null ? ['*'] : ['*', design.workflow])
    .where((row) => row.or([row('webhook.expires_at', 'is', null), row('webhook.expires_at', '>', now)]))
    .execute()
  const payload = eventPayload(designEvent, now)
  const matchingHooks = hooks.filter(({ filter }) => filter === null || parseEventFilter(filter)?.(payload) === true)
  if (matchingHooks.length === 0) return
  await transaction
    .insertInto('webhook_delivery')
    .values(
      matchingHooks.map((hook) => ({
        id: newId(),
        webhook_id: hook.id,
        body: eventBody(hook, designEvent, payload),
        run_after: now,
      })),
    )
    .execute()
}

function eventBody(hook: HookRow, { design }: DesignEvent, payload: unknown): string {
  const event = { version: '1.0', resourceUrn: design.urn }
  return JSON.stringify(hook.payload_only ? payload : { ...event, hook: hookRecord(hook), payload })
}

function eventPayload({ design, event, manifest }: DesignEvent, now: Date): Readonly<Record<string, unknown>> {
  return {
    TimeStamp: now.getTime(),
    URN: design.urn,
    EventType: eventTypes[event],
    Payload: {
      status: manifest.status,
      progress: manifest.progress,
      scope: design.workflow ?? '',
      registerKeys: [toDerivativeUrn({ urn: design.urn, path: viewPackagePath })],
    },
    ...(design.workflow === null ? {} : { WorkflowId: design.workflow }),
    ...(design.workflow_attribute === null ? {} : { WorkflowAttributes: design.workflow_attribute }),
  }
}
