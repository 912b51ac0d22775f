import { AppError } from '@kamar/core'
import type { FileListQuery, FileSort } from '@kamar/contracts'
import { type Database, foldForSearch } from '@kamar/database'
import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { z } from 'zod'
import { type OwnedFileRow, selectAccountFiles } from '../../domain/files/file-records.js'
import { createFileConditions, filtersVersions, selectMatchingFiles } from '../../domain/files/matching-files.js'
import { readCursor, writeCursor } from '../../platform/database/cursors.js'
import { countRows } from '../../platform/database/count-rows.js'

/** Files of one page, the cursor of the next (null on the last), and the total number of matches. */
export interface FilePage {
  readonly rows: readonly OwnedFileRow[]
  readonly next: string | null
  readonly total: number
}

/**
 * Sort keys of a list, as text that compares like the value: a time keeps its microseconds, which a JavaScript date
 * would lose, and a page would repeat the last row of the one before.
 */
const sortValues: Readonly<Record<FileSort, ReturnType<typeof sql<string>>>> = {
  date: sql<string>`to_char(page.sort_key at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  name: sql<string>`page.sort_key`,
  size: sql<string>`page.sort_key::text`,
}
const sortColumns: Readonly<Record<FileSort, ReturnType<typeof sql>>> = {
  date: sql`file.updated_at`,
  name: sql`file.sort_name`,
  size: sql`version.size_bytes`,
}
const casts: Readonly<Record<FileSort, ReturnType<typeof sql>>> = {
  date: sql`timestamptz`,
  name: sql`text`,
  size: sql`bigint`,
}
const valueShapes: Readonly<Record<FileSort, z.ZodType<string>>> = {
  date: z.iso.datetime({ precision: 6 }),
  name: z.string().max(2000),
  size: z.string().regex(/^\d{1,16}$/),
}

/** Lists the matching files that an account may see, in the requested order; without a limit all of them. */
export async function listFilePage(
  database: Kysely<Database>,
  accountId: string,
  query: FileListQuery,
): Promise<FilePage> {
  const matches = await findMatching(database, accountId, query)
  const pageRows = query.limit === undefined ? matches : matches.slice(0, query.limit)
  const last = pageRows.at(-1)
  // A complete list needs no count query, which could also include files that arrive meanwhile.
  const isComplete = query.after === undefined && matches.length === pageRows.length
  return {
    rows: await readRows(database, accountId, pageRows),
    next: matches.length > pageRows.length && last ? writeCursor([last.sort_value, last.id]) : null,
    total: isComplete ? matches.length : await countMatching(database, accountId, query),
  }
}

/** Finds files by name, ignoring case, of all files or those of a folder, most recently changed first. */
export function findByName(
  database: Kysely<Database>,
  accountId: string,
  { folder, names }: { readonly names: readonly string[]; readonly folder?: string | undefined },
): Promise<readonly OwnedFileRow[]> {
  return selectAccountFiles(database, accountId)
    .where(sql<boolean>`file.search_name = any(${names.map(foldForSearch)}::text[])`)
    .where('file.deleted_at', 'is', null)
    .$if(folder !== undefined, (query) => query.where('file.folder_id', '=', folder ?? ''))
    .orderBy('file.updated_at', 'desc')
    .orderBy('file.id')
    .execute()
}

interface FoundFile {
  readonly id: string
  readonly sort_value: string
}

/**
 * Selects only the ids, one more than a page has. The displayed data is read for the remaining few: looking up
 * translation and thumbnail of ten thousand files to discard all but two hundred took most of the time.
 */
function findMatching(database: Kysely<Database>, accountId: string, query: FileListQuery): Promise<FoundFile[]> {
  const sort = query.sort ?? 'date'
  const direction = query.order ?? (sort === 'date' ? 'desc' : 'asc')
  const order = { sort, direction, after: isAfterCursor(query, sort, direction) } as const
  const matches =
    query.limit === undefined ||
    query.deep === 'true' ||
    query.collection !== undefined ||
    sort === 'size' ||
    filtersVersions(query)
      ? findInAllFiles(database, accountId, { query, order })
      : findInEachParent(database, accountId, { query, order, limit: query.limit + 1 })
  return database
    .selectFrom(matches.as('page'))
    .select(['page.id', sortValues[sort].as('sort_value')])
    .orderBy('page.sort_key', direction)
    .orderBy('page.id', direction)
    .execute()
}

interface FileOrder {
  readonly sort: FileSort
  readonly direction: 'asc' | 'desc'
  /** Conditions of the cursor. */
  readonly after: readonly RawBuilder<SqlBool>[]
}

interface FileQuery {
  readonly query: FileListQuery
  readonly order: FileOrder
}

function isAfterCursor(query: FileListQuery, sort: FileSort, direction: 'asc' | 'desc'): RawBuilder<SqlBool>[] {
  if (query.after === undefined) return []
  const { value, id } = readPosition(query.after, sort)
  const comparison = direction === 'asc' ? sql`>` : sql`<`
  return [sql`(${sortColumns[sort]}, file.id) ${comparison} (${value}::${casts[sort]}, ${id}::uuid)`]
}

function findInAllFiles(database: Kysely<Database>, accountId: string, { query, order }: FileQuery) {
  const { after, direction, sort } = order
  const column = query.collection === 'recent' && sort === 'date' ? openingTime(accountId) : sortColumns[sort]
  const matches = selectMatchingFiles(database, accountId, query)
    .select(['file.id', column.as('sort_key')])
    .where((row) => row.and([...after]))
    .orderBy(column, direction)
    .orderBy('file.id', direction)
  return query.limit === undefined ? matches : matches.limit(query.limit + 1)
}

/** The hundred recent files are one page, so that no cursor compares this time. */
const openingTime = (accountId: string) => sql`(
  select opened_at from recent_file where recent_file.file_id = file.id and recent_file.account_id = ${accountId})`

/**
 * Finds the first files of the folder, or of each area, by its index, and the first of those: as fast among a million
 * files as among a hundred.
 */
function findInEachParent(
  database: Kysely<Database>,
  accountId: string,
  { query, order, limit }: FileQuery & { readonly limit: number },
) {
  const { after, direction, sort } = order
  const areas = database.selectFrom('access').select('access.area_id as id').where('access.account_id', '=', accountId)
  const { folder } = query
  const parents =
    folder === undefined
      ? areas
      : database.selectFrom('folder').select('folder.id').where('folder.id', '=', folder).where('area_id', 'in', areas)
  return database
    .selectFrom(parents.as('parent'))
    .innerJoinLateral(
      (outer) =>
        outer
          .selectFrom('file')
          .select(['file.id', sortColumns[sort].as('sort_key')])
          .whereRef(folder === undefined ? 'file.area_id' : 'file.folder_id', '=', 'parent.id')
          .where((row) => row.and([...createFileConditions(accountId, query), ...after]))
          .orderBy(sortColumns[sort], direction)
          .orderBy('file.id', direction)
          .limit(limit)
          .as('first'),
      (join) => join.onTrue(),
    )
    .select(['first.id', 'first.sort_key'])
    .orderBy('first.sort_key', direction)
    .orderBy('first.id', direction)
    .limit(limit)
}

async function readRows(
  database: Kysely<Database>,
  accountId: string,
  matches: readonly FoundFile[],
): Promise<readonly OwnedFileRow[]> {
  const ids = matches.map(({ id }) => id)
  const rows = await selectAccountFiles(database, accountId)
    .where(sql<boolean>`file.id = any(${ids}::uuid[])`)
    .execute()
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => rowOf.get(id) ?? [])
}

async function countMatching(database: Kysely<Database>, accountId: string, query: FileListQuery): Promise<number> {
  if (filtersVersions(query)) return countRows(selectMatchingFiles(database, accountId, query))
  return countRows(
    database
      .selectFrom('file')
      // An array of the areas instead of a join takes a quarter of the time for ten thousand files.
      .where(sql<SqlBool>`area_id = any(array(select area_id from access where account_id = ${accountId}))`)
      .where((row) => row.and(createFileConditions(accountId, query))),
  )
}

const Cursor = z.tuple([z.string(), z.uuid()])

function readPosition(text: string, sort: FileSort): { value: string; id: string } {
  const [sortValue, id] = readCursor(text, Cursor, 'query.after')
  const value = valueShapes[sort].safeParse(sortValue)
  if (!value.success) throw new AppError('invalid-input', { field: 'query.after' })
  return { value: value.data, id }
}
