import {
  type AuditAction,
  type GroupChange,
  type GroupForm,
  groupLimits,
  type GroupRecord,
  type OpenedGroup,
} from '@kamar/contracts'
import { AppError } from '@kamar/core'
import { appendAuditEvent, type Database, type JsonObject, newId } from '@kamar/database'
import { sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { assertFewerRows, countRows } from '../../platform/database/count-rows.js'
import type { UnitOfWork } from '../../platform/unit-of-work.js'
import { isIdentifier } from '../../domain/files/file-records.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { changeAccess } from '../../domain/projects/change-access.js'
import { removeFromProjects } from '../../domain/projects/group-projects.js'
import { systemAccountId } from '../../domain/projects/example-project.js'
import { findGroup, listGroups, openGroup } from './group-rows.js'

interface GroupEvent {
  readonly actor: AccountActor
  readonly action: AuditAction
  readonly groupId: string
  readonly details?: JsonObject
}

/** Manages groups and organizations on behalf of an administrator. */
export class GroupService {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  list(): Promise<GroupRecord[]> {
    return listGroups(this.#context.database)
  }

  open(id: string): Promise<OpenedGroup> {
    return openGroup(this.#context.database, id)
  }

  async create(actor: AccountActor, { kind, ...form }: GroupForm): Promise<OpenedGroup> {
    const id = newId()
    return this.#context.transact(async ({ transaction }) => {
      await assertFewerRows(transaction.selectFrom('account_group'), groupLimits.groups)
      assertOfKind(kind, form)
      await assertNameFree(transaction, { id, kind, name: form.name })
      await transaction
        .insertInto('account_group')
        .values({ id, kind, ...form })
        .execute()
      await record(transaction, { actor, action: 'group.create', groupId: id, details: { name: form.name, kind } })
      return openGroup(transaction, id)
    })
  }

  async change(actor: AccountActor, id: string, change: GroupChange): Promise<OpenedGroup> {
    return this.#change(id, async ({ publish, transaction }, group) => {
      assertOfKind(group.kind, change)
      if (change.name !== undefined) await assertNameFree(transaction, { ...group, name: change.name })
      if (Object.keys(change).length > 0)
        await transaction.updateTable('account_group').set(change).where('id', '=', id).execute()
      const details = { from: group.name, ...change }
      await record(transaction, { actor, action: 'group.change', groupId: id, details })
      for (const { id: projectId } of group.projects)
        publish('live', { to: { projectId: projectId ?? '' }, event: { type: 'people', projectId: projectId ?? '' } })
    })
  }

  /** Deletes a group; its members lose what it alone gave them. Throws `group-in-use` unless that is confirmed. */
  async remove(actor: AccountActor, id: string, isConfirmed: boolean): Promise<void> {
    await this.#context.transact(async (unit) => {
      const { transaction } = unit
      await lockGroup(transaction, id)
      const group = await findGroup(transaction, id)
      const projects = group.projects.map(({ name }) => name).join(', ')
      if (projects !== '' && !isConfirmed) throw new AppError('group-in-use', { projects })
      await changeAccess(unit, toIds(group), async () => {
        // Before the group: its roles end by statements with triggers, not by a cascade that has lost its members.
        await removeFromProjects(transaction, id)
        await transaction.deleteFrom('account_group').where('id', '=', id).execute()
      })
      const details = { name: group.name, projects: group.projects.map(({ name }) => name) }
      await record(transaction, { actor, action: 'group.delete', groupId: id, details })
    })
  }

  /** Makes accounts members of a group; they have its roles at their next request. */
  async addMembers(actor: AccountActor, id: string, accountIds: readonly string[]): Promise<OpenedGroup> {
    return this.#change(id, async (unit, group) => {
      const { transaction } = unit
      const joining = await listJoining(transaction, id, accountIds)
      const members = transaction.selectFrom('group_member').where('group_id', '=', id)
      await assertFewerRows(members, groupLimits.membersPerGroup, joining.length)
      if (joining.length === 0) return
      await changeAccess(unit, toIds(group), async () => {
        const rows = joining.map((accountId) => ({ group_id: id, account_id: accountId }))
        await transaction.insertInto('group_member').values(rows).execute()
      })
      for (const account of joining)
        await record(transaction, { actor, action: 'group.join', groupId: id, details: { account } })
    })
  }

  async removeMember(actor: AccountActor, id: string, accountId: string): Promise<OpenedGroup> {
    return this.#change(id, async (unit, group) => {
      const { transaction } = unit
      const { numDeletedRows } = await changeAccess(unit, toIds(group), () =>
        transaction
          .deleteFrom('group_member')
          .where('group_id', '=', id)
          .where(sql`account_id::text`, '=', accountId)
          .executeTakeFirstOrThrow(),
      )
      if (numDeletedRows === 0n) throw new AppError('not-found')
      await record(transaction, { actor, action: 'group.leave', groupId: id, details: { account: accountId } })
    })
  }

  /** Changes a group whose row is locked, so that its projects stay the same meanwhile. */
  async #change(id: string, change: (unit: UnitOfWork, group: GroupRecord) => Promise<void>): Promise<OpenedGroup> {
    return this.#context.transact(async (unit) => {
      const { transaction } = unit
      await lockGroup(transaction, id)
      await change(unit, await findGroup(transaction, id))
      return openGroup(transaction, id)
    })
  }
}

const toIds = ({ projects }: GroupRecord): string[] =>
  projects.flatMap(({ id }) => (id === null ? [] : [id])).toSorted()

/** Locks a group; adding it to a project waits, because that refers to its row. */
async function lockGroup(transaction: Transaction<Database>, id: string): Promise<void> {
  if (!isIdentifier(id)) throw new AppError('not-found')
  await transaction.selectFrom('account_group').select('id').where('id', '=', id).forUpdate().execute()
}

function assertOfKind(kind: GroupRecord['kind'], { code = '', domains = [] }: GroupChange): void {
  if (kind === 'group' && (code !== '' || domains.length > 0))
    throw new AppError('invalid-input', { field: code === '' ? 'body.domains' : 'body.code' })
}

async function assertNameFree(
  transaction: Transaction<Database>,
  { id, kind, name }: Pick<GroupRecord, 'id' | 'kind' | 'name'>,
): Promise<void> {
  const sameName = transaction
    .selectFrom('account_group')
    .where('kind', '=', kind)
    .where(sql`lower(name)`, '=', sql<string>`lower(${name})`)
    .where('id', '!=', id)
  if ((await countRows(sameName)) > 0) throw new AppError('group-exists', { name })
}

/** Lists the accounts of a list that can become members and are not; throws `not-found` for others. */
async function listJoining(
  transaction: Transaction<Database>,
  groupId: string,
  accountIds: readonly string[],
): Promise<string[]> {
  const uniqueIds = [...new Set(accountIds)]
  const { rows } = await sql<{ id: string; is_member: boolean }>`
    select account.id, group_member.account_id is not null as is_member
    from account left join group_member on group_member.account_id = account.id and group_member.group_id = ${groupId}
    where account.id = any(${uniqueIds}::uuid[]) and account.id <> ${systemAccountId} and account.kind = 'person'`.execute(
    transaction,
  )
  if (rows.length < uniqueIds.length) throw new AppError('not-found')
  return rows.filter((row) => !row.is_member).map(({ id }) => id)
}

function record(
  transaction: Transaction<Database>,
  { action, actor, details = {}, groupId }: GroupEvent,
): Promise<void> {
  return appendAuditEvent(transaction, { actor: actor.accountId, action, subject: groupId, details })
}
