import { grouped, listSearchTerms } from '@kamar/core'
import { type SearchHit, searchLimits, type SheetMatch } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import type { FoundFile } from './find-files.js'
import { formatSearchQuery } from './search-terms-sql.js'
import { selectSheets, type SheetRow } from './sheet-records.js'

/** Reads where each file of a page has the words. */
export async function readMatches(
  database: Kysely<Database>,
  files: readonly FoundFile[],
  terms: readonly string[],
): Promise<ReadonlyMap<string, SearchHit['matches']>> {
  const [sheets, properties] = [await readSheets(database, files, terms), await readProperties(database, files, terms)]
  return new Map(
    files.map((file): [string, SearchHit['matches']] => {
      // What the name has not explains better why a file was found; a name with all words leaves the question open.
      const others = terms.filter((_, index) => file.nameMatches[index] !== true)
      const explained = others.length === 0 ? terms : others
      const propertyTerms = properties.get(file.translationId ?? '') ?? new Set<string>()
      return [
        file.id,
        {
          name: others.length < terms.length,
          sheets: rankSheets(sheets.get(file.id) ?? [], explained),
          properties: explained.filter((term) => propertyTerms.has(term)),
        },
      ]
    }),
  )
}

async function readSheets(
  database: Kysely<Database>,
  files: readonly FoundFile[],
  terms: readonly string[],
): Promise<ReadonlyMap<string, SheetRow[]>> {
  const query = formatSearchQuery(terms, '|')
  const rows = await selectSheets(database)
    .where(sql<boolean>`file.id = any(${files.map(({ id }) => id)}::uuid[])`)
    .where(sql<boolean>`(sheet.words @@ ${query}::tsquery or note.words @@ ${query}::tsquery)`)
    .execute()
  return grouped(rows, (row) => row.file_id)
}

/** Returns the sheets with as many of the words as any, in the order of the drawing. */
function rankSheets(rows: readonly SheetRow[], terms: readonly string[]): SheetMatch[] {
  const counted = rows.map((row) => ({ row, count: countTerms(row, terms) }))
  const maxCount = Math.max(1, ...counted.map(({ count }) => count))
  return counted
    .filter(({ count }) => count === maxCount)
    .slice(0, searchLimits.sheets)
    .map(({ row: { key, number, title } }) => ({ key, number, title }))
}

function countTerms({ source_number, source_title, number, title }: SheetRow, terms: readonly string[]): number {
  const sheetTerms = listSearchTerms(`${number} ${title} ${source_number} ${source_title}`)
  return terms.filter((term) => sheetTerms.some((sheetTerm) => sheetTerm.startsWith(term))).length
}

/** Reads which of the words the property values of each translation have. */
async function readProperties(
  database: Kysely<Database>,
  files: readonly FoundFile[],
  terms: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const has = terms.map((term) => sql`words @@ ${formatSearchQuery([term], '&')}::tsquery`)
  const rows = await database
    .selectFrom('search_document')
    .select(['translation_id', sql<boolean[]>`array[${sql.join(has)}]`.as('has')])
    .where(sql<boolean>`translation_id = any(${files.flatMap((file) => file.translationId ?? [])}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.translation_id, new Set(terms.filter((_, index) => row.has[index]))]))
}
