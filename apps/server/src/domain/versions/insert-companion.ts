import { AppError } from '@kamar/core'
import type { Database } from '@kamar/database'
import type { StoredBlob } from '@kamar/storage'
import { sql, type Transaction } from 'kysely'
import { insertBlob } from '../files/insert-blob.js'
import { reservedBytes } from '../quota/reserved-bytes.js'

/** Companion file whose bytes are stored. */
export interface StoredCompanion extends StoredBlob {
  readonly name: string
  /** Number of the version it is inherited from. */
  readonly inheritedFrom?: number
}

/** Version a companion is attached to. */
interface CompanionOwner {
  readonly version_id: string
  readonly project_id: string
}

/**
 * Attaches a file to a version and replaces one of the same name. One statement charges the new bytes and refunds the
 * replaced ones.
 */
export async function insertCompanion(
  transaction: Transaction<Database>,
  version: CompanionOwner,
  { name, sha256, sizeBytes, inheritedFrom }: StoredCompanion,
): Promise<void> {
  const replaced = await transaction
    .deleteFrom('companion')
    .where('file_version_id', '=', version.version_id)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .returning('size_bytes')
    .executeTakeFirst()
  const growth = sizeBytes - (replaced?.size_bytes ?? 0)
  const charged = await transaction
    .updateTable('account')
    .set((account) => ({ used_bytes: account('used_bytes', '+', growth) }))
    .where('id', '=', (project) =>
      project.selectFrom('project').select('owner_id').where('id', '=', version.project_id),
    )
    .where(sql<boolean>`used_bytes + ${growth} + ${reservedBytes} <= quota_bytes`)
    .returning('id')
    .executeTakeFirst()
  if (!charged) throw new AppError('quota-exceeded')
  await insertBlob(transaction, { sha256, sizeBytes })
  await transaction
    .insertInto('companion')
    .values({
      file_version_id: version.version_id,
      name,
      blob_sha256: sha256,
      size_bytes: sizeBytes,
      inherited_from: inheritedFrom ?? null,
    })
    .execute()
}
