import type { Payer } from '../quota/payer.js'
import type { Database } from '@kamar/database'
import type { StoredBlob } from '@kamar/storage'
import { sql, type Transaction } from 'kysely'
import { insertBlob } from '../files/insert-blob.js'
import { chargeQuota, refundQuota } from '../quota/quota.js'

/** Companion file whose bytes are stored. */
export interface StoredCompanion extends StoredBlob {
  readonly name: string
  /** Number of the version it is inherited from. */
  readonly inheritedFrom?: number
}

/** Version a companion is attached to. */
interface CompanionOwner {
  readonly versionId: string
  readonly payer: Payer
}

/** Attaches a file to a version and replaces one of the same name; the difference of their sizes is charged. */
export async function insertCompanion(
  transaction: Transaction<Database>,
  { payer, versionId }: CompanionOwner,
  { name, sha256, sizeBytes, inheritedFrom }: StoredCompanion,
): Promise<void> {
  const replaced = await transaction
    .deleteFrom('companion')
    .where('file_version_id', '=', versionId)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .returning('size_bytes')
    .executeTakeFirst()
  const growth = sizeBytes - (replaced?.size_bytes ?? 0)
  if (growth > 0) await chargeQuota(transaction, payer, growth)
  if (growth < 0) await refundQuota(transaction, payer, -growth)
  await insertBlob(transaction, { sha256, sizeBytes })
  await transaction
    .insertInto('companion')
    .values({
      file_version_id: versionId,
      name,
      blob_sha256: sha256,
      size_bytes: sizeBytes,
      inherited_from: inheritedFrom ?? null,
    })
    .execute()
}
