import type { ColumnType } from 'kysely'
import type { CreatedAt, Id } from './columns.js'

/** Incomplete upload: its size is reserved until it is a file, cancelled or abandoned. */
export interface UnfinishedUploadTable {
  /** Identity of the upload: account and upload id. */
  identity: string
  /** Account of the uploader. */
  account_id: Id
  /** Account whose plan pays for it. */
  payer_id: Id
  /** Null for objects of applications, and for uploads begun by a server of version 0.2. */
  project_id: ColumnType<Id | null, Id | null | undefined, never>
  /** Announced size; the accepted maximum when the length is unknown. */
  size_bytes: number
  begun_at: CreatedAt
}

/** Tables of uploads in progress. */
export interface UploadTables {
  unfinished_upload: UnfinishedUploadTable
}
