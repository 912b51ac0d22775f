import type { TranslationContext, TranslationEvent } from './translation-events.js'

/** The columns an event is made of. */
export const eventColumns = ['id', 'state', 'progress', 'stage', 'manifest_revision', 'cancel_requested'] as const

/** A row as far as events need it. */
export interface EventRow {
  readonly id: string
  readonly state: TranslationEvent['state']
  readonly progress: number
  readonly stage: string | null
  readonly manifest_revision: number
  readonly cancel_requested: boolean
}

/** The event that tells of a row as it is now. */
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

/** Publishes a translation as it is now; call it after the transaction that enqueued it has committed. */
export async function announceTranslation({ database, events }: TranslationContext, id: string): Promise<void> {
  const row = await database.selectFrom('translation').select(eventColumns).where('id', '=', id).executeTakeFirst()
  if (row !== undefined) events.publish(toTranslationEvent(row))
}
