import {
  type AdminBulkAction,
  type AdminBulkResult,
  type AdminUser,
  type AdminUserChange,
  type AuditAction,
  type FilesOfDeleted,
  type PasswordLink,
} from '@kamar/contracts'
import { AppError } from '@kamar/core'
import { appendAuditEvent, type Database, type JsonObject } from '@kamar/database'
import type { Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { endSignIns } from '../../domain/accounts/end-sign-ins.js'
import { systemAccountId } from '../../domain/projects/example-project.js'
import { isIdentifier } from '../../domain/files/file-records.js'
import { queueMail } from '../../platform/mail-queue.js'
import { createLink, linkLifetimeMilliseconds } from '../../domain/accounts/one-time-links.js'
import { createAccount, type NewUserForm } from './create-account.js'
import { removeAccount } from './remove-account.js'
import { findUser } from './user-list.js'

const statusOfAction = { approve: 'approved', reject: 'rejected', suspend: 'pending' } as const

/** Manages accounts on behalf of an administrator. */
export class UserService {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  async create(actor: AccountActor, form: NewUserForm): Promise<AdminUser> {
    return this.find(await createAccount(this.#context, form, actor.accountId))
  }

  async find(id: string): Promise<AdminUser> {
    const user = await findUser(this.#context.database, id)
    if (!user) throw new AppError('not-found')
    return user
  }

  /**
   * Changes an account. Rejecting it, and revoking a role, end its sign-ins at once. Administrators cannot lock
   * themselves out, and one always remains.
   */
  async change(actor: AccountActor, id: string, change: AdminUserChange): Promise<AdminUser> {
    await this.#context.transact(async ({ transaction, publish }) => {
      const user = await findForChange(transaction, id)
      const losesAdministration =
        user.role === 'admin' && (change.role === 'user' || (change.status ?? 'approved') !== 'approved')
      if (losesAdministration) await assertNotNeeded(transaction, actor, id)
      const { quotaBytes, reason, uploadLimitBytes, ...columns } = change
      const isRejected = change.status === 'rejected'
      await transaction
        .updateTable('account')
        .set({
          ...columns,
          ...(quotaBytes === undefined ? {} : { quota_bytes: quotaBytes }),
          ...(uploadLimitBytes === undefined ? {} : { upload_limit_bytes: uploadLimitBytes }),
          ...(change.status === undefined ? {} : { approved_email: change.status === 'approved' ? user.email : null }),
          ...(change.status === undefined ? {} : { rejection_reason: (isRejected && reason) || null }),
          updated_at: new Date(),
        })
        .where('id', '=', id)
        .execute()
      if (isRejected) await endSignIns(transaction, id)
      await record(transaction, {
        actor,
        action: getAuditAction(change),
        subject: id,
        details: { from: before(user, change), to: { ...change } },
      })
      publish('account', id)
    })
    return this.find(id)
  }

  /**
   * Disables the second factor of a user who lost it, also one that is being set up. Ends every sign-in, including that
   * of an attacker who talked an administrator into this, and notifies the owner of the address.
   */
  async resetTwoFactor(actor: AccountActor, id: string): Promise<AdminUser> {
    if (id === actor.accountId) throw new AppError('not-yourself')
    await this.#context.transact(async ({ transaction, publish }) => {
      const user = await findForChange(transaction, id)
      if (!user.twoFactor) throw new AppError('not-found')
      await transaction.deleteFrom('second_factor').where('account_id', '=', id).execute()
      await transaction.deleteFrom('recovery_code').where('account_id', '=', id).execute()
      await endSignIns(transaction, id)
      await queueMail(transaction, { template: 'two-factor-reset', recipient: user.email, accountId: id, data: {} })
      await record(transaction, { actor, action: 'two-factor.reset', subject: id, details: {} })
      publish('account', id)
    })
    return this.find(id)
  }

  /** Creates a link for a new password; its holder can take the account over, so it is in the audit trail. */
  async createPasswordLink(actor: AccountActor, id: string): Promise<PasswordLink> {
    const { database } = this.#context
    const now = new Date()
    const code = await database.transaction().execute(async (transaction) => {
      if (!isIdentifier(id)) throw new AppError('not-found')
      const account = await transaction
        .selectFrom('account')
        .select(['id', 'email', 'password_hash', 'new_email'])
        .where('id', '=', id)
        .where('id', '!=', systemAccountId)
        .where('kind', '=', 'person')
        .where('status', '!=', 'rejected')
        .executeTakeFirst()
      if (!account) throw new AppError('not-found')
      await record(transaction, { actor, action: 'account.password-link', subject: id, details: {} })
      return createLink(transaction, 'reset-password', { account, now })
    })
    return { code, expiresAt: new Date(now.getTime() + linkLifetimeMilliseconds['reset-password']).toISOString() }
  }

  /** Deletes an account and optionally its files; otherwise the administrator gets its projects. */
  async remove(actor: AccountActor, id: string, files: FilesOfDeleted): Promise<undefined> {
    const { database, domain } = this.#context
    const abandoned = await database.transaction().execute(async (transaction) => {
      const user = await findForChange(transaction, id)
      if (id === actor.accountId) throw new AppError('not-yourself')
      if (user.role === 'admin') await assertNotNeeded(transaction, actor, id)
      // Recorded first, while the account still exists.
      await record(transaction, {
        actor,
        action: 'account.delete',
        subject: id,
        details: { email: user.email, name: user.name, files },
      })
      return removeAccount(transaction, {
        id,
        newOwnerId: files === 'keep' ? actor.accountId : null,
        actorId: actor.accountId,
      })
    })
    await abandoned.cancel(domain.translation)
    return undefined
  }

  /** Applies one action to several accounts, one after the other; a refusal does not stop the rest. */
  async changeSeveral(actor: AccountActor, { ids, action, files, reason }: AdminBulkAction): Promise<AdminBulkResult> {
    const done: string[] = []
    const refused: { id: string; code: string }[] = []
    for (const id of new Set(ids)) {
      try {
        if (action === 'delete') await this.remove(actor, id, files ?? 'delete')
        else await this.change(actor, id, { status: statusOfAction[action], ...(reason ? { reason } : {}) })
        done.push(id)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        refused.push({ id, code: error.code })
      }
    }
    return { done, refused }
  }
}

