import { type AuditAction, folderLimits } from '@kamar/contracts'
import { appendAuditEventOnce, type Database, type JsonObject } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import type { PackageReader } from '../../platform/authorization/actor.js'

/** Version of a file being read. */
export interface AccessedVersion {
  readonly fileId: string
  readonly version: number
}

/**
 * Repeated reads of a version by the same user within this time are one row. Reloading a page, going back to it and a
 * model that grows while it is translated repeat requests, and an export is fetched in ranges: rows for each would hide
 * who opened what, and would let one user fill the table.
 */
const repetitionMilliseconds = 10 * 60_000

/** Records the opening of a model. For a guest who has just opened the link, `link.open` is the record. */
export async function recordOpening(
  database: Kysely<Database>,
  reader: PackageReader,
  accessed: AccessedVersion,
): Promise<void> {
  await record(database, reader, { ...accessed, action: 'file.open', sameActions: ['file.open', 'link.open'] })
  if (reader.kind !== 'guest') await addRecentFile(database, reader.accountId, accessed.fileId)
}

/** Adds a file to those that an account opened last, of which it has a hundred. */
async function addRecentFile(database: Kysely<Database>, accountId: string, fileId: string): Promise<void> {
  await database
    .insertInto('recent_file')
    .values({ account_id: accountId, file_id: fileId })
    .onConflict((conflict) => conflict.columns(['account_id', 'file_id']).doUpdateSet({ opened_at: sql<Date>`now()` }))
    .execute()
  await sql`
    delete from recent_file where account_id = ${accountId} and opened_at < (
      select opened_at from recent_file where account_id = ${accountId}
      order by opened_at desc offset ${folderLimits.recentFiles - 1} limit 1)`.execute(database)
}

/** Records the download of an export. */
export async function recordExport(
  database: Kysely<Database>,
  reader: PackageReader,
  { path, ...accessed }: AccessedVersion & { readonly path: string },
): Promise<void> {
  const name = path.slice(path.lastIndexOf('/') + 1)
  await record(database, reader, { ...accessed, action: 'file.export', sameActions: ['file.export'], export: name })
}

interface Access extends AccessedVersion {
  readonly action: AuditAction
  readonly sameActions: readonly AuditAction[]
  /** File name of the export. */
  readonly export?: string
}

async function record(database: Kysely<Database>, reader: PackageReader, access: Access): Promise<void> {
  const { action, export: exportName, fileId, sameActions, version } = access
  const isGuest = reader.kind === 'guest'
  const same: JsonObject = {
    version,
    ...(exportName === undefined ? {} : { export: exportName }),
    ...(isGuest ? { link: reader.linkId } : {}),
  }
  const recipient = isGuest ? { recipient: await findRecipient(database, reader.linkId) } : {}
  const event = {
    actor: isGuest ? null : reader.accountId,
    action,
    subject: fileId,
    details: { ...same, ...recipient },
  }
  await database.transaction().execute((transaction) =>
    appendAuditEventOnce(transaction, event, {
      windowMilliseconds: repetitionMilliseconds,
      actions: sameActions,
      details: same,
    }),
  )
}

/** Finds the recipient of a link; its row is deleted when it is revoked, so the name is stored with the event. */
async function findRecipient(database: Kysely<Database>, linkId: string): Promise<string> {
  const row = await database.selectFrom('share_link').select('name').where('id', '=', linkId).executeTakeFirst()
  return row?.name ?? ''
}
