import type { Database } from '@kamar/database'
import { sweepStorage } from '@kamar/storage'
import { removeLeftovers, removeUnusedTranslations } from '@kamar/translation'
import { type Kysely, sql } from 'kysely'
import type { Job } from '../platform/jobs.js'
import { retainReferencedBlobs } from './files/referenced-blobs.js'
import type { ModuleContext } from './module-context.js'
import { readSetting, writeSetting } from '../platform/database/settings.js'

const hourMilliseconds = 3_600_000
const dayMilliseconds = 24 * hourMilliseconds
/** Start of the last run of `removeLeftovers`. */
const sweptSetting = 'storage.leftovers-removed'

/** Jobs that remove what no row of a module references; they run after the modules' own. Safe beside a running server. */
export function createHousekeepingJobs(context: ModuleContext): readonly Job[] {
  const { blobs, configuration, database, derivatives, domain } = context
  return [
    {
      id: 'unused-translations',
      every: 'hour',
      run: () =>
        removeUnusedTranslations({
          context: domain.translation,
          derivatives,
          minAgeMilliseconds: hourMilliseconds,
        }),
    },
    { id: 'translation-leftovers', every: 'hour', run: () => sweepLeftovers(context) },
    {
      id: 'unreferenced-storage',
      every: 'hour',
      run: () =>
        sweepStorage({
          blobs,
          derivatives,
          minAgeMilliseconds: dayMilliseconds,
          referencedBlobs: (addresses) => retainReferencedBlobs(database, addresses),
          knownTranslations: (ids) => knownTranslations(database, ids),
        }),
    },
    {
      id: 'vacuum',
      every: 'hour',
      // The embedded database has no autovacuum process: dead rows would pile up, and its planner would lack statistics.
      async run() {
        if (configuration.databaseUrl === null) await sql`vacuum (analyze)`.execute(database)
      },
    },
  ]
}

/** Examines only translations that ended since the last round; the database stores its time. */
async function sweepLeftovers({ database, derivatives }: ModuleContext): Promise<void> {
  const begun = new Date()
  const last = Date.parse(String(await readSetting(database, sweptSetting)))
  // Translations that were too young in the last round ended within the hour before it, by the clock of the database.
  const since = new Date(Number.isNaN(last) ? 0 : last - 2 * hourMilliseconds)
  await removeLeftovers({ database, derivatives, since, minAgeMilliseconds: hourMilliseconds })
  await writeSetting(database, sweptSetting, begun.toISOString())
}

async function knownTranslations(database: Kysely<Database>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database
    .selectFrom('translation')
    .select('id')
    // Lists may be empty, which `in` does not accept.
    .where(sql`id::text`, '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Set(rows.map((row) => row.id))
}