type ChangedUser = Pick<
  AdminUser,
  'name' | 'email' | 'role' | 'status' | 'position' | 'quotaBytes' | 'uploadLimitBytes' | 'twoFactor'
>

/**
 * Finds the account and locks its row, so that two administrators who remove each other at once cannot both succeed.
 */
async function findForChange(transaction: Transaction<Database>, id: string): Promise<ChangedUser> {
  const user = isIdentifier(id) ? await findUser(transaction, id) : null
  if (!user) throw new AppError('not-found')
  await transaction.selectFrom('account').select('id').where('role', '=', 'admin').orderBy('id').forUpdate().execute()
  await transaction.selectFrom('account').select('id').where('id', '=', id).forUpdate().execute()
  return user
}

async function assertNotNeeded(transaction: Transaction<Database>, actor: AccountActor, id: string): Promise<void> {
  if (id === actor.accountId) throw new AppError('not-yourself')
  const other = await transaction
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'approved')
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  if (!other) throw new AppError('last-administrator')
}

function getAuditAction({ status, role, quotaBytes, uploadLimitBytes }: AdminUserChange): AuditAction {
  if (status !== undefined) return `account.${status}`
  if (role !== undefined) return 'account.role'
  if (quotaBytes !== undefined) return 'account.quota'
  return uploadLimitBytes === undefined ? 'account.position' : 'account.upload-limit'
}

function before(user: ChangedUser, change: AdminUserChange): JsonObject {
  const { reason: _, ...columns } = change
  const names = Object.keys(columns) as (keyof typeof columns)[]
  return Object.fromEntries(names.map((name) => [name, user[name]]))
}

interface AdminAction {
  readonly actor: AccountActor
  readonly action: AuditAction
  readonly subject: string
  readonly details: JsonObject
}

function record(transaction: Transaction<Database>, { actor, ...event }: AdminAction): Promise<void> {
  return appendAuditEvent(transaction, { actor: actor.accountId, ...event })
}
