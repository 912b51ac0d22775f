import type { DerivativeStore } from '@kamar/storage'
import { sql } from 'kysely'
import { eventColumns, toTranslationEvent } from '../events/announce.js'
import type { TranslationContext } from '../events/translation-events.js'
import { databaseNow, inMilliseconds } from './columns.js'
import { freshJob } from './fresh-job.js'
import { stepColumns } from './lease.js'
import { isFinal } from './state-machine.js'

/**
 * Stops a translation: a waiting one at once, a running one as soon as its worker hears of it. Answers false when it was
 * over already. A translation is shared by all versions with the same content: ask first who else waits for it.
 */
export async function cancelTranslation({ database, events }: TranslationContext, id: string): Promise<boolean> {
  const row = await database.transaction().execute(async (transaction) => {
    const current = await transaction
      .selectFrom('translation')
      .select('state')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (current === undefined || isFinal(current.state)) return undefined
    return transaction
      .updateTable('translation')
      .set(
        current.state === 'queued'
          ? stepColumns({ state: 'cancelled', failure: { code: 'cancelled' } })
          : { cancel_requested: true, updated_at: databaseNow },
      )
      .where('id', '=', id)
      .returning(eventColumns)
      .executeTakeFirstOrThrow()
  })
  if (row !== undefined) events.publish(toTranslationEvent(row))
  return row !== undefined
}

/** Starts a failed or cancelled translation over, with all its attempts. Answers false when it is in another state. */
export async function retryTranslation({ database, events }: TranslationContext, id: string): Promise<boolean> {
  const rows = await database
    .updateTable('translation')
    .set(freshJob)
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'cancelled'])
    .returning(eventColumns)
    .execute()
  for (const row of rows) events.publish(toTranslationEvent(row))
  return rows.length > 0
}

const isUnused = sql<boolean>`
  not exists (select from file_version where translation_id = translation.id)
  and not exists (select from version_result where translation_id = translation.id)
  and not exists (select from derivative_design where translation_id = translation.id)`

/** What `removeUnusedTranslations` needs. */
export interface UnusedTranslations {
  readonly context: TranslationContext
  readonly derivatives: DerivativeStore
  /** Younger ones are left alone, milliseconds: their file's transaction may not have committed. */
  readonly minAgeMilliseconds: number
}

/** Removes translations that no version shows or lists, with their files; a running one is cancelled first. Answers how many went. */
export async function removeUnusedTranslations(options: UnusedTranslations): Promise<number> {
  const { context, derivatives, minAgeMilliseconds } = options
  const unused = await context.database
    .selectFrom('translation')
    .select(['id', 'state'])
    .where('created_at', '<=', inMilliseconds(-minAgeMilliseconds))
    .where(isUnused)
    .execute()
  let removed = 0
  for (const { id, state } of unused) {
    if (state === 'running') await cancelTranslation(context, id)
    else if (await removeRow(context, id)) {
      await derivatives.removeAll(id)
      removed++
    }
  }
  return removed
}

/** A version that appeared since holds the row by its foreign key, and the row stays. */
async function removeRow({ database }: TranslationContext, id: string): Promise<boolean> {
  const result = await database
    .deleteFrom('translation')
    .where('id', '=', id)
    .where('state', '<>', 'running')
    .where(isUnused)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
