import { AppError } from '@kamar/core'
import { sql } from 'kysely'
import type { Protocol } from '../protocol.js'
import { assertDiskSpace } from '../../../platform/storage/disk-space.js'
import { reservedBytes } from '../../../domain/quota/reserved-bytes.js'

/** Refuses early what would exceed the quota at the end: stored parts count as the objects they will become. */
export async function assertObjectQuota(
  { configuration, database }: Protocol,
  ownerId: string,
  sizeBytes: number,
): Promise<void> {
  const { rows } = await sql<{ left: number }>`
    select account.quota_bytes - account.used_bytes - ${reservedBytes} - coalesce((
      select sum(part.size_bytes) from object_upload_part part
      join object_upload upload on upload.upload_key = part.upload_key
      join storage_bucket bucket on bucket.id = upload.bucket_id
      join application on application.id = bucket.application_id
      where application.owner_id = account.id), 0)::bigint as left
    from account where account.id = ${ownerId}`.execute(database)
  if ((rows[0]?.left ?? 0) < sizeBytes) throw new AppError('quota-exceeded')
  await assertDiskSpace(configuration.dataFolder, sizeBytes)
}
