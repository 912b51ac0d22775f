import { sql } from 'kysely'

/** Bytes that uploads in progress reserve from the quota of `account`, for statements on that table. */
export const reservedBytes = sql<number>`(
  select coalesce(sum(unfinished_upload.size_bytes), 0)::bigint from unfinished_upload
  where unfinished_upload.payer_id = account.id)`

/** The same of the limit of `project`. */
export const reservedByProject = sql<number>`(
  select coalesce(sum(unfinished_upload.size_bytes), 0)::bigint from unfinished_upload
  where unfinished_upload.project_id = project.id)`

/** Bytes of the quota of `account` that are neither used nor reserved. */
export const freeBytes = sql<number>`(account.quota_bytes - account.used_bytes - ${reservedBytes})`

/** The same of the limit of `project`; null without a limit. */
export const freeByProject = sql<number | null>`(project.quota_bytes - project.used_bytes - ${reservedByProject})`
