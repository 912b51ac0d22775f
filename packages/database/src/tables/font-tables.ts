import type { CreatedAt, DefaultedJson, Id, Sha256 } from './columns.js'

/** Font for an account's drawings. */
export interface DrawingFontTable {
  id: Id
  account_id: Id
  /** File name; unique in the account, ignoring case. */
  name: string
  /** Names by which drawings find it besides the file name. */
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
