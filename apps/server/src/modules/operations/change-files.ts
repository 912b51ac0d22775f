import { AppError } from '@kamar/core'
import type { OperationFailure } from '@kamar/contracts'
import { sql } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { type Action, can } from '../../platform/authorization/permissions.js'
import type { UnitOfWork } from '../../platform/unit-of-work.js'
import { binFiles } from '../../domain/files/bin-files.js'
import { type OwnedFileRow, selectAccountFiles, subjectOf } from '../../domain/files/file-records.js'
import { assertMovable } from '../../domain/folders/assert-movable.js'
import { findUsableFolder, type FolderRow } from '../../domain/folders/folder-records.js'
import { moveFiles } from '../../domain/folders/move-files.js'
import { changeInParts, mergeOutcomes, type Outcome, toFailure } from './change-in-parts.js'
import { copyFile } from './copy-file.js'
import type { OperationRow } from './operation-records.js'

/** Changed file or new copy, and the folder where it was. */
export interface FileChange {
  readonly fileId: string
  readonly folderId: string
  /** File in the bin whose translation nobody may need any more. */
  readonly binned?: OwnedFileRow
}

/** Files of a step with their operation. */
export interface Step {
  readonly actor: AccountActor
  readonly operation: Pick<OperationRow, 'id' | 'kind' | 'target_folder_id'>
  readonly ids: readonly string[]
}

/** Moves, copies or deletes the files of a step that the account may change now; the projects are locked. */
export async function changeFiles(unit: UnitOfWork, step: Step): Promise<Outcome<FileChange>> {
  const { actor, operation } = step
  const target = operation.target_folder_id === null ? null : await findTarget(unit, actor, operation.target_folder_id)
  if (target instanceof AppError) return failAll(step.ids, target)
  const checked = await checkFiles(unit, step, (row) => assertChangeable(actor, operation.kind, row, target))
  const outcome = await changeInParts(unit, checked.changes, async (inner, files) => {
    if (!target) return bin(inner, actor, files)
    return operation.kind === 'move' ? move(inner, actor, files, target) : copy(inner, actor, files, target)
  })
  return mergeOutcomes([{ changes: [], failures: checked.failures }, outcome])
}

/** Finds the folder where files go, or the reason why they may not. */
export async function findTarget(
  { transaction }: UnitOfWork,
  actor: AccountActor,
  id: string,
): Promise<FolderRow | AppError> {
  try {
    return await findUsableFolder(transaction, actor, { id, action: 'folder:create' })
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

export function failAll(ids: readonly string[], error: AppError): Outcome<never> {
  return { changes: [], failures: new Map(ids.map((id) => [id, toFailure(error)])) }
}

const actions: Readonly<Record<OperationRow['kind'], Action>> = {
  move: 'file:move',
  copy: 'file:read',
  delete: 'file:delete',
}

/** Throws `not-found` or `not-allowed` unless the account may move, copy or delete a file. */
export function assertChangeable(
  actor: AccountActor,
  kind: OperationRow['kind'],
  row: OwnedFileRow,
  target: FolderRow | null,
): void {
  if (row.deleted_at !== null) throw new AppError('not-found')
  if (!can(actor, actions[kind], subjectOf(row))) throw new AppError('not-allowed')
  if (kind === 'move' && target) assertMovable(actor, row, target)
}

/** Reads files in their order, those that pass a check; a file that the account does not see does not exist. */
export async function checkFiles(
  { transaction }: UnitOfWork,
  { actor, ids }: Pick<Step, 'actor' | 'ids'>,
  check: (row: OwnedFileRow) => void,
): Promise<Outcome<OwnedFileRow>> {
  const rows = await selectAccountFiles(transaction, actor.accountId)
    .where(sql<boolean>`file.id = any(${ids}::uuid[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const failures = new Map<string, OperationFailure>()
  const changes = ids.flatMap((id) => {
    const row = byId.get(id)
    try {
      if (!row) throw new AppError('not-found')
      check(row)
      return [row]
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      failures.set(id, toFailure(error))
      return []
    }
  })
  return { changes, failures }
}

type Change = (
  unit: UnitOfWork,
  actor: AccountActor,
  files: readonly OwnedFileRow[],
  target: FolderRow,
) => Promise<readonly FileChange[]>

export const move: Change = async (unit, actor, files, folder) => {
  await moveFiles(unit, actor, { files, folder })
  return files
    .filter((file) => file.folder_id !== folder.id)
    .map((row) => ({ fileId: row.id, folderId: row.folder_id }))
}

const copy: Change = async (unit, actor, files, target) => {
  const changes: FileChange[] = []
  for (const file of files)
    changes.push({ fileId: await copyFile(unit, actor, { file, folderId: target.id }), folderId: target.id })
  return changes
}

export async function bin(
  unit: UnitOfWork,
  actor: AccountActor,
  files: readonly OwnedFileRow[],
): Promise<readonly FileChange[]> {
  await binFiles(unit, actor, files)
  return files.map((row) => ({ fileId: row.id, folderId: row.folder_id, binned: row }))
}
