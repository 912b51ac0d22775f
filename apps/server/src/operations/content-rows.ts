import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'

/** Stored bytes that a database row refers to. */
export interface ContentRow {
  readonly sha256: string
  readonly sizeBytes: number
  /** Location: among the blobs, or as a file of a view package. */
  readonly location: 'blob' | { readonly translationId: string; readonly path: string }
}

const page = 1000

/** Yields every original, companion, image and font. In pages, with a query each. */
async function* blobRows(database: Kysely<Database>): AsyncGenerator<ContentRow, void> {
  let after = ''
  for (;;) {
    const rows = await database
      .selectFrom('blob')
      .select(['sha256', 'size_bytes as sizeBytes'])
      .where('sha256', '>', after)
      .orderBy('sha256')
      .limit(page)
      .execute()
    for (const row of rows) yield { ...row, location: 'blob' }
    after = rows.at(-1)?.sha256 ?? after
    if (rows.length < page) return
  }
}

/** Yields every file of a complete view package. Provisional ones may be lost, because they can be written again. */
async function* derivativeRows(database: Kysely<Database>): AsyncGenerator<ContentRow, void> {
  let after = { id: '00000000-0000-0000-0000-000000000000', path: '' }
  for (;;) {
    const rows = await database
      .selectFrom('derivative')
      .select(['translation_id as translationId', 'path', 'sha256', 'size_bytes as sizeBytes'])
      .where('provisional', '=', false)
      .where((row) => row(row.refTuple('translation_id', 'path'), '>', row.tuple(after.id, after.path)))
      .orderBy('translation_id')
      .orderBy('path')
      .limit(page)
      .execute()
    for (const { path, sha256, sizeBytes, translationId } of rows)
      yield { sha256, sizeBytes, location: { translationId, path } }
    const last = rows.at(-1)
    if (last !== undefined) after = { id: last.translationId, path: last.path }
    if (rows.length < page) return
  }
}

/** Yields both, one after the other. */
export async function* contentRows(database: Kysely<Database>): AsyncGenerator<ContentRow, void> {
  yield* blobRows(database)
  yield* derivativeRows(database)
}

/** Formats the name of a row in a report. */
export function formatContentName({ location, sha256 }: ContentRow): string {
  return location === 'blob' ? `blob ${sha256}` : `package ${location.translationId}/${location.path}`
}
