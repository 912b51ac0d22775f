import type { ColumnType, Generated } from 'kysely'
import type { Id, JsonObject, Time } from './columns.js'

/** Append-only; written by `appendAuditEvent`. */
export interface AuditEventTable {
  sequence: number
  time: Time
  /** Account id, or null for the system and for users who are not signed in. */
  actor: string | null
  action: string
  subject: string
  details: ColumnType<JsonObject, string, never>
  previous_hash: string
  hash: string
}

/** Head of the audit log, one row; maintained by a trigger. */
export interface AuditHeadTable {
  only_one: Generated<boolean>
  /** 0 when there are no events. */
  sequence: number
  /** Empty when there are no events. */
  hash: string
}

/** Event of the audit trail that members of a project see. Written by triggers only. */
export interface ActivityTable {
  /** Of the event. */
  sequence: number
  project_id: Id
  /** File of the event, also where its subject is a topic; null for an event about a folder. */
  file_id: Id | null
  folder_id: Id | null
}

/** The audit trail, and what members of projects see of it. */
export interface AuditTables {
  audit_event: AuditEventTable
  audit_head: AuditHeadTable
  activity: ActivityTable
}
