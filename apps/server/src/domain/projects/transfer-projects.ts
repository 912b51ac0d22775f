import { AppError } from '@kamar/core'
import type { Database } from '@kamar/database'
import { sql, type Transaction } from 'kysely'
import { chargeQuota, refundQuota } from '../quota/quota.js'
import { systemAccountId } from './example-project.js'

/** Makes another account the payer and an owner of all projects of an account. */
export async function transferProjects(
  transaction: Transaction<Database>,
  ownerId: string,
  newOwnerId: string,
): Promise<void> {
  await sql`
    insert into membership (project_id, account_id, role)
    select id, ${newOwnerId}, 'owner' from project where owner_id = ${ownerId}
    on conflict (project_id, account_id) do update set role = 'owner'`.execute(transaction)
  await transaction
    .updateTable('project')
    .set({ owner_id: newOwnerId, personal: false })
    .where('owner_id', '=', ownerId)
    .execute()
}

/**
 * Makes another account pay for a project, which is locked: a person becomes an owner, a company a member of nothing.
 * Whoever paid before stays an owner. Returns the account that paid before; throws `quota-exceeded`.
 */
export async function changePayer(
  transaction: Transaction<Database>,
  projectId: string,
  accountId: string,
): Promise<string> {
  const project = await transaction
    .selectFrom('project')
    .select(['owner_id', 'personal', 'used_bytes'])
    .where('id', '=', projectId)
    .where('owner_id', '!=', systemAccountId)
    .executeTakeFirst()
  if (!project) throw new AppError('not-found')
  if (project.personal) throw new AppError('project-personal')
  const payer = await findPayer(transaction, project.owner_id, accountId)
  if (project.owner_id === accountId) return accountId
  if (payer.kind === 'person')
    await transaction
      .insertInto('membership')
      .values({ project_id: projectId, account_id: accountId, role: 'owner' })
      .onConflict((conflict) => conflict.columns(['project_id', 'account_id']).doUpdateSet({ role: 'owner' }))
      .execute()
  await transaction.updateTable('project').set({ owner_id: accountId }).where('id', '=', projectId).execute()
  await transaction
    .updateTable('unfinished_upload')
    .set({ payer_id: accountId })
    .where('project_id', '=', projectId)
    .execute()
  await refundQuota(transaction, { ownerId: project.owner_id }, project.used_bytes)
  await chargeQuota(transaction, { ownerId: accountId }, project.used_bytes)
  return project.owner_id
}

/** Finds an account that can pay, and locks it with the present payer, so that opposite transfers do not block. */
async function findPayer(transaction: Transaction<Database>, presentId: string, accountId: string) {
  const rows = await transaction
    .selectFrom('account')
    .select(['id', 'kind'])
    .where('id', 'in', [presentId, accountId])
    .where('id', '!=', systemAccountId)
    .where('status', '!=', 'rejected')
    .orderBy('id')
    .forUpdate()
    .execute()
  const payer = rows.find(({ id }) => id === accountId)
  if (!payer) throw new AppError('not-found')
  return payer
}
