import { AppError } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { Kysely, Transaction } from 'kysely'

/** Where an account's new files go, and whose plan pays for them. */
export interface Room {
  readonly projectId: string
  readonly ownerId: string
  readonly usedBytes: number
  readonly quotaBytes: number
}

/** The account's personal project and what is left in it. */
export async function findRoom(connection: Kysely<Database> | Transaction<Database>, accountId: string): Promise<Room> {
  const row = await connection
    .selectFrom('project')
    .innerJoin('account', 'account.id', 'project.owner_id')
    .select(['project.id', 'account.id as owner', 'account.used_bytes', 'account.quota_bytes'])
    .where('project.owner_id', '=', accountId)
    .where('project.personal', '=', true)
    .executeTakeFirst()
  if (!row) throw new AppError('not-found')
  return { projectId: row.id, ownerId: row.owner, usedBytes: row.used_bytes, quotaBytes: row.quota_bytes }
}

/** Takes room in one statement, so that any number of uploads at once cannot take more than there is. */
export async function chargeQuota(transaction: Transaction<Database>, room: Room, sizeBytes: number): Promise<void> {
  const charged = await transaction
    .updateTable('account')
    .set((row) => ({ used_bytes: row('used_bytes', '+', sizeBytes) }))
    .where('id', '=', room.ownerId)
    .where((row) => row(row('used_bytes', '+', sizeBytes), '<=', row.ref('quota_bytes')))
    .returning('id')
    .executeTakeFirst()
  if (!charged) throw new AppError('quota-exceeded')
}
