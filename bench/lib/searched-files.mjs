import { join } from 'node:path'
import { newId, openDatabase } from '@kamar/database'
import { sql } from 'kysely'

const batchRows = 100
const vocabulary = 40_000
const syllables = [
  'ka',
  'mar',
  'ri',
  'to',
  'sen',
  'bu',
  'lo',
  'vin',
  'ta',
  'ge',
  'po',
  'fir',
  'ha',
  'ne',
  'du',
  'ստ',
  'րա',
]

/** Returns a pseudo-random number from 0 to 1 that depends on the seed alone (mulberry32). */
function createRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns the word with this number; each is different. */
export function createTerm(number) {
  let text = ''
  for (let rest = number + 1; rest > 0; rest = Math.floor(rest / syllables.length))
    text += syllables[rest % syllables.length]
  return text + (number % 7 === 0 ? String(number) : '')
}

/**
 * Gives every file of a stopped server a translation of its own with words of properties, as frequent as in a language:
 * the first of the vocabulary are in nearly every file, the last in one. Every fourth file has twelve sheets.
 * @param {string} dataFolder of the server
 * @param {number} termsPerFile
 */
export async function indexFiles(dataFolder, termsPerFile) {
  const open = await openDatabase({ folder: join(dataFolder, 'database') })
  const random = createRandom(7)
  try {
    const { database } = open
    const { id: _, ...template } = await database.selectFrom('translation').selectAll().executeTakeFirstOrThrow()
    const versions = await database.selectFrom('file_version').select('id').orderBy('id').execute()
    for (let from = 0; from < versions.length; from += batchRows) {
      const batch = versions
        .slice(from, from + batchRows)
        .map(({ id }, index) => ({ id, index: from + index, translationId: newId() }))
      await database.transaction().execute(async (transaction) => {
        const translations = batch.map(({ index, translationId }) => ({
          ...template,
          id: translationId,
          options: '{}',
          options_hash: String(index).padStart(64, '0'),
          companions: '[]',
          state: 'succeeded',
          progress: 100,
          report: null,
          failure: null,
          manifest: '{}',
          finished_at: new Date(),
        }))
        await transaction.insertInto('translation').values(translations).execute()
        for (const { id, index, translationId } of batch) {
          await transaction
            .updateTable('file_version')
            .set({ translation_id: translationId })
            .where('id', '=', id)
            .execute()
          const terms = new Set([`unique${index}`])
          while (terms.size < termsPerFile) terms.add(createTerm(Math.floor(vocabulary ** random())))
          await insertTerms(transaction, { translationId, terms: [...terms], index })
        }
      })
    }
    await sql`analyze`.execute(database)
  } finally {
    await open.close()
  }
}

async function insertTerms(transaction, { index, translationId, terms }) {
  await sql`insert into search_document (translation_id, words)
    values (${translationId}, array_to_tsvector(${terms}::text[]))`.execute(transaction)
  if (index % 4 > 0) return
  const sheets = Array.from({ length: 12 }, (_, position) => {
    const number = `A-${index}${String(position).padStart(2, '0')}`
    const title = `Floor ${position} plan`
    const vector = sql`array_to_tsvector(${[number.toLowerCase(), 'floor', String(position), 'plan']}::text[])`
    return {
      translation_id: translationId,
      key: `${number} ${title}`,
      position,
      number,
      title,
      discipline: null,
      words: vector,
    }
  })
  await transaction.insertInto('sheet').values(sheets).execute()
}
