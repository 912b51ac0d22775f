import type { Database } from '@kamar/database'
import { sql, type Transaction } from 'kysely'

/** What makes two uploads of one person the same. */
interface UploadContent {
  readonly accountId: string
  readonly projectId: string
  readonly fileName: string
  /** The file it is a version of; undefined for a file of its own. */
  readonly fileId: string | undefined
  readonly note: string
  readonly sha256: string
}

/**
 * Identity of the upload that brought the same bytes under the same name within the last minute, as a second click or a
 * client that lost its answer does; null when there is none. Later it is a copy somebody wants.
 */
export async function findRepeatedUpload(
  transaction: Transaction<Database>,
  { accountId, fileId, fileName, note, projectId, sha256 }: UploadContent,
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
        .where('file.project_id', '=', projectId)
        .where('file.description', '=', fileName)
        .where('version.number', '=', 1),
    )
    .$if(fileId !== undefined, (query) =>
      query.where('file.id', '=', fileId ?? '').whereRef('file.current_version_id', '=', 'version.id'),
    )
    .executeTakeFirst()
  return row?.upload_id ?? null
}
