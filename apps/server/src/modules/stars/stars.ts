import { AppError } from '@kamar/core'
import { folderLimits, type Stars } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { assertFewerRows } from '../../platform/database/count-rows.js'
import { findAccountFile, isIdentifier, queryAccountFiles } from '../../domain/files/file-records.js'
import { findUsableFolder, selectAccountFolders, toFolderRecord } from '../../domain/folders/folder-records.js'

/** Lists what an account marked, as far as it still sees it. */
export async function listStars(database: Kysely<Database>, { accountId }: AccountActor): Promise<Stars> {
  const files = await queryAccountFiles(database, accountId)
    .innerJoin('star', (join) => join.onRef('star.file_id', '=', 'file.id').on('star.account_id', '=', accountId))
    .select('file.id')
    .where('file.deleted_at', 'is', null)
    .execute()
  const folders = await selectAccountFolders(database, accountId)
    .innerJoin('star', (join) => join.onRef('star.folder_id', '=', 'folder.id').on('star.account_id', '=', accountId))
    .select(sql<string>`case when folder.parent_id is null then project.name else folder.name end`.as('name'))
    .orderBy('folder.sort_name')
    .execute()
  return { fileIds: files.map(({ id }) => id), folders: folders.map(toFolderRecord) }
}

/** Marks a file or folder; a second time changes nothing. Throws `not-found` and `too-many`. */
export async function addStar(database: Kysely<Database>, actor: AccountActor, id: string): Promise<void> {
  const { accountId } = actor
  const file = await findAccountFile(database, accountId, id)
  if (!file) await findUsableFolder(database, actor, { id })
  else if (file.deleted_at !== null) throw new AppError('not-found')
  await assertFewerRows(database.selectFrom('star').where('account_id', '=', accountId), folderLimits.starsPerAccount)
  await database
    .insertInto('star')
    .values({ account_id: accountId, ...(file ? { file_id: id } : { folder_id: id }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes the star of a file or folder, if it has one. */
export async function removeStar(database: Kysely<Database>, { accountId }: AccountActor, id: string): Promise<void> {
  if (!isIdentifier(id)) return
  await database
    .deleteFrom('star')
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('file_id', '=', id), where('folder_id', '=', id)]))
    .execute()
}
