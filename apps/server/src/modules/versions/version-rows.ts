import { AppError } from '@kamar/core'
import type { FileVersion } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import { toFailure, getStatus } from '../../domain/files/file-records.js'

function select(connection: Kysely<Database>, fileId: string) {
  return connection
    .selectFrom('file_version as version')
    .leftJoin('translation', 'translation.id', 'version.translation_id')
    .leftJoin('account', 'account.id', 'version.uploaded_by')
    .selectAll('version')
    .select(['translation.state', 'translation.progress', 'translation.failure', 'account.name as uploader'])
    .where('version.file_id', '=', fileId)
    .orderBy('version.number', 'desc')
}

export type VersionRow = Awaited<ReturnType<typeof selectVersions>>[number]

/** Selects all versions of a file, newest first. */
export function selectVersions(connection: Kysely<Database>, fileId: string) {
  return select(connection, fileId).execute()
}

/** Finds one version of a file; throws `not-found` when it has no such number. */
export async function findVersion(connection: Kysely<Database>, fileId: string, number: number): Promise<VersionRow> {
  const row = await select(connection, fileId).where('version.number', '=', number).executeTakeFirst()
  if (!row) throw new AppError('not-found')
  return row
}

/** Converts a row for the API; `all` are the versions of the same file, newest first. */
export function toFileVersion(row: VersionRow, all: readonly VersionRow[], currentId: string): FileVersion {
  const state = row.state ?? 'queued'
  const first = all.findLast((other) => other.blob_sha256 === row.blob_sha256)
  return {
    number: row.number,
    urn: row.urn,
    created_at: row.created_at.toISOString(),
    size: row.size_bytes,
    uploadedBy: row.uploader,
    note: row.note,
    status: getStatus[state],
    progress: state === 'succeeded' ? 100 : (row.progress ?? 0),
    failure: toFailure(row, state),
    isCurrent: row.id === currentId,
    sameAs: first && first.number < row.number ? first.number : null,
  }
}
