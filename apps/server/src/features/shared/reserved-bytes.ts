import { sql } from 'kysely'

/** What uploads under way will take of the plan of `account`, for statements on that table. Bytes. */
export const reservedBytes = sql<number>`(
  select coalesce(sum(unfinished_upload.size_bytes), 0)::bigint from unfinished_upload
  where unfinished_upload.payer_id = account.id)`
