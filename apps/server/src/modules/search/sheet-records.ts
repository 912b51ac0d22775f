import type { Discipline } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'

/** Selects the sheets of the current versions of files outside the bin, with the corrections of users. */
export function selectSheets(database: Kysely<Database>) {
  return database
    .selectFrom('file')
    .innerJoin('file_version as version', 'version.id', 'file.current_version_id')
    .innerJoin('sheet', 'sheet.translation_id', 'version.translation_id')
    .leftJoin('sheet_note as note', (join) =>
      join.onRef('note.file_id', '=', 'file.id').onRef('note.key', '=', 'sheet.key'),
    )
    .select([
      'file.id as file_id',
      'file.description',
      'version.urn',
      'version.number as version_number',
      'sheet.key',
      'sheet.number as source_number',
      'sheet.title as source_title',
      sql<string>`coalesce(note.number, sheet.number)`.as('number'),
      sql<string>`coalesce(note.title, sheet.title)`.as('title'),
      sql<Discipline | null>`sheet.discipline`.as('discipline'),
      sql<boolean>`note.file_id is not null`.as('is_corrected'),
    ])
    .where('file.deleted_at', 'is', null)
    .orderBy('file.id')
    .orderBy('sheet.position')
}

export type SheetRow = Awaited<ReturnType<ReturnType<typeof selectSheets>['executeTakeFirstOrThrow']>>
