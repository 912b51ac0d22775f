import type { DerivativeStore } from '@kamar/storage'
import { sql } from 'kysely'
import { eventColumns, toTranslationEvent } from '../events/announce.js'
import type { TranslationContext } from '../events/translation-events.js'
import { databaseNow, inMilliseconds } from './columns.js'
import { freshJob } from './fresh-job.js'
import { stepColumns } from './lease.js'
import { deleteSlices } from './delete-slices.js'
import { isFinal } from './state-machine.js'

/**
 * Cancels a translation: a waiting one immediately, a running one as soon as its worker notices. Returns false if it
 * was already finished. A translation is shared by all versions with the same content: first check who else waits for
 * it.
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
    // A queued translation may have slices of an earlier attempt; those of a running one end with it.
    if (current.state === 'queued') await deleteSlices(transaction, id)
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

/** Restarts a failed or cancelled translation with all its attempts. Returns false in any other state. */
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

/** Options of `removeUnusedTranslations`. */
export interface UnusedTranslations {
  readonly context: TranslationContext
  readonly derivatives: DerivativeStore
  /** Minimum age, milliseconds: the transaction of a younger one's file may not have committed. */
  readonly minAgeMilliseconds: number
}

/**
 * Removes translations that no version shows or lists, with their files; cancels a running one first. Returns how many
 * were removed.
 */
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

/** Removes the row, unless a version created meanwhile references it by foreign key. */
async function removeRow({ database }: TranslationContext, id: string): Promise<boolean> {
  const result = await database
    .deleteFrom('translation')
    .where('id', '=', id)
    .where('state', '<>', 'running')
    .where(isUnused)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
