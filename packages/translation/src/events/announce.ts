import type { TranslationContext, TranslationEvent } from './translation-events.js'

/** The columns that make up an event. */
export const eventColumns = ['id', 'state', 'progress', 'stage', 'manifest_revision', 'cancel_requested'] as const

/** The columns of a row that events need. */
export interface EventRow {
  readonly id: string
  readonly state: TranslationEvent['state']
  readonly progress: number
  readonly stage: string | null
  readonly manifest_revision: number
  readonly cancel_requested: boolean
}

/** Returns the event for the current state of a row. */
export function toTranslationEvent(row: EventRow): TranslationEvent {
  return {
    translationId: row.id,
    state: row.state,
    progress: row.progress,
    stage: row.stage,
    manifestRevision: row.manifest_revision,
    cancelRequested: row.cancel_requested,
  }
}

/** Publishes the current state of a translation; call it after the transaction that enqueued it has committed. */
export async function announceTranslation({ database, events }: TranslationContext, id: string): Promise<void> {
  const row = await database.selectFrom('translation').select(eventColumns).where('id', '=', id).executeTakeFirst()
  if (row !== undefined) events.publish(toTranslationEvent(row))
}
