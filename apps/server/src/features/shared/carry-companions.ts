import { AppError } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { Transaction } from 'kysely'
import { insertCompanion } from './insert-companion.js'
import type { InsertedVersion } from './insert-version.js'

/**
 * Attaches to a new version what was attached to the one before it: the model most likely asks for the same names again,
 * and a reader takes nothing that it does not ask for. What the plan has no room for stays behind; the upload itself is
 * never refused for it.
 */
export async function carryCompanions(
  transaction: Transaction<Database>,
  version: InsertedVersion,
  projectId: string,
): Promise<void> {
  const earlier = await transaction
    .selectFrom('companion')
    .innerJoin('file_version', 'file_version.id', 'companion.file_version_id')
    .select(['companion.name', 'companion.blob_sha256 as sha256', 'companion.size_bytes as sizeBytes'])
    .where('file_version.file_id', '=', version.file_id)
    .where('file_version.number', '=', version.number - 1)
    .orderBy('companion.name')
    .execute()
  const owner = { version_id: version.version_id, project_id: projectId }
  for (const companion of earlier) {
    try {
      await insertCompanion(transaction, owner, { ...companion, carriedFrom: version.number - 1 })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'quota-exceeded') throw error
    }
  }
}
