import { AppError, grouped } from '@kamar/core'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { can } from '../../platform/authorization/permissions.js'
import type { UnitOfWork } from '../../platform/unit-of-work.js'
import { restoreFile } from '../../domain/files/bin-files.js'
import { type OwnedFileRow, subjectOf } from '../../domain/files/file-records.js'
import { assertMovable } from '../../domain/folders/assert-movable.js'
import { bin, checkFiles, failAll, type FileChange, findTarget, move, type Step } from './change-files.js'
import { changeInParts, mergeOutcomes, type Outcome } from './change-in-parts.js'
import type { OperationRow } from './operation-records.js'

/** Conditions that nobody changed a file since; `operation`, `change` and `file` are joined. */
const isUnchanged: Readonly<Record<OperationRow['kind'], RawBuilder<SqlBool>>> = {
  move: sql`file.deleted_at is null and file.folder_id = operation.target_folder_id`,
  copy: sql`file.deleted_at is null and file.folder_id = change.folder_id
    and not exists (select from file_version where file_id = file.id and number > 1)
    and not exists (select from topic where file_id = file.id)`,
  delete: sql`file.deleted_at = change.changed_at and file.deletion_id is null`,
}

/**
 * Changes the files of a step back, unless somebody changed them since: moves them to where they were, restores them,
 * or moves the copies to the bin. The projects are locked.
 */
export async function undoChanges(unit: UnitOfWork, step: Step): Promise<Outcome<FileChange>> {
  const { actor, operation } = step
  const former = await findFormerFolders(unit, step)
  const checked = await checkFiles(unit, step, (row) => {
    if (!former.has(row.id)) throw new AppError('changed-meanwhile')
    if (!canUndo(step, row)) throw new AppError('not-allowed')
  })
  const rows = checked.changes
  const refused = { changes: [], failures: checked.failures }
  if (operation.kind === 'move') return mergeOutcomes([refused, ...(await moveBack(unit, step, rows, former))])
  const outcome = await changeInParts(unit, rows, async (inner, files) => {
    if (operation.kind === 'copy') return bin(inner, actor, files)
    for (const file of files) {
      await restoreFile(inner, actor, file)
      inner.publish('file', { type: 'changed', fileId: file.id })
    }
    return files.map((file) => ({ fileId: file.id, folderId: file.folder_id }))
  })
  return mergeOutcomes([refused, outcome])
}

/** Whoever made copies may delete them as well, without being an owner. */
function canUndo({ actor, operation: { kind } }: Step, row: OwnedFileRow): boolean {
  const action = ({ move: 'file:move', copy: 'file:change', delete: 'file:delete' } as const)[kind]
  return can(actor, action, subjectOf(row))
}

/** Finds the folder where each unchanged file was. */
async function findFormerFolders(
  { transaction }: UnitOfWork,
  { ids, operation }: Step,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ file_id: string; folder_id: string }>`
    select change.file_id, change.folder_id
    from operation_change as change join operation on operation.id = change.operation_id
    join file on file.id = change.file_id
    where operation.id = ${operation.id} and file.id = any(${ids}::uuid[]) and ${isUnchanged[operation.kind]}`.execute(
    transaction,
  )
  return new Map(rows.map((row) => [row.file_id, row.folder_id]))
}

async function moveBack(
  unit: UnitOfWork,
  { actor }: Step,
  rows: readonly OwnedFileRow[],
  former: ReadonlyMap<string, string>,
): Promise<readonly Outcome<FileChange>[]> {
  const outcomes: Outcome<FileChange>[] = []
  for (const [folderId, files] of grouped(rows, ({ id }) => former.get(id) ?? '')) {
    const target = await findTarget(unit, actor, folderId)
    outcomes.push(
      target instanceof AppError
        ? failAll(
            files.map(({ id }) => id),
            target,
          )
        : await changeInParts(unit, files, (inner, part) => {
            for (const file of part) assertMovable(actor, file, target)
            return move(inner, actor, part, target)
          }),
    )
  }
  return outcomes
}
