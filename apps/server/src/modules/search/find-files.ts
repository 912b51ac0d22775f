import type { SearchPage, SearchQuery } from '@kamar/contracts'
import { searchLimits } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { z } from 'zod'
import { readCursor, writeCursor } from '../../platform/database/cursors.js'
import { formatSearchQuery, isInFileName } from './search-terms-sql.js'

/** File that matches, in the order of the page. */
export interface FoundFile {
  readonly id: string
  readonly translationId: string | null
  /** Whether the name has each word. */
  readonly nameMatches: readonly boolean[]
}

/** Page of matching files; the first has total and facets. */
export interface FoundFiles extends Pick<SearchPage, 'facets' | 'next' | 'total'> {
  readonly files: readonly FoundFile[]
}

type Facets = NonNullable<SearchPage['facets']>
type FacetName = keyof Facets

interface PageRow extends FoundFile {
  readonly rank: number
  readonly changedAt: string
}

/** Finds the files that an account sees and that have all words, those first whose name has them all. */
export async function findFiles(
  database: Kysely<Database>,
  accountId: string,
  { query, terms }: { readonly query: SearchQuery; readonly terms: readonly string[] },
): Promise<FoundFiles> {
  const isFirst = query.cursor === undefined
  const { rows } = await sql<{
    page: readonly PageRow[] | null
    total: number | null
    facets: Facets | null
  }>`
    with matching as materialized (${selectMatching(accountId, query, terms)})
    select
      (${selectPage(query)}) as page,
      ${isFirst ? sql`(select count(*)::int from matching where ${filterBy(query)})` : sql`null::int`} as total,
      ${isFirst ? selectFacets(query) : sql`null::json`} as facets`.execute(database)
  const matches = rows[0]?.page ?? []
  const files = matches.slice(0, searchLimits.pageSize)
  const last = files.at(-1)
  return {
    files,
    next:
      last !== undefined && matches.length > files.length ? writeCursor([last.rank, last.changedAt, last.id]) : null,
    total: rows[0]?.total ?? null,
    facets: rows[0]?.facets ?? null,
  }
}

/**
 * Selects the files with all words, without the filters of the facets. Documents, sheets and corrections of a word are
 * looked up in their indexes once, not for each file.
 */
function selectMatching(accountId: string, { from, to }: SearchQuery, terms: readonly string[]) {
  const nameMatches = terms.map((term) => sql`coalesce(${isInFileName(term)}, false)`)
  return sql`
    select found.*, not (false = any(found.name_matches)) as by_name
    from (
      select file.id, file.project_id, file.updated_at, version.extension, version.uploaded_by,
        version.translation_id, array[${sql.join(nameMatches)}] as name_matches,
        case translation.state when 'succeeded' then 'success'
          when 'failed' then 'failed' when 'cancelled' then 'failed' else 'processing' end as state
      from file
        join file_version as version on version.id = file.current_version_id
        left join translation on translation.id = version.translation_id
      where file.deleted_at is null
        and file.area_id = any(array(select area_id from access where account_id = ${accountId}))
        ${from === undefined ? sql`` : sql`and file.updated_at >= ${from}::timestamptz`}
        ${to === undefined ? sql`` : sql`and file.updated_at < ${to}::timestamptz`}
        and ${sql.join(terms.map(hasTerm), sql` and `)}
    ) as found`
}

/** SQL condition that the name, a property value, a sheet or the correction of one has a word. */
function hasTerm(term: string): RawBuilder<SqlBool> {
  const query = formatSearchQuery([term], '&')
  return sql`(${isInFileName(term)}
    or version.translation_id in (select find_search_document(${query}::tsquery))
    or version.translation_id in (select find_sheet(${query}::tsquery))
    or file.id in (
      select sheet_note.file_id from sheet_note
        join file as noted on noted.id = sheet_note.file_id
        join file_version as shown on shown.id = noted.current_version_id
        join sheet on sheet.translation_id = shown.translation_id and sheet.key = sheet_note.key
      where sheet_note.words @@ ${query}::tsquery))`
}

const facetColumns: Readonly<Record<FacetName, RawBuilder<unknown>>> = {
  project: sql`matching.project_id::text`,
  type: sql`matching.extension`,
  state: sql`matching.state`,
  person: sql`matching.uploaded_by::text`,
}
const facetNames = Object.keys(facetColumns) as FacetName[]

/** SQL condition of the filters by facets, but one. */
function filterBy(query: SearchQuery, except?: FacetName): RawBuilder<SqlBool> {
  const conditions = facetNames.flatMap((name) => {
    const value = query[name]
    return value === undefined || name === except ? [] : [sql`${facetColumns[name]} = ${value}`]
  })
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`
}

function selectPage(query: SearchQuery) {
  const after = query.cursor === undefined ? null : readPosition(query.cursor)
  const position = sql`(not by_name)::int`
  return sql`
    select json_agg(page order by page.rank, page."changedAt" desc, page.id desc)
    from (
      select id, translation_id as "translationId", name_matches as "nameMatches", ${position} as rank,
        to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "changedAt"
      from matching
      where ${filterBy(query)}
        ${
          after === null
            ? sql``
            : sql`and (${position} > ${after.rank} or (${position} = ${after.rank}
                and (updated_at, id) < (${after.changedAt}::timestamptz, ${after.id}::uuid)))`
        }
      order by ${position}, updated_at desc, id desc
      limit ${searchLimits.pageSize + 1}
    ) as page`
}

/** Counts the values of each facet; its own filter does not apply, so that another value can be chosen. */
function selectFacets(query: SearchQuery) {
  const names: Readonly<Record<FacetName, RawBuilder<unknown>>> = {
    project: sql`(select name from project where project.id::text = counted.value)`,
    type: sql`counted.value`,
    state: sql`counted.value`,
    person: sql`(select name from account where account.id::text = counted.value)`,
  }
  const facets = facetNames.map(
    (facet) => sql`${sql.lit(facet)}, (
      select coalesce(json_agg(json_build_object('value', counted.value, 'name', ${names[facet]}, 'files', counted.files)
        order by counted.files desc, counted.value), '[]'::json)
      from (
        select ${facetColumns[facet]} as value, count(*)::int as files from matching
        where ${filterBy(query, facet)} and ${facetColumns[facet]} is not null
        group by 1 order by 2 desc, 1 limit ${searchLimits.facetValues}
      ) as counted)`,
  )
  return sql`json_build_object(${sql.join(facets)})`
}

const Cursor = z.tuple([z.number().int().min(0).max(1), z.iso.datetime({ precision: 6 }), z.uuid()])

function readPosition(text: string): Pick<PageRow, 'changedAt' | 'id' | 'rank'> {
  const [rank, changedAt, id] = readCursor(text, Cursor, 'query.cursor')
  return { rank, changedAt, id }
}
