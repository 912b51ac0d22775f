import { AppError, type FileListQuery, type FileSort } from '@kamar/contracts'
import { type Database, foldForSearch } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { type OwnedFileRow, selectFilesOf } from '../shared/file-records.js'

/** Files of one page, the cursor of the next (null on the last), and how many match in all. */
export interface FilePage {
  readonly rows: readonly OwnedFileRow[]
  readonly next: string | null
  readonly total: number
}

/**
 * What a list is ordered by, as text that compares like the value: a time keeps its microseconds, which a JavaScript date
 * would lose, and a page would begin with the row the one before ended with.
 */
const sortValues: Readonly<Record<FileSort, ReturnType<typeof sql<string>>>> = {
  date: sql<string>`to_char(file.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  name: sql<string>`file.sort_name`,
  size: sql<string>`version.size_bytes::text`,
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

/** The files an account may see that match, in the order asked for; without a limit all of them. */
export async function listFilePage(
  database: Kysely<Database>,
  accountId: string,
  query: FileListQuery,
): Promise<FilePage> {
  const sort = query.sort ?? 'date'
  const direction = query.order ?? (sort === 'date' ? 'desc' : 'asc')
  let page = matching(selectFilesOf(database, accountId), query)
    .select(sortValues[sort].as('sort_value'))
    .orderBy(sortColumns[sort], direction)
    .orderBy('file.id', direction)
  if (query.after !== undefined) {
    const { value, id } = readCursor(query.after, sort)
    const comparison = direction === 'asc' ? sql`>` : sql`<`
    page = page.where(
      sql<boolean>`(${sortColumns[sort]}, file.id) ${comparison} (${value}::${casts[sort]}, ${id}::uuid)`,
    )
  }
  if (query.limit === undefined) {
    const rows = await page.execute()
    return { rows, next: null, total: rows.length }
  }
  const rows = await page.limit(query.limit + 1).execute()
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  return {
    rows: shown,
    next: rows.length > query.limit && last ? writeCursor(last.sort_value, last.id) : null,
    total: await countMatching(database, accountId, query),
  }
}

async function countMatching(database: Kysely<Database>, accountId: string, query: FileListQuery): Promise<number> {
  const row = await matching(selectFilesOf(database, accountId).clearSelect(), query)
    .select((file) => file.fn.countAll<number>().as('files'))
    .executeTakeFirst()
  return row?.files ?? 0
}

function matching<Query extends { where(condition: ReturnType<typeof sql<boolean>>): Query }>(
  files: Query,
  { search, type, urn }: FileListQuery,
): Query {
  let found = files.where(sql<boolean>`file.deleted_at is null`)
  const words = foldForSearch(search ?? '').trim()
  // `position` and not `like`: nothing in a search text is a pattern.
  if (words !== '') found = found.where(sql<boolean>`position(${words} in file.search_name) > 0`)
  if (type !== undefined) found = found.where(sql<boolean>`version.extension = ${type}`)
  if (urn !== undefined) found = found.where(sql<boolean>`version.urn = ${urn}`)
  return found
}

const Cursor = z.tuple([z.string(), z.uuid()])

function writeCursor(value: string, id: string): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url')
}

function readCursor(text: string, sort: FileSort): { value: string; id: string } {
  const cursor = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  const value = cursor.success ? valueShapes[sort].safeParse(cursor.data[0]) : null
  if (!cursor.success || !value?.success) throw new AppError('invalid-input', { field: 'query.after' })
  return { value: value.data, id: cursor.data[1] }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
