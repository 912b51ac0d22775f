import { type Database, onlyOne } from '@kamar/database'
import { sweepStorage } from '@kamar/storage'
import { removeLeftovers, removeUnusedTranslations } from '@kamar/translation'
import { type Kysely, sql } from 'kysely'
import { removeSpent } from './features/accounts/remove-spent.js'
import { purgeBin } from './features/files/purge-bin.js'
import { tidyOutbox } from './features/mail/outbox-store.js'
import { queueStorageWarnings, queueWeeklyReports } from './features/mail/periodic-mail.js'
import { tidyDeliveries } from './features/aps/webhooks/delivery-worker.js'
import { tidyObjectStorage } from './features/aps/object-storage/tidy-storage.js'
import { retainReferencedBlobs } from './features/shared/referenced-blobs.js'
import { removeAbandonedUploads } from './features/uploads/abandoned-uploads.js'
import type { Services } from './services.js'

const hourMilliseconds = 3_600_000
const dayMilliseconds = 24 * hourMilliseconds
/** Not at the very start: a server that was just started has better things to do. */
const firstDelayMilliseconds = 60_000
/** When `removeLeftovers` began last. */
const sweptSetting = 'storage.leftovers-removed'

/** Removes what nobody needs any more, one kind after the other. Everything it does is safe beside a working server. */
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
  // The embedded database has no process of its own for this: rows that changed often would pile up, and its plans
  // would never learn how many rows there are.
  if (services.configuration.databaseUrl === null) await sql`vacuum (analyze)`.execute(database)
}

/** Only translations that ended since the last round are looked at; the database remembers when that was. */
async function sweepLeftovers({ database, derivatives }: Services): Promise<void> {
  const begun = new Date()
  const row = await database.selectFrom('setting').select('value').where('key', '=', sweptSetting).executeTakeFirst()
  const last = typeof row?.value === 'string' ? Date.parse(row.value) : Number.NaN
  // Those that were too young in the last round ended within the hour before it, by the clock of the database.
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
  // Without a mail server nobody would ever read them.
  if (configuration.mail) await queueWeeklyReports(database, now)
  mailWorker.wake()
}

/** Keeps house every hour; returns the way to stop, which waits for a round under way. */
export function startHousekeeping(services: Services): () => Promise<void> {
  let round: Promise<void> = Promise.resolve()
  const run = (): void => {
    // One server of many; the others come when its lock is gone.
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

/** For lists that may be empty, which `in` does not take. */
function matchesAny(values: readonly string[]) {
  return sql<string>`any(${values}::text[])`
}
