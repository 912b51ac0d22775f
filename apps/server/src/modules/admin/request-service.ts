import { type AdminDecision, type AdminRequest } from '@kamar/contracts'
import { AppError } from '@kamar/core'
import { appendAuditEvent, type Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { isIdentifier } from '../../domain/files/file-records.js'

const maxListed = 200
/** Factor of a granted upgrade without a number of its own. */
const defaultGrowth = 2

/** Lists open requests first, oldest first, then decided ones, latest first. */
export async function listRequests({ database }: ModuleContext): Promise<AdminRequest[]> {
  const rows = await selectRequests(database)
    .orderBy(sql`service_request.state = 'open'`, 'desc')
    .orderBy(sql`case when service_request.state = 'open' then service_request.created_at end`)
    .orderBy('service_request.decided_at', 'desc')
    .limit(maxListed)
    .execute()
  return rows.map(toAdminRequest)
}

/** Decides an open request; granting an upgrade gives the account its new plan in the same transaction. */
export async function decideRequest(
  { database, transact }: ModuleContext,
  actor: AccountActor,
  { id, decision }: { readonly id: string; readonly decision: AdminDecision },
): Promise<AdminRequest> {
  if (!isIdentifier(id)) throw new AppError('not-found')
  await transact(async ({ transaction, publish }) => {
    const row = await transaction
      .updateTable('service_request')
      .set({ state: decision.state, decided_at: new Date(), decided_by: actor.accountId })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new AppError('not-found')
    if (decision.state === 'granted' && row.kind === 'upgrade' && row.account_id !== null) {
      await transaction
        .updateTable('account')
        .set((account) => ({
          quota_bytes: decision.quotaBytes ?? account('quota_bytes', '*', defaultGrowth),
          updated_at: new Date(),
        }))
        .where('id', '=', row.account_id)
        .execute()
    }
    await appendAuditEvent(transaction, {
      actor: actor.accountId,
      action: `request.${decision.state}`,
      subject: id,
      details: { ...decision, account: row.account_id },
    })
    if (row.account_id !== null) publish('account', row.account_id)
  })
  const row = await selectRequests(database).where('service_request.id', '=', id).executeTakeFirstOrThrow()
  return toAdminRequest(row)
}

function selectRequests(database: Kysely<Database>) {
  return database
    .selectFrom('service_request')
    .leftJoin('account', 'account.id', 'service_request.account_id')
    .selectAll('service_request')
    .select(['account.quota_bytes', 'account.used_bytes'])
}

type RequestRow = Awaited<ReturnType<ReturnType<typeof selectRequests>['executeTakeFirstOrThrow']>>

function toAdminRequest(row: RequestRow): AdminRequest {
  const { id, kind, state, name, email, message } = row
  return {
    id,
    kind,
    state,
    name,
    email,
    message,
    requestedAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    account:
      row.account_id === null
        ? null
        : { id: row.account_id, quotaBytes: row.quota_bytes ?? 0, usedBytes: row.used_bytes ?? 0 },
  }
}
