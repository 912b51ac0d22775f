import type { Generated } from 'kysely'
import type { CreatedAt, Id, Json, JsonObject } from './columns.js'

/** Model set: models that are opened together. */
export interface ModelSetTable {
  id: Id
  project_id: Id
  name: string
  revision: Generated<number>
  created_by: Id | null
  created_at: CreatedAt
  changed_at: CreatedAt
}

/** File of a model set. */
export interface ModelSetMemberTable {
  set_id: Id
  /** From 0; all others are aligned to the first. */
  position: number
  file_id: Id
  /** Null: always the newest version. */
  fixed_version_id: Id | null
  /** Number of the version that was open when the set was saved. */
  seen_version: number
  /** Placement, how it was found, whether it is hidden or faded. */
  display: Json<JsonObject>
}

/** Tables of model sets. */
export interface ModelSetTables {
  model_set: ModelSetTable
  model_set_member: ModelSetMemberTable
}
