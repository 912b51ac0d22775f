import type { CreatedAt, Id } from './columns.js'

/** An upload whose bytes are not all here: its size is reserved until it is a file, is cancelled or is abandoned. */
export interface UnfinishedUploadTable {
  /** Of the upload: account and upload id. */
  identity: string
  /** Whose upload it is. */
  account_id: Id
  /** Whose plan pays for it. */
  payer_id: Id
  /** As announced; the most that is accepted where the length is not known. */
  size_bytes: number
  begun_at: CreatedAt
}

/** Tables of uploads under way. */
export interface UploadTables {
  unfinished_upload: UnfinishedUploadTable
}
