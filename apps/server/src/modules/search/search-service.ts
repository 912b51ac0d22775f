import { parseSearchTerms } from '@kamar/core'
import { type SearchHit, searchLimits, type SearchPage, type SearchQuery } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import { type OwnedFileRow, selectAccountFiles, toFileRecord } from '../../domain/files/file-records.js'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { findFiles } from './find-files.js'
import { readMatches } from './read-matches.js'

const empty: SearchPage = {
  hits: [],
  next: null,
  total: 0,
  facets: { project: [], type: [], state: [], person: [] },
}

/** Search over the files that an account sees. */
export class SearchService {
  readonly #database: Kysely<Database>

  constructor(database: Kysely<Database>) {
    this.#database = database
  }

  async search({ accountId }: AccountActor, query: SearchQuery): Promise<SearchPage> {
    const terms = parseSearchTerms(query.words).slice(0, searchLimits.terms)
    if (terms.length === 0) return empty
    const { files, ...page } = await findFiles(this.#database, accountId, { query, terms })
    const ids = files.map(({ id }) => id)
    const rows = await selectAccountFiles(this.#database, accountId)
      .where(sql<boolean>`file.id = any(${ids}::uuid[])`)
      .execute()
    const matches = await readMatches(this.#database, files, terms)
    const paths = await readPaths(this.#database, rows)
    const rowOf = new Map(rows.map((row) => [row.id, row]))
    return {
      ...page,
      hits: files.flatMap(({ id }): SearchHit[] => {
        const row = rowOf.get(id)
        const matchesOfFile = matches.get(id)
        if (row === undefined || matchesOfFile === undefined) return []
        return [{ file: toFileRecord(row), path: paths.get(row.folder_id) ?? [], matches: matchesOfFile }]
      }),
    }
  }
}

/** Returns the path of each folder with files: whoever sees a file sees the names above it. */
async function readPaths(
  database: Kysely<Database>,
  rows: readonly OwnedFileRow[],
): Promise<ReadonlyMap<string, SearchHit['path']>> {
  const ids = [...new Set(rows.map(({ folder_id: id }) => id))]
  const steps = await database
    .selectFrom('folder as below')
    .innerJoin('folder', (join) => join.on(sql<boolean>`folder.id = below.id or folder.id = any(below.ancestors)`))
    .select(['below.id as belowId', 'folder.id', 'folder.name'])
    .where(sql<boolean>`below.id = any(${ids}::uuid[])`)
    .where('folder.parent_id', 'is not', null)
    .orderBy(sql`cardinality(folder.ancestors)`)
    .execute()
  const paths = new Map<string, SearchHit['path']>()
  for (const { belowId, id, name } of steps) paths.set(belowId, [...(paths.get(belowId) ?? []), { id, name }])
  return paths
}
