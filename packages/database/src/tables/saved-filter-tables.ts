import type { CreatedAt, Id, Json, JsonObject } from './columns.js'

/** Saved filter of an account (`owner_id`) or of a project (`project_id`); exactly one of them is set. */
export interface SavedFilterTable {
  id: Id
  owner_id: Id | null
  project_id: Id | null
  created_by: Id | null
  name: string
  /** Conditions, as the query engine of the viewer evaluates them. */
  rule: Json<JsonObject>
  /** Colour of the matches as a number: 0xrrggbb. */
  color: number
  created_at: CreatedAt
}

/** Tables of saved filters. */
export interface SavedFilterTables {
  saved_filter: SavedFilterTable
}
