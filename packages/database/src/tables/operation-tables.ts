import type { OperationFailure, OperationKind, OperationState } from '@kamar/contracts'
import type { ColumnType, Generated, RawBuilder } from 'kysely'
import type { CreatedAt, DefaultedJson, Id, OptionalTime } from './columns.js'

/** Move, copy or deletion of many files, and its undoing, in steps. */
export interface OperationTable {
  id: Id
  account_id: Id
  kind: OperationKind
  /** Null for a deletion. */
  target_folder_id: Id | null
  /** All files in their order; once it is undone, those to change back. */
  file_ids: Id[]
  /** Number of files of `file_ids` that steps handled, changed or not. */
  done: Generated<number>
  changed: Generated<number>
  /** Number of files that could not be changed. */
  failures: Generated<number>
  /** Reasons by file, of the first ones. */
  failed: DefaultedJson<Readonly<Record<Id, OperationFailure>>>
  state: Generated<OperationState>
  /** Unexpected errors since the last step that succeeded. */
  attempts: Generated<number>
  created_at: CreatedAt
  /** Time of the last step: operations take turns. */
  step_at: ColumnType<Date, Date | undefined, Date | RawBuilder<Date>>
  finished_at: OptionalTime
  /** When its undoing was requested. */
  undone_at: OptionalTime
}

/** File that an operation changed. */
export interface OperationChangeTable {
  operation_id: Id
  /** The file itself, or the copy. */
  file_id: Id
  /** Where it was before a move; of a copy or deletion where it is. */
  folder_id: Id
  /** Time of the transaction of the step. */
  changed_at: CreatedAt
}

/** Tables of bulk operations. */
export interface OperationTables {
  operation: OperationTable
  operation_change: OperationChangeTable
}
