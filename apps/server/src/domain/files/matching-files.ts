import type { FileFilter, FileListQuery } from '@kamar/contracts'
import { type Database, foldForSearch } from '@kamar/database'
import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { isInSubtree } from '../folders/folder-records.js'
import { type OwnedFileRow, queryAccountFiles, selectAccountFiles } from './file-records.js'

/** Lists the ids of every file of the account that a filter matches, by name. */
export async function listMatchingIds(
  database: Kysely<Database>,
  accountId: string,
  { except = [], ...query }: FileFilter,
): Promise<string[]> {
  const matches = await selectMatchingFiles(database, accountId, query)
    .select('file.id')
    .where(sql<boolean>`file.id <> all(${except}::uuid[])`)
    .orderBy('file.sort_name')
    .orderBy('file.id')
    .execute()
  return matches.map(({ id }) => id)
}

/** Reads every file of the account that a filter matches. */
export async function readMatching(
  database: Kysely<Database>,
  accountId: string,
  filter: FileFilter,
): Promise<readonly OwnedFileRow[]> {
  const ids = await listMatchingIds(database, accountId, filter)
  return selectAccountFiles(database, accountId)
    .where(sql<boolean>`file.id = any(${ids}::uuid[])`)
    .execute()
}

/** Returns whether a query filters by properties of versions. */
export const filtersVersions = ({ type, urn }: FileListQuery): boolean => type !== undefined || urn !== undefined

/** Selects the files of an account that a query finds, without joined data. */
export function selectMatchingFiles(database: Kysely<Database>, accountId: string, query: FileListQuery) {
  const { type, urn } = query
  let matches = queryAccountFiles(database, accountId).where((row) => row.and(createFileConditions(accountId, query)))
  if (type !== undefined) matches = matches.where('version.extension', '=', type)
  if (urn !== undefined) matches = matches.where('version.urn', '=', urn)
  return matches
}

/** Returns the conditions on the file itself; its version only has to exist. */
export function createFileConditions(accountId: string, query: FileListQuery): RawBuilder<SqlBool>[] {
  const { collection, deep, folder, project, scope, search } = query
  const searchText = foldForSearch(search ?? '').trim()
  return [
    sql`file.deleted_at is null`,
    sql`file.current_version_id is not null`,
    // `position` instead of `like`: a search text is not a pattern.
    ...(searchText === '' ? [] : [sql<SqlBool>`position(${searchText} in file.search_name) > 0`]),
    ...(scope === undefined ? [] : [ownedBy(accountId, scope)]),
    ...(project === undefined ? [] : [sql<SqlBool>`file.project_id::text = ${project}`]),
    ...(collection === undefined ? [] : [isInCollection[collection](accountId)]),
    ...(folder === undefined ? [] : [deep === 'true' ? isBelow(folder) : sql<SqlBool>`file.folder_id = ${folder}`]),
  ]
}

const isInCollection: Readonly<
  Record<NonNullable<FileListQuery['collection']>, (accountId: string) => RawBuilder<SqlBool>>
> = {
  starred: (accountId) => sql`file.id in (select file_id from star where account_id = ${accountId})`,
  recent: (accountId) => sql`file.id in (select file_id from recent_file where account_id = ${accountId})`,
}

/** Matches the files of a folder and all folders below it. */
const isBelow = (folderId: string): RawBuilder<SqlBool> => sql`file.folder_id in (
  select folder.id from folder where ${isInSubtree(folderId)})`

/** Matches files by whether the account itself is charged for their project. */
function ownedBy(accountId: string, scope: NonNullable<FileListQuery['scope']>): RawBuilder<SqlBool> {
  const isOwn = sql<SqlBool>`exists (select from project where id = file.project_id and owner_id = ${accountId})`
  return scope === 'mine' ? isOwn : sql<SqlBool>`not ${isOwn}`
}
