import type { Database } from '@kamar/database'
import type { StoredBlob } from '@kamar/storage'
import type { Transaction } from 'kysely'

/** Inserts the row of a newly stored blob, so that it can be referenced; existing bytes already have one. */
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
