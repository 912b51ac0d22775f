import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import type { TranslationEvent } from './translation-events.js'

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

/** Reads the current state of a translation as an event; publish it after the transaction that enqueued it. */
export async function readTranslationEvent(connection: Kysely<Database>, id: string): Promise<TranslationEvent> {
  const row = await connection
    .selectFrom('translation')
    .select(eventColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return toTranslationEvent(row)
}
