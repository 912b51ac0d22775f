import { type OperationFailure, operationLimits, type OperationRecord } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import type { UnitOfWork } from '../../platform/unit-of-work.js'
import type { OwnedFileRow } from '../../domain/files/file-records.js'
import { publishFolders } from '../../domain/folders/publish-folders.js'
import { lockProjects } from '../../domain/projects/lock-projects.js'
import { changeFiles, type FileChange } from './change-files.js'
import type { Outcome } from './change-in-parts.js'
import { type OperationRow, selectOperations, toOperationRecord } from './operation-records.js'
import { undoChanges } from './undo-changes.js'

/** Operation after a step, and the files that the step moved to the bin. */
export interface StepResult {
  readonly record: OperationRecord
  readonly binned: readonly OwnedFileRow[]
}

/**
 * Changes the next files of an operation and stores its progress, in one transaction: after a crash the operation
 * continues where it was. Its row is locked.
 */
export async function runStep(unit: UnitOfWork, operation: OperationRow): Promise<StepResult> {
  const { transaction } = unit
  const actor = await findActor(transaction, operation.account_id)
  if (!actor) return { record: await endOperation(unit, operation.id, 'cancelled'), binned: [] }
  const ids = await readNextIds(transaction, operation)
  const projectIds = await findProjects(transaction, operation, ids)
  if (projectIds.length > 0) await lockProjects(transaction, projectIds)
  const change = operation.undone_at === null ? changeFiles : undoChanges
  const outcome = await change(unit, { actor, operation, ids })
  if (operation.undone_at === null) await insertChanges(transaction, operation.id, outcome.changes)
  await storeProgress(transaction, operation, { ids, outcome })
  publishFolders(unit, projectIds)
  const binned = outcome.changes.flatMap((file) => file.binned ?? [])
  return { record: await publishOperation(unit, operation.id), binned }
}

/** Ends an operation that is not finished; what it changed stays changed. */
export async function endOperation(
  unit: UnitOfWork,
  id: string,
  state: 'cancelled' | 'failed',
): Promise<OperationRecord> {
  await unit.transaction
    .updateTable('operation')
    .set({ state, finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .execute()
  return publishOperation(unit, id)
}

/** Tells the open pages of the account the state of an operation. */
export async function publishOperation({ publish, transaction }: UnitOfWork, id: string): Promise<OperationRecord> {
  const row = await selectOperations(transaction).where('id', '=', id).executeTakeFirstOrThrow()
  const operation = toOperationRecord(row)
  publish('live', { to: { accountIds: [row.account_id] }, event: { type: 'operation', operation } })
  return operation
}

/** Finds the account of an operation as it is now; null once it is refused. No session belongs to the work. */
async function findActor(transaction: Transaction<Database>, accountId: string): Promise<AccountActor | null> {
  const row = await transaction
    .selectFrom('account')
    .select(['id', 'role', 'locale'])
    .where('id', '=', accountId)
    .where('status', '<>', 'rejected')
    .executeTakeFirst()
  return row ? { kind: 'account', accountId: row.id, role: row.role, locale: row.locale, sessionFamily: '' } : null
}

async function readNextIds(transaction: Transaction<Database>, { done, id }: OperationRow): Promise<readonly string[]> {
  const { rows } = await sql<{ ids: string[] }>`
    select file_ids[${done + 1}::int:${done + operationLimits.filesPerStep}::int] as ids
    from operation where id = ${id}`.execute(transaction)
  return rows[0]?.ids ?? []
}

/** Finds the projects of files, of the target and of the folders to move back to. */
async function findProjects(
  transaction: Transaction<Database>,
  { id, target_folder_id: targetId }: OperationRow,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ project_id: string }>`
    select project_id from file where id = any(${ids}::uuid[])
    union select project_id from folder where id = ${targetId}
    union select project_id from folder join operation_change as change on change.folder_id = folder.id
      where change.operation_id = ${id} and change.file_id = any(${ids}::uuid[])`.execute(transaction)
  return rows.map((row) => row.project_id)
}

async function insertChanges(
  transaction: Transaction<Database>,
  operationId: string,
  changes: readonly FileChange[],
): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ fileId, folderId }) => ({
    operation_id: operationId,
    file_id: fileId,
    folder_id: folderId,
  }))
  await transaction.insertInto('operation_change').values(rows).execute()
}

async function storeProgress(
  transaction: Transaction<Database>,
  operation: OperationRow,
  { ids, outcome }: { readonly ids: readonly string[]; readonly outcome: Outcome<FileChange> },
): Promise<void> {
  const done = operation.done + ids.length
  const isFinished = done >= operation.total
  await transaction
    .updateTable('operation')
    .set({
      done,
      changed: operation.changed + outcome.changes.length,
      failures: operation.failures + outcome.failures.size,
      failed: JSON.stringify(mergeFailures(operation.failed, outcome.failures)),
      state: isFinished ? 'done' : 'running',
      attempts: 0,
      step_at: sql<Date>`clock_timestamp()`,
      finished_at: isFinished ? sql<Date>`now()` : null,
    })
    .where('id', '=', operation.id)
    .execute()
}

function mergeFailures(
  failed: OperationRow['failed'],
  added: ReadonlyMap<string, OperationFailure>,
): OperationRow['failed'] {
  return Object.fromEntries([...Object.entries(failed), ...added].slice(0, operationLimits.failures))
}
