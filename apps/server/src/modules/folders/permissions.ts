import { AppError } from '@kamar/core'
import {
  type AccessEffects,
  folderLimits,
  type FolderPermissions,
  type FolderPermissionsForm,
  type FolderRule,
  type VisibleFolders,
} from '@kamar/contracts'
import { appendAuditEvent, type Database } from '@kamar/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { assertFewerRows } from '../../platform/database/count-rows.js'
import {
  type FolderRow,
  isInSubtree,
  isRoot,
  listAccountFolders,
  listAreaMembers,
  toFolderRecord,
} from '../../domain/folders/folder-records.js'

type Rules = NonNullable<FolderPermissionsForm['rules']>

/** Reads the rules that apply to a folder, and everybody's role. */
export async function readPermissions(connection: Kysely<Database>, folder: FolderRow): Promise<FolderPermissions> {
  const { area_id: areaId, revision } = folder
  const from = await connection
    .selectFrom('folder')
    .select(['id', 'name'])
    .where('id', '=', areaId)
    .executeTakeFirstOrThrow()
  return {
    revision,
    from,
    rules: await readRules(connection, areaId),
    people: await listAreaMembers(connection, areaId),
  }
}

async function readRules(connection: Kysely<Database>, areaId: string): Promise<FolderRule[]> {
  const rows = await connection
    .selectFrom('folder_rule as rule')
    .leftJoin('account', 'account.id', 'rule.account_id')
    .leftJoin('account_group', 'account_group.id', 'rule.group_id')
    .select([
      'rule.role',
      'rule.account_id',
      'account.name as account_name',
      'account_group.id as group_id',
      'account_group.name as group_name',
      'account_group.kind',
    ])
    .where('rule.folder_id', '=', areaId)
    .execute()
  return rows
    .map(({ account_id, account_name, group_id, group_name, kind, role }) => ({
      kind: kind ?? ('account' as const),
      id: account_id ?? group_id ?? '',
      name: account_name ?? group_name ?? '',
      role,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/**
 * Replaces the rules of a folder; without any it has the permissions of its parent. The caller runs it in
 * `changeAccess`. Accounts and groups have to belong to the project. Throws `not-a-member` and `too-many`.
 */
export async function setPermissions(
  transaction: Transaction<Database>,
  actor: AccountActor,
  { folder, rules }: { readonly folder: FolderRow; readonly rules: Rules | null },
): Promise<void> {
  if (isRoot(folder)) throw new AppError('not-allowed')
  if (folder.personal) throw new AppError('project-personal')
  const areaId = rules === null ? await parentArea(transaction, folder) : folder.id
  if (areaId !== folder.area_id) {
    if (rules !== null) await assertAreaLimit(transaction, folder.project_id)
    await transaction
      .updateTable('folder')
      .set({ area_id: areaId })
      .where('area_id', '=', folder.area_id)
      .where(isInSubtree(folder.id))
      .execute()
  }
  await transaction.deleteFrom('folder_rule').where('folder_id', '=', folder.id).execute()
  if (rules !== null) await insertRules(transaction, folder, rules)
  await transaction
    .updateTable('folder')
    .set((row) => ({ revision: row('revision', '+', 1) }))
    .where('id', '=', folder.id)
    .execute()
  await appendAuditEvent(transaction, {
    actor: actor.accountId,
    action: 'folder.permissions',
    subject: folder.id,
    details: { rules: rules ?? 'parent' },
  })
}

async function parentArea(transaction: Transaction<Database>, { parent_id: parentId }: FolderRow): Promise<string> {
  const parent = await transaction
    .selectFrom('folder')
    .select('area_id')
    .where('id', '=', parentId)
    .executeTakeFirstOrThrow()
  return parent.area_id
}

async function assertAreaLimit(transaction: Transaction<Database>, projectId: string): Promise<void> {
  const areas = transaction
    .selectFrom('folder')
    .where('project_id', '=', projectId)
    .whereRef('area_id', '=', 'id')
    .where('deleted_at', 'is', null)
  // The top is one as well.
  await assertFewerRows(areas, folderLimits.areasPerProject + 1)
}

async function insertRules(transaction: Transaction<Database>, folder: FolderRow, rules: Rules): Promise<void> {
  if (rules.length === 0) return
  const { rows } = await sql`
    insert into folder_rule (folder_id, project_id, account_id, group_id, role)
    select ${folder.id}, ${folder.project_id}, membership.account_id, project_group.group_id, rule.role::access_role
    from unnest(${rules.map(({ id }) => id)}::uuid[], ${rules.map(({ role }) => role)}::text[]) as rule (id, role)
    left join membership on membership.project_id = ${folder.project_id} and membership.account_id = rule.id
    left join project_group on project_group.project_id = ${folder.project_id} and project_group.group_id = rule.id
    where membership.account_id is not null or project_group.group_id is not null
    on conflict do nothing
    returning folder_id`.execute(transaction)
  if (rows.length < rules.length) throw new AppError('not-a-member')
}

/** Lists who would gain and who would lose access by new rules, without changing anything. */
export async function planPermissions(
  connection: Kysely<Database>,
  folder: FolderRow,
  rules: Rules | null,
): Promise<AccessEffects> {
  const { rows } = await sql<{ id: string; name: string; gains: boolean }>`
    with planned as (${rules === null ? selectParentAccounts(folder) : selectRuleAccounts(folder, rules)}),
    present as (select account_id from access where area_id = ${folder.area_id})
    select account.id, account.name, present.account_id is null as gains
    from planned full join present using (account_id) join account on account.id = account_id
    where planned.account_id is null or present.account_id is null
    order by account.name, account.id`.execute(connection)
  return {
    gaining: rows.filter(({ gains }) => gains).map(({ id, name }) => ({ id, name })),
    losing: rows.filter(({ gains }) => !gains).map(({ id, name }) => ({ id, name })),
  }
}

function selectParentAccounts({ parent_id: parentId }: FolderRow) {
  return sql`select access.account_id from access join folder on folder.area_id = access.area_id
    where folder.id = ${parentId}`
}

function selectRuleAccounts({ project_id: projectId }: FolderRow, rules: Rules) {
  const ids = rules.map(({ id }) => id)
  return sql`
    select id as account_id from unnest(${ids}::uuid[]) as rule (id) join account using (id)
    union select account_id from group_member where group_id = any(${ids}::uuid[])
    union select account_id from access where area_id = ${projectId} and role = 'owner'`
}

/** Lists the folders of a project that an account sees. */
export async function readVisibleFolders(
  connection: Kysely<Database>,
  { accountId, projectId }: { readonly accountId: string; readonly projectId: string },
): Promise<VisibleFolders> {
  const folders = await listAccountFolders(connection, accountId, projectId)
  const account = await connection
    .selectFrom('account')
    .select(['id', 'name'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!account || folders.length === 0) throw new AppError('not-a-member')
  const role = folders.find(isRoot)?.role ?? 'folder'
  return {
    person: account,
    role,
    folders: folders.map(toFolderRecord),
  }
}
