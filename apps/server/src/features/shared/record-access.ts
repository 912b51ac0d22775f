import type { AuditAction } from '@kamar/contracts'
import { appendAuditEventOnce, type Database, type JsonObject } from '@kamar/database'
import type { Kysely } from 'kysely'
import type { PackageReader } from '../../authorization/actor.js'

/** A version of a file that somebody reads. */
export interface AccessedVersion {
  readonly fileId: string
  readonly version: number
}

/**
 * The same person who reads the same version again within this time is one row. Reloading a page, going back to it and
 * a model that grows while it is translated ask for the same thing several times, and an export is fetched in ranges:
 * rows for each would hide who opened what, and would let one person fill the table.
 */
const repetitionMilliseconds = 10 * 60_000

/**
 * Records that somebody opened a model. A guest who has just opened the link is recorded by that already: `link.open`
 * counts as the same.
 */
export async function recordOpening(
  database: Kysely<Database>,
  reader: PackageReader,
  accessed: AccessedVersion,
): Promise<void> {
  await record(database, reader, { ...accessed, action: 'file.open', sameActions: ['file.open', 'link.open'] })
}

/** Records that somebody downloads a model in another form. */
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
  /** Name of the file that an export is. */
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

/** For whom a link was made; its row goes when it is revoked, so the name is stored with the event. */
async function findRecipient(database: Kysely<Database>, linkId: string): Promise<string> {
  const row = await database.selectFrom('share_link').select('name').where('id', '=', linkId).executeTakeFirst()
  return row?.name ?? ''
}
