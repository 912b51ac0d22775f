import type { Database } from '@kamar/database'
import type { StoredBlob } from '@kamar/storage'
import type { Transaction } from 'kysely'

/** The row of a blob that was just stored, so that something may point at it; bytes that are there already have one. */
export async function insertBlob(
  transaction: Transaction<Database>,
  { sha256, sizeBytes }: Pick<StoredBlob, 'sha256' | 'sizeBytes'>,
): Promise<void> {
  await transaction
    .insertInto('blob')
    .values({ sha256, size_bytes: sizeBytes })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
}
