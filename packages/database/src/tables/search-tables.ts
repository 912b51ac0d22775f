import type { ColumnType, RawBuilder } from 'kysely'
import type { CreatedAt, Id } from './columns.js'

/** `tsvector`, written by `array_to_tsvector` of folded words. */
export type SearchVector = ColumnType<string, RawBuilder<string>, RawBuilder<string>>

/** Words of the property values of a translation. A damaged package has none. */
export interface SearchDocumentTable {
  translation_id: Id
  words: SearchVector
  created_at: CreatedAt
}

/** Sheet of a drawing, as its file names it. */
export interface SheetTable {
  translation_id: Id
  /** Name of the sheet in the file; unique in the translation, the same in the next version. */
  key: string
  /** Index among the sheets of the view package. */
  position: number
  /** Empty if the name has none. */
  number: string
  title: string
  /** Code of the discipline by the prefix of the number; null if unknown. */
  discipline: string | null
  words: SearchVector
}

/** Correction of a sheet of a file, which later versions keep. Null leaves what the file states. */
export interface SheetNoteTable {
  file_id: Id
  key: string
  number: string | null
  title: string | null
  words: SearchVector
  /** Null once the account is deleted. */
  changed_by: Id | null
  changed_at: CreatedAt
}

/** Tables of the search. */
export interface SearchTables {
  search_document: SearchDocumentTable
  sheet: SheetTable
  sheet_note: SheetNoteTable
}
