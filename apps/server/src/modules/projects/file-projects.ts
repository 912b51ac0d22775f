import { AppError } from '@kamar/core'
import { collaborationLimits } from '@kamar/contracts'
import { appendAuditEvent, type Database, newId } from '@kamar/database'
import type { Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import type { OwnedFileRow } from '../../domain/files/file-records.js'
import { lockProject } from './project-rows.js'
import { assertFewerRows } from '../../platform/database/count-rows.js'

/** Throws `too-many` beyond the limit of projects. */
export async function insertProject(
  transaction: Transaction<Database>,
  actor: AccountActor,
  name: string,
): Promise<string> {
  const owned = transaction.selectFrom('project').where('owner_id', '=', actor.accountId)
  await assertFewerRows(owned, collaborationLimits.projectsPerAccount)
  const id = newId()
  await transaction.insertInto('project').values({ id, name, owner_id: actor.accountId }).execute()
  await transaction
    .insertInto('membership')
    .values({ project_id: id, account_id: actor.accountId, role: 'owner' })
    .execute()
  await appendAuditEvent(transaction, { actor: actor.accountId, action: 'project.create', subject: id })
  return id
}

/** Creates a project named after a file of the personal project, and moves the file there with its share links. */
export async function createOwnProject(
  transaction: Transaction<Database>,
  actor: AccountActor,
  file: OwnedFileRow,
): Promise<string> {
  const extensionless = file.description.slice(0, file.description.length - file.extension.length)
  const name = extensionless.trim().slice(0, collaborationLimits.projectNameCharacters) || file.description.slice(0, 60)
  const projectId = await insertProject(transaction, actor, name)
  await moveFile(transaction, actor, { file, projectId })
  await transaction
    .updateTable('share_link')
    .set({ project_id: projectId })
    .where('project_id', '=', file.project_id)
    .where('file_version_id', 'in', (version) =>
      version.selectFrom('file_version').select('id').where('file_id', '=', file.id),
    )
    .execute()
  return projectId
}

/**
 * Moves a file with its topics; topics assigned to users who are not members of the new project are unassigned. Throws
 * `changed-meanwhile` when the file was moved meanwhile.
 */
export async function moveFile(
  transaction: Transaction<Database>,
  actor: AccountActor,
  { file, projectId }: { readonly file: OwnedFileRow; readonly projectId: string },
): Promise<void> {
  await lockProject(transaction, projectId)
  const movedFile = await transaction
    .updateTable('file')
    .set({ project_id: projectId })
    .where('id', '=', file.id)
    .where('project_id', '=', file.project_id)
    .returning('id')
    .executeTakeFirst()
  if (!movedFile) throw new AppError('changed-meanwhile')
  await transaction
    .updateTable('topic')
    .set({ assignee_id: null })
    .where('file_id', '=', file.id)
    .where((topic) =>
      topic.not(
        topic.exists(
          topic
            .selectFrom('membership')
            .select('account_id')
            .where('project_id', '=', projectId)
            .whereRef('account_id', '=', 'topic.assignee_id'),
        ),
      ),
    )
    .where('assignee_id', 'is not', null)
    .execute()
  await transaction.updateTable('notification').set({ project_id: projectId }).where('file_id', '=', file.id).execute()
  const details = { from: file.project_id, to: projectId }
  await appendAuditEvent(transaction, { actor: actor.accountId, action: 'file.move', subject: file.id, details })
}
