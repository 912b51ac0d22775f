import { appendAuditEvent, appendAuditEvents, fileNameKeys } from '@kamar/database'
import { sql } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import type { UnitOfWork } from '../../platform/unit-of-work.js'
import { findActiveFolder, hasUniqueNames } from '../folders/folder-records.js'
import { findFreeFileName } from '../folders/names.js'
import { requestTranslation } from '../versions/request-translation.js'
import type { OwnedFileRow } from './file-records.js'

/** Moves files to the bin; afterwards `cancelUnlessNeeded` stops their translations. */
export async function binFiles(
  { publish, transaction }: UnitOfWork,
  actor: AccountActor,
  rows: readonly OwnedFileRow[],
): Promise<void> {
  const ids = rows.map((row) => row.id)
  await transaction
    .updateTable('file')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  await appendAuditEvents(
    transaction,
    ids.map((subject) => ({ actor: actor.accountId, action: 'file.bin', subject })),
  )
  for (const row of rows) publish('file', { type: 'removed', areaId: row.area_id, fileId: row.id })
}

/**
 * Restores a file from the bin, to the closest folder that still exists; a translation that stopped with it starts
 * again. The project is locked.
 */
export async function restoreFile(unit: UnitOfWork, actor: AccountActor, row: OwnedFileRow): Promise<void> {
  const { transaction } = unit
  const folder = await findActiveFolder(transaction, row.folder_id)
  const name_is_unique = hasUniqueNames(folder)
  const description = name_is_unique ? await findFreeFileName(transaction, folder.id, row.description) : row.description
  await transaction
    .updateTable('file')
    .set({
      deleted_at: null,
      deletion_id: null,
      folder_id: folder.id,
      description,
      ...fileNameKeys(description),
      name_is_unique,
    })
    .where('id', '=', row.id)
    .execute()
  await appendAuditEvent(transaction, { actor: actor.accountId, action: 'file.restore', subject: row.id })
  if (row.state === 'cancelled') await requestTranslation(unit, row, actor.accountId)
}
