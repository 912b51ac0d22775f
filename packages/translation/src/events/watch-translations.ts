import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import { eventColumns, toTranslationEvent } from './announce.js'
import { databaseNow } from '../jobs/columns.js'
import type { TranslationEvents } from './translation-events.js'
import { sql } from 'kysely'

/** Options of the polling. */
export interface WatchOptions {
  readonly database: Kysely<Database>
  readonly events: TranslationEvents
  /** Default 1000. */
  readonly intervalMilliseconds?: number
  readonly onError?: (error: unknown) => void
}

/** Rows of a transaction that commits late have an older time; this overlap finds them. */
const overlapMilliseconds = 10_000

/**
 * Publishes changes that workers in other processes wrote, by polling `updated_at`. For a fleet; within one process the
 * worker publishes by itself. Returns the function that stops it.
 */
export function watchTranslations(options: WatchOptions): () => Promise<void> {
  const { database, events, intervalMilliseconds = 1000 } = options
  const stopping = new AbortController()
  const publishedAt = new Map<string, number>()

  const publishChanges = async (since: Date): Promise<Date> => {
    const rows = await database
      .selectFrom('translation')
      .select([...eventColumns, 'updated_at', databaseNow.as('now')])
      .where('updated_at', '>', sql<Date>`${since}::timestamptz - make_interval(secs => ${overlapMilliseconds / 1000})`)
      .orderBy('updated_at')
      .execute()
    for (const row of rows) {
      if (publishedAt.get(row.id) === row.updated_at.getTime()) continue
      publishedAt.set(row.id, row.updated_at.getTime())
      events.publish(toTranslationEvent(row))
    }
    evictOld(publishedAt, since.getTime() - 2 * overlapMilliseconds)
    return rows[0]?.now ?? since
  }

  const run = async (): Promise<void> => {
    let since = new Date()
    while (!stopping.signal.aborted) {
      try {
        since = await publishChanges(since)
      } catch (error) {
        options.onError?.(error)
      }
      await pause(intervalMilliseconds, stopping.signal)
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}

function evictOld(publishedAt: Map<string, number>, before: number): void {
  for (const [id, time] of publishedAt) if (time < before) publishedAt.delete(id)
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, milliseconds)
    function finish(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    signal.addEventListener('abort', finish)
  })
}
