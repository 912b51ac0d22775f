import { collaborationLimits } from '@kamar/contracts'
import { appendAuditEvent, type Database, newId } from '@kamar/database'
import type { Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import type { UnitOfWork } from '../../platform/unit-of-work.js'
import type { OwnedFileRow } from '../../domain/files/file-records.js'
import { findUsableFolder } from '../../domain/folders/folder-records.js'
import { moveFiles } from '../../domain/folders/move-files.js'
import { insertProject } from '../../domain/projects/insert-project.js'
import { assertFewerRows } from '../../platform/database/count-rows.js'

/** Throws `too-many` beyond the limit of projects. */
export async function createProject(
  transaction: Transaction<Database>,
  actor: AccountActor,
  name: string,
): Promise<string> {
  const owned = transaction.selectFrom('project').where('owner_id', '=', actor.accountId)
  await assertFewerRows(owned, collaborationLimits.projectsPerAccount)
  const id = newId()
  await insertProject(transaction, { id, name, ownerId: actor.accountId, personal: false })
  await appendAuditEvent(transaction, { actor: actor.accountId, action: 'project.create', subject: id })
  return id
}

/** Creates a project named after a file of the personal project, and moves the file there. */
export async function createOwnProject(unit: UnitOfWork, actor: AccountActor, file: OwnedFileRow): Promise<string> {
  const extensionless = file.description.slice(0, file.description.length - file.extension.length)
  const name = extensionless.trim().slice(0, collaborationLimits.projectNameCharacters) || file.description.slice(0, 60)
  const id = await createProject(unit.transaction, actor, name)
  const folder = await findUsableFolder(unit.transaction, actor, { id, action: 'folder:create' })
  await moveFiles(unit, actor, { files: [file], folder })
  return id
}
