import { AppError, grouped } from '@kamar/core'
import { type OperationFailure, operationLimits, type OperationRecord } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import { isIdentifier } from '../../domain/files/file-records.js'

/** Selects operations without their files. */
export function selectOperations(connection: Kysely<Database>) {
  return connection
    .selectFrom('operation')
    .select([
      'id',
      'account_id',
      'kind',
      'target_folder_id',
      'done',
      'changed',
      'failures',
      'failed',
      'state',
      'created_at',
      'finished_at',
      'undone_at',
      sql<number>`cardinality(file_ids)`.as('total'),
    ])
}

export type OperationRow = Awaited<ReturnType<ReturnType<typeof selectOperations>['executeTakeFirstOrThrow']>>

/** Finds an operation of an account; throws `not-found`. */
export async function findOperation(
  connection: Kysely<Database>,
  accountId: string,
  id: string,
): Promise<OperationRow> {
  const row = isIdentifier(id)
    ? await selectOperations(connection).where('id', '=', id).where('account_id', '=', accountId).executeTakeFirst()
    : undefined
  if (!row) throw new AppError('not-found')
  return row
}

/** Converts a row for the API. */
export function toOperationRecord(row: OperationRow): OperationRecord {
  return {
    id: row.id,
    kind: row.kind,
    folderId: row.target_folder_id,
    state: row.state,
    isUndo: row.undone_at !== null,
    total: row.total,
    done: row.done,
    changed: row.changed,
    failed: row.failures,
    failures: countReasons(Object.values(row.failed)),
    undoUntil: getUndoEnd(row)?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }
}

/** Returns until when an operation can be undone; null if it cannot. */
export function getUndoEnd({ changed, finished_at: finishedAt, undone_at: undoneAt }: OperationRow): Date | null {
  if (finishedAt === null || undoneAt !== null || changed === 0) return null
  return new Date(finishedAt.getTime() + operationLimits.undoMinutes * 60_000)
}

function countReasons(failures: readonly OperationFailure[]): OperationRecord['failures'] {
  return [...grouped(failures, ({ code }) => code).values()]
    .flatMap((same) => (same[0] ? [{ ...same[0], files: same.length }] : []))
    .toSorted((a, b) => b.files - a.files)
}
