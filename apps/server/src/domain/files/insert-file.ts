import { folderLimits } from '@kamar/contracts'
import { type Database, fileNameKeys, newId } from '@kamar/database'
import type { Transaction } from 'kysely'
import { assertFewerRows } from '../../platform/database/count-rows.js'
import { findFreeFileName } from '../folders/names.js'
import type { FolderQuota } from '../quota/quota.js'

/** Inserts a file; where another one of the folder has its name, with a number in it. */
export async function insertFile(
  transaction: Transaction<Database>,
  { folderId, hasUniqueNames, projectId }: FolderQuota,
  fileName: string,
): Promise<string> {
  const files = transaction.selectFrom('file').where('folder_id', '=', folderId).where('deleted_at', 'is', null)
  await assertFewerRows(files, folderLimits.filesPerFolder)
  const description = hasUniqueNames ? await findFreeFileName(transaction, folderId, fileName) : fileName
  const id = newId()
  await transaction
    .insertInto('file')
    .values({
      id,
      project_id: projectId,
      folder_id: folderId,
      description,
      ...fileNameKeys(description),
      name_is_unique: hasUniqueNames,
    })
    .execute()
  return id
}
