import { listSearchTerms } from '@kamar/core'
import type { Database } from '@kamar/database'
import { readSearchContent, type SearchedSheet } from '@kamar/translation'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { ModuleContext } from '../../domain/module-context.js'
import { parseSheetName } from './sheet-name.js'
import { toSearchVector } from './search-terms-sql.js'

const sheetsInOneStatement = 500

interface IndexedTranslation {
  readonly id: string
  readonly manifest: unknown
}

/** Writes the words and sheets of translated files, one translation after the other. */
export class SearchIndexer {
  readonly #context: Pick<ModuleContext, 'database' | 'derivatives' | 'log'>
  /** Translations whose files the store did not return; read again after a restart. */
  readonly #unreadableIds = new Set<string>()

  constructor(context: Pick<ModuleContext, 'database' | 'derivatives' | 'log'>) {
    this.#context = context
  }

  /** Indexes every translation that is not indexed yet; each is a transaction, so that a later run continues. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const next = await this.#findNext()
      if (next === undefined) return
      await this.#index(next, signal)
    }
  }

  #findNext(): Promise<IndexedTranslation | undefined> {
    return this.#context.database
      .selectFrom('translation')
      .select(['translation.id', 'translation.manifest'])
      .where('translation.state', '=', 'succeeded')
      .where(sql<boolean>`translation.id <> all(${[...this.#unreadableIds]}::uuid[])`)
      .where(sql<boolean>`exists (select from file_version where file_version.translation_id = translation.id)`)
      .where(sql<boolean>`not exists (
        select from search_document where search_document.translation_id = translation.id)`)
      .orderBy('translation.finished_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  }

  async #index({ id, manifest }: IndexedTranslation, signal: AbortSignal): Promise<void> {
    const { database, derivatives, log } = this.#context
    try {
      const { damage, sheets, terms } = await readSearchContent({ translationId: id, manifest, derivatives, signal })
      if (damage !== null) log.warn({ translation: id, damage }, 'package is damaged, not completely indexed')
      await database.transaction().execute(async (transaction) => {
        if (await insertDocument(transaction, id, terms)) await insertSheets(transaction, id, sheets)
      })
    } catch (error) {
      if (signal.aborted) return
      this.#unreadableIds.add(id)
      log.error({ err: error, translation: id }, 'package not indexed')
    }
  }
}

/** Returns whether it was inserted: a translation that was removed meanwhile gets no document. */
async function insertDocument(database: Kysely<Database>, id: string, terms: readonly string[]): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into search_document (translation_id, words)
    select id, ${toSearchVector(terms)} from translation where id = ${id}
    on conflict (translation_id) do nothing`.execute(database)
  return numAffectedRows === 1n
}

/** Inserts the layouts and pages; the model space only if it is all that there is. */
async function insertSheets(
  transaction: Transaction<Database>,
  id: string,
  sheets: readonly SearchedSheet[],
): Promise<void> {
  const hasLayouts = sheets.some(({ entities, kind }) => kind !== 'model' && entities > 0)
  const rows = sheets.flatMap(({ entities, key, kind, name, position }) => {
    if (entities === 0 || (hasLayouts && kind === 'model')) return []
    const sheet = parseSheetName(cleanText(name))
    const terms = listSearchTerms(`${sheet.number} ${sheet.title}`)
    return [{ translation_id: id, key: cleanText(key), position, ...sheet, words: toSearchVector(terms) }]
  })
  for (let from = 0; from < rows.length; from += sheetsInOneStatement)
    await transaction
      .insertInto('sheet')
      .values(rows.slice(from, from + sheetsInOneStatement))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** PostgreSQL stores no zero characters. */
const cleanText = (text: string): string => text.replaceAll('\0', '')
