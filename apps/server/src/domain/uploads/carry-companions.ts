import type { Payer } from '../quota/payer.js'
import { AppError, type ErrorCode } from '@kamar/core'
import type { Database } from '@kamar/database'
import type { Transaction } from 'kysely'
import { insertCompanion } from '../versions/insert-companion.js'
import type { InsertedVersion } from '../versions/insert-version.js'

const quotaErrors: ReadonlySet<ErrorCode> = new Set(['quota-exceeded', 'project-quota-exceeded'])

/**
 * Attaches the companions of the previous version to a new one: the model most likely refers to the same names again,
 * and a reader ignores the others. Companions beyond the quota are left out; they never cause a refusal of the upload
 * itself.
 */
export async function carryCompanions(
  transaction: Transaction<Database>,
  version: InsertedVersion,
  payer: Payer,
): Promise<void> {
  const earlier = await transaction
    .selectFrom('companion')
    .innerJoin('file_version', 'file_version.id', 'companion.file_version_id')
    .select(['companion.name', 'companion.blob_sha256 as sha256', 'companion.size_bytes as sizeBytes'])
    .where('file_version.file_id', '=', version.file_id)
    .where('file_version.number', '=', version.number - 1)
    .orderBy('companion.name')
    .execute()
  const owner = { versionId: version.version_id, payer }
  for (const companion of earlier) {
    try {
      await insertCompanion(transaction, owner, { ...companion, inheritedFrom: version.number - 1 })
    } catch (error) {
      if (!(error instanceof AppError) || !quotaErrors.has(error.code)) throw error
    }
  }
}
