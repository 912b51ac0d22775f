import type { Database } from '@kamar/database'
import type { BlobStore } from '@kamar/storage'
import { type Kysely, sql } from 'kysely'

/** Deletes the rows of unreferenced blobs and returns the remaining ones; foreign keys settle every race. */
export async function retainReferencedBlobs(
  database: Kysely<Database>,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  await sql`
    delete from blob where sha256 = any(${addresses}::text[])
      and not exists (select from file_version where blob_sha256 = blob.sha256)
      and not exists (select from companion where blob_sha256 = blob.sha256)
      and not exists (select from translation where blob_sha256 = blob.sha256)
      and not exists (
        select from translation, jsonb_array_elements(translation.companions) as companion
        where translation.state in ('queued', 'running') and companion ->> 'sha256' = blob.sha256
      )
      and not exists (select from storage_object where blob_sha256 = blob.sha256)
      and not exists (select from object_upload_part where blob_sha256 = blob.sha256)
      and not exists (select from drawing_font where blob_sha256 = blob.sha256)
      and not exists (select from account where avatar_blob = blob.sha256)
      and not exists (select from topic where bcf_archive_blob = blob.sha256)
      and not exists (select from viewpoint where snapshot_blob = blob.sha256)
      and not exists (select from viewpoint where thumbnail_blob = blob.sha256)
      and not exists (select from topic_attachment where blob_sha256 = blob.sha256)
      and not exists (select from topic_attachment where preview_blob = blob.sha256)
      and not exists (select from topic_attachment where thumbnail_blob = blob.sha256)`.execute(database)
  const rows = await database
    .selectFrom('blob')
    .select('sha256')
    .where('sha256', '=', sql<string>`any(${addresses}::text[])`)
    .execute()
  return new Set(rows.map((row) => row.sha256))
}

/** Removes unreferenced bytes at once; bytes uploaded again meanwhile stay. */
export async function deleteUnreferencedBlobs(
  database: Kysely<Database>,
  blobs: BlobStore,
  addresses: readonly string[],
): Promise<void> {
  const now = new Date()
  const retainedHashes = await retainReferencedBlobs(database, addresses)
  for (const address of addresses) if (!retainedHashes.has(address)) await blobs.removeIfStoredBefore(address, now)
}
