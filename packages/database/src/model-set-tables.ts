import type { Generated } from 'kysely'
import type { CreatedAt, Id, Json, JsonObject } from './columns.js'

/** Models that are opened together. */
export interface ModelSetTable {
  id: Id
  project_id: Id
  name: string
  revision: Generated<number>
  created_by: Id | null
  created_at: CreatedAt
  changed_at: CreatedAt
}

/** A file of a set. */
export interface ModelSetMemberTable {
  set_id: Id
  /** From 0; the first is the one that others are aligned to. */
  position: number
  file_id: Id
  /** Null: whichever is the newest. */
  fixed_version_id: Id | null
  /** Number of the version that was open when the set was saved. */
  seen_version: number
  /** Placement, how it was found, whether it is off or faded. */
  stance: Json<JsonObject>
}

/** Tables of model sets. */
export interface ModelSetTables {
  model_set: ModelSetTable
  model_set_member: ModelSetMemberTable
}
