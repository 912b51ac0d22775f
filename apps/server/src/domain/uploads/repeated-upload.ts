import type { Database } from '@kamar/database'
import { sql, type Transaction } from 'kysely'

/** Properties by which two uploads of one user are the same. */
interface UploadContent {
  readonly accountId: string
  readonly folderId: string
  readonly fileName: string
  /** File that gets the version; undefined for a new file. */
  readonly fileId: string | undefined
  readonly note: string
  readonly sha256: string
}

/**
 * Finds the identity of an upload of the same bytes under the same name within the last minute, as after a double click
 * or a lost response; returns null when there is none. Later uploads count as intended copies.
 */
export async function findRepeatedUpload(
  transaction: Transaction<Database>,
  { accountId, fileId, fileName, folderId, note, sha256 }: UploadContent,
): Promise<string | null> {
  const row = await transaction
    .selectFrom('file_version as version')
    .innerJoin('file', 'file.id', 'version.file_id')
    .select('version.upload_id')
    .where('version.uploaded_by', '=', accountId)
    .where('version.blob_sha256', '=', sha256)
    .where('version.note', '=', note)
    .where('version.upload_id', 'is not', null)
    .where(sql<boolean>`version.created_at > now() - interval '1 minute'`)
    .where('file.deleted_at', 'is', null)
    .$if(fileId === undefined, (query) =>
      query
        .where('file.folder_id', '=', folderId)
        .where('file.description', '=', fileName)
        .where('version.number', '=', 1),
    )
    .$if(fileId !== undefined, (query) =>
      query.where('file.id', '=', fileId ?? '').whereRef('file.current_version_id', '=', 'version.id'),
    )
    .executeTakeFirst()
  return row?.upload_id ?? null
}
