import type { CreatedAt, DefaultedJson, Id, Sha256 } from './columns.js'

/** A font that an account's drawings are shown with. */
export interface DrawingFontTable {
  id: Id
  account_id: Id
  /** Of the file; unique in the account, whatever its case. */
  name: string
  /** Names under which drawings find it besides that of the file. */
  other_names: DefaultedJson<readonly string[]>
  kind: 'outline' | 'stroke' | 'asian' | 'symbols'
  letters: number
  blob_sha256: Sha256
  size_bytes: number
  created_at: CreatedAt
}

/** Tables of drawing fonts. */
export interface FontTables {
  drawing_font: DrawingFontTable
}
