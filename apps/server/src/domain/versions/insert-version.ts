import { randomBytes } from 'node:crypto'
import { AppError } from '@kamar/core'
import { type Database, newId } from '@kamar/database'
import { sql, type Transaction } from 'kysely'
import { lockProjects } from '../projects/lock-projects.js'

/** Values of a new version of a file. */
export interface NewVersion {
  readonly file_id: string
  readonly blob_sha256: string
  readonly size_bytes: number
  readonly extension: string
  readonly detected_format: string | null
  readonly uploaded_by: string
  /** Identity of the upload; null for a version without one. */
  readonly upload_id: string | null
  readonly note: string
  /** Time of the last change on the uploader's device, ISO 8601. */
  readonly modified_at?: string | null
}

/** Inserted version. */
export interface InsertedVersion extends NewVersion {
  readonly version_id: string
  readonly number: number
}

/**
 * Locks a file outside the bin: versions get their numbers one after the other. Project, file and the account that pays
 * are locked in this order everywhere.
 */
export async function lockFile(transaction: Transaction<Database>, fileId: string): Promise<void> {
  const file = await transaction
    .selectFrom('file')
    .select('project_id')
    .where('id', '=', fileId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!file) throw new AppError('not-found')
  await lockProjects(transaction, [file.project_id])
  const row = await transaction
    .selectFrom('file')
    .select('id')
    .where('id', '=', fileId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not-found')
}

/** Adds the next version of a file, with its own URL, and makes it the current one. */
export async function insertVersion(transaction: Transaction<Database>, version: NewVersion): Promise<InsertedVersion> {
  const id = newId()
  const { number } = await transaction
    .insertInto('file_version')
    .values({
      ...version,
      id,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from file_version where file_id = ${version.file_id})`,
      urn: randomBytes(24).toString('base64url'),
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  await transaction
    .updateTable('file')
    .set({ current_version_id: id, updated_at: sql`now()` })
    .where('id', '=', version.file_id)
    .execute()
  return { ...version, version_id: id, number }
}
