import { AppError } from '@kamar/core'
import { folderLimits } from '@kamar/contracts'
import { appendAuditEvent, type Database, fileNameKeys, newId } from '@kamar/database'
import { sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { refuseDuplicates } from '../../platform/database/unique-violation.js'
import { assertFewerRows } from '../../platform/database/count-rows.js'
import { type FolderRow, isInSubtree } from '../../domain/folders/folder-records.js'
import { readFolderName } from '../../domain/folders/names.js'

/** Place of a folder in the tree. */
export type Parent = Pick<FolderRow, 'id' | 'project_id' | 'ancestors' | 'area_id'>

/** Inserts a folder; the project is locked. Throws the errors of names, `name-taken`, `folder-too-deep`, `too-many`. */
export async function insertFolder(
  transaction: Transaction<Database>,
  actor: AccountActor,
  { name: typed, parent }: { readonly parent: Parent; readonly name: string },
): Promise<string> {
  const name = readFolderName(typed)
  if (parent.ancestors.length >= folderLimits.levels)
    throw new AppError('folder-too-deep', { most: folderLimits.levels })
  const active = transaction.selectFrom('folder').where('deleted_at', 'is', null)
  await assertFewerRows(active.where('project_id', '=', parent.project_id), folderLimits.foldersPerProject)
  await assertFewerRows(active.where('parent_id', '=', parent.id), folderLimits.subfoldersPerFolder)
  const id = newId()
  const insert = () =>
    transaction
      .insertInto('folder')
      .values({
        id,
        project_id: parent.project_id,
        parent_id: parent.id,
        name,
        ...fileNameKeys(name),
        ancestors: [...parent.ancestors, parent.id],
        area_id: parent.area_id,
      })
      .execute()
  await refuseDuplicates('name-taken', insert, { name })
  const details = { name, parent: parent.id }
  await appendAuditEvent(transaction, { actor: actor.accountId, action: 'folder.create', subject: id, details })
  return id
}

/** Renames a folder; the project is locked. */
export async function renameFolder(
  transaction: Transaction<Database>,
  actor: AccountActor,
  { folder, name: typed }: { readonly folder: FolderRow; readonly name: string },
): Promise<void> {
  const name = readFolderName(typed)
  const update = () =>
    transaction
      .updateTable('folder')
      .set((row) => ({ name, ...fileNameKeys(name), revision: row('revision', '+', 1) }))
      .where('id', '=', folder.id)
      .execute()
  await refuseDuplicates('name-taken', update, { name })
  const details = { from: folder.name, to: name }
  await appendAuditEvent(transaction, {
    actor: actor.accountId,
    action: 'folder.rename',
    subject: folder.id,
    details,
  })
}

type RelocatedFolder = Pick<FolderRow, 'id' | 'project_id' | 'parent_id' | 'ancestors'>

/**
 * Puts a folder with everything below it under another one, of the same project or not; the projects are locked. What
 * shared the permissions of the former parent gets those of the new one; folders with permissions of their own keep
 * them, in another project for the members of that one. Throws `folder-in-itself`, `folder-too-deep`, `name-taken` and
 * `too-many`.
 */
export async function relocateFolder(
  transaction: Transaction<Database>,
  { folder, name, parent }: { readonly folder: RelocatedFolder; readonly parent: Parent; readonly name: string },
): Promise<void> {
  if (parent.id === folder.id || parent.ancestors.includes(folder.id)) throw new AppError('folder-in-itself')
  await assertFits(transaction, folder, parent)
  const rules = parent.project_id === folder.project_id ? [] : await readRules(transaction, folder.id)
  const path = [...parent.ancestors, parent.id]
  const { search_name: searchName, sort_name: sortName } = fileNameKeys(name)
  const update = () =>
    sql`
      update folder set
        project_id = ${parent.project_id},
        parent_id = case when id = ${folder.id} then ${parent.id}::uuid else parent_id end,
        ancestors = ${path}::uuid[] || coalesce(ancestors[array_position(ancestors, ${folder.id}::uuid):], '{}'),
        area_id = case when area_id = any(${folder.ancestors}::uuid[]) then ${parent.area_id}::uuid else area_id end,
        name = case when id = ${folder.id} then ${name} else name end,
        search_name = case when id = ${folder.id} then ${searchName} else search_name end,
        sort_name = case when id = ${folder.id} then ${sortName} else sort_name end,
        revision = revision + (id = ${folder.id})::int
      where ${isInSubtree(folder.id)}`.execute(transaction)
  await refuseDuplicates('name-taken', update, { name })
  if (rules.length > 0) await restoreRules(transaction, rules, parent.project_id)
}

async function assertFits(
  transaction: Transaction<Database>,
  { ancestors, id, parent_id: currentParentId, project_id: projectId }: RelocatedFolder,
  parent: Parent,
): Promise<void> {
  const { rows } = await sql<{ folders: number; areas: number; levels: number }>`
    select count(*)::int as folders, count(*) filter (where area_id = id)::int as areas,
      max(cardinality(ancestors))::int as levels
    from folder where ${isInSubtree(id)} and deleted_at is null`.execute(transaction)
  const { areas = 0, folders = 0, levels = 0 } = rows[0] ?? {}
  const maxLevels = folderLimits.levels
  if (levels - ancestors.length + parent.ancestors.length + 1 > maxLevels)
    throw new AppError('folder-too-deep', { most: maxLevels })
  const active = transaction.selectFrom('folder').where('deleted_at', 'is', null)
  if (currentParentId !== parent.id)
    await assertFewerRows(active.where('parent_id', '=', parent.id), folderLimits.subfoldersPerFolder)
  if (projectId === parent.project_id) return
  const inProject = active.where('project_id', '=', parent.project_id)
  await assertFewerRows(inProject, folderLimits.foldersPerProject, folders)
  await assertFewerRows(inProject.whereRef('area_id', '=', 'id'), folderLimits.areasPerProject, areas)
}

interface Rule {
  readonly folder_id: string
  readonly account_id: string | null
  readonly group_id: string | null
  readonly role: string
}

async function readRules(transaction: Transaction<Database>, folderId: string): Promise<readonly Rule[]> {
  return transaction
    .selectFrom('folder_rule')
    .innerJoin('folder', 'folder.id', 'folder_rule.folder_id')
    .select(['folder_rule.folder_id', 'folder_rule.account_id', 'folder_rule.group_id', 'folder_rule.role'])
    .where(isInSubtree(folderId))
    .execute()
}

/** Inserts the rules of moved folders again for those who are members of their new project. */
async function restoreRules(
  transaction: Transaction<Database>,
  rules: readonly Rule[],
  projectId: string,
): Promise<void> {
  await sql`
    insert into folder_rule (folder_id, project_id, account_id, group_id, role)
    select rule.folder_id, ${projectId}, rule.account_id, rule.group_id, rule.role
    from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb)
      as rule (folder_id uuid, account_id uuid, group_id uuid, role access_role)
    where exists (select from membership where project_id = ${projectId} and account_id = rule.account_id)
      or exists (select from project_group where project_id = ${projectId} and group_id = rule.group_id)`.execute(
    transaction,
  )
}
