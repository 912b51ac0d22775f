import { type Database, onlyOne } from '@kamar/database'
import { sweepStorage } from '@kamar/storage'
import { removeLeftovers, removeUnusedTranslations } from '@kamar/translation'
import { type Kysely, sql } from 'kysely'
import { removeSpent } from './modules/accounts/remove-spent.js'
import { purgeBin } from './modules/files/purge-bin.js'
import { tidyOutbox } from './modules/mail/outbox-store.js'
import { queueStorageWarnings, queueWeeklyReports } from './modules/mail/periodic-mail.js'
import { tidyDeliveries } from './modules/aps/webhooks/delivery-worker.js'
import { tidyObjectStorage } from './modules/aps/object-storage/tidy-storage.js'
import { retainReferencedBlobs } from './domain/files/referenced-blobs.js'
import { removeAbandonedUploads } from './modules/uploads/abandoned-uploads.js'
import type { Services } from './services.js'

const hourMilliseconds = 3_600_000
const dayMilliseconds = 24 * hourMilliseconds
/** Delayed so that it does not compete with the server's start. */
const firstDelayMilliseconds = 60_000
/** Start of the last run of `removeLeftovers`. */
const sweptSetting = 'storage.leftovers-removed'

/** Removes data that is no longer needed, one kind after the other. All of it is safe beside a running server. */
export async function runHousekeeping(services: Services): Promise<void> {
  const { blobs, database, derivatives, sessions, translation } = services
  await removeAbandonedUploads(services)
  await purgeBin(database)
  await sessions.removeEnded()
  await removeSpent(database, new Date())
  await tidyObjectStorage(database, new Date())
  await services.protocol.keys.removeOld()
  await tidyDeliveries(database, new Date())
  await runMailHousekeeping(services, new Date())
  await removeUnusedTranslations({ context: translation, derivatives, minAgeMilliseconds: hourMilliseconds })
  await sweepLeftovers(services)
  await sweepStorage({
    blobs,
    derivatives,
    minAgeMilliseconds: dayMilliseconds,
    referencedBlobs: (addresses) => retainReferencedBlobs(database, addresses),
    knownTranslations: (ids) => knownTranslations(database, ids),
  })
  // The embedded database has no autovacuum process: dead rows would pile up, and its planner would lack statistics.
  if (services.configuration.databaseUrl === null) await sql`vacuum (analyze)`.execute(database)
}

/** Examines only translations that ended since the last round; the database stores its time. */
async function sweepLeftovers({ database, derivatives }: Services): Promise<void> {
  const begun = new Date()
  const row = await database.selectFrom('setting').select('value').where('key', '=', sweptSetting).executeTakeFirst()
  const last = typeof row?.value === 'string' ? Date.parse(row.value) : Number.NaN
  // Translations that were too young in the last round ended within the hour before it, by the clock of the database.
  const since = new Date(Number.isNaN(last) ? 0 : last - 2 * hourMilliseconds)
  await removeLeftovers({ database, derivatives, since, minAgeMilliseconds: hourMilliseconds })
  const value = JSON.stringify(begun.toISOString())
  await database
    .insertInto('setting')
    .values({ key: sweptSetting, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: begun }))
    .execute()
}

async function runMailHousekeeping({ configuration, database, mailWorker }: Services, now: Date): Promise<void> {
  await tidyOutbox(database, now)
  await queueStorageWarnings(database, now)
  // Without a mail server the reports would never be read.
  if (configuration.mail) await queueWeeklyReports(database, now)
  mailWorker.wake()
}

/** Runs housekeeping every hour; returns a function that stops it and waits for the current round. */
export function startHousekeeping(services: Services): () => Promise<void> {
  let round: Promise<void> = Promise.resolve()
  const run = (): void => {
    // Only one server of many runs it; the others take over when its lock is released.
    const work = (): Promise<void> => runHousekeeping(services)
    round = onlyOne(services.open, 'housekeeping', { wait: false, work }).then(
      () => undefined,
      (error: unknown) => services.log.error({ err: error }, 'housekeeping failed'),
    )
  }
  const first = setTimeout(run, firstDelayMilliseconds)
  const timer = setInterval(run, hourMilliseconds)
  first.unref()
  timer.unref()
  return async () => {
    clearTimeout(first)
    clearInterval(timer)
    await round
  }
}

async function knownTranslations(database: Kysely<Database>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database
    .selectFrom('translation')
    .select('id')
    .where(sql`id::text`, '=', matchesAny(ids))
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Returns a condition for lists that may be empty, which `in` does not accept. */
function matchesAny(values: readonly string[]) {
  return sql<string>`any(${values}::text[])`
}
