import { AppError } from '@kamar/core'
import { type AccessEffects, type OperationForm, operationLimits, type OperationRecord } from '@kamar/contracts'
import { newId } from '@kamar/database'
import { sql } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { createChannel } from '../../platform/events/event-bus.js'
import { type OwnedFileRow, selectAccountFiles } from '../../domain/files/file-records.js'
import { listMatchingIds } from '../../domain/files/matching-files.js'
import { compareAreas } from '../../domain/folders/effects.js'
import { findUsableFolder, type FolderRow } from '../../domain/folders/folder-records.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { cancelUnlessNeeded } from '../../domain/versions/cancel-unless-needed.js'
import { assertChangeable } from './change-files.js'
import {
  findOperation,
  getUndoEnd,
  type OperationRow,
  selectOperations,
  toOperationRecord,
} from './operation-records.js'
import { endOperation, publishOperation, runStep, type StepResult } from './run-step.js'

/** Attempts of a step that ends with an unexpected error, after which the operation has failed. */
const maxAttempts = 5

/** Moves, copies and deletes many files in steps, and undoes it. */
export class OperationService {
  readonly #context: ModuleContext
  readonly #woken = createChannel<null>()

  constructor(context: ModuleContext) {
    this.#context = context
  }

  /**
   * Begins an operation with its first step, in the request: up to 200 files are changed before the response. Throws
   * `not-found` and `not-allowed` for the target and for single files; of the files of a filter, those stay as they are.
   */
  async begin(actor: AccountActor, form: OperationForm): Promise<OperationRecord> {
    const { ids } = await this.#findFiles(actor, form)
    const id = newId()
    return this.#runFirstStep(id, async (transaction) => {
      await transaction
        .insertInto('operation')
        .values({
          id,
          account_id: actor.accountId,
          kind: form.kind,
          target_folder_id: form.folderId ?? null,
          file_ids: ids,
        })
        .execute()
    })
  }

  /** Lists who would gain and lose access by a move; nobody does by a copy or deletion. */
  async plan(actor: AccountActor, form: OperationForm): Promise<AccessEffects> {
    const { database } = this.#context
    const { ids, target } = await this.#findFiles(actor, form)
    if (!target || form.kind !== 'move') return { gaining: [], losing: [] }
    const { rows } = await sql<{ area_id: string }>`
      select distinct area_id from file where id = any(${ids}::uuid[])`.execute(database)
    return compareAreas(database, { from: rows.map((row) => row.area_id), to: target.area_id })
  }

  /** Lists the unfinished operations of the account and those of the last hour, newest first. */
  async list(actor: AccountActor): Promise<OperationRecord[]> {
    const rows = await selectOperations(this.#context.database)
      .where('account_id', '=', actor.accountId)
      .where(sql<boolean>`(finished_at is null or created_at > now() - interval '1 hour')`)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return rows.map(toOperationRecord)
  }

  async get(actor: AccountActor, id: string): Promise<OperationRecord> {
    return toOperationRecord(await findOperation(this.#context.database, actor.accountId, id))
  }

  /** Ends an operation after its current step. */
  async cancel(actor: AccountActor, id: string): Promise<OperationRecord> {
    await findOperation(this.#context.database, actor.accountId, id)
    return this.#context.transact((unit) => endOperation(unit, id, 'cancelled'))
  }

  /** Begins to change back what a finished operation changed; throws `cannot-undo`. */
  async undo(actor: AccountActor, id: string): Promise<OperationRecord> {
    const { database, now } = this.#context
    await findOperation(database, actor.accountId, id)
    return this.#runFirstStep(id, async (transaction) => {
      await transaction.selectFrom('operation').select('id').where('id', '=', id).forUpdate().execute()
      const end = getUndoEnd(await findOperation(transaction, actor.accountId, id))
      if (end === null || end < now()) throw new AppError('cannot-undo')
      await transaction
        .updateTable('operation')
        .set({
          file_ids: sql<string[]>`array(
            select file_id from operation_change where operation_id = ${id} order by changed_at, file_id)`,
          done: 0,
          changed: 0,
          failures: 0,
          failed: '{}',
          state: 'queued',
          finished_at: null,
          undone_at: sql<Date>`now()`,
        })
        .where('id', '=', id)
        .execute()
    })
  }

  /** Runs the steps of all operations in turns until none is left. */
  async run(signal: AbortSignal): Promise<void> {
    for (let isRun = true; isRun && !signal.aborted;) isRun = await this.#runNextStep()
  }

  /** Calls `wake` when an operation has further steps. */
  watch(wake: () => void): () => void {
    return this.#woken.subscribe(wake)
  }

  /** Deletes operations that ended a day ago. */
  async removeOld(): Promise<void> {
    await this.#context.database
      .deleteFrom('operation')
      .where('finished_at', '<', sql<Date>`now() - interval '1 day'`)
      .execute()
  }

  async #runFirstStep(
    id: string,
    prepare: (transaction: Parameters<typeof selectOperations>[0]) => Promise<void>,
  ): Promise<OperationRecord> {
    const result = await this.#context.transact(async (unit) => {
      await prepare(unit.transaction)
      return runStep(unit, await selectOperations(unit.transaction).where('id', '=', id).executeTakeFirstOrThrow())
    })
    await this.#stopTranslations(result)
    if (result.record.done < result.record.total) this.#woken.publish(null)
    return result.record
  }

  /** Runs a step of the operation that waits longest; returns false without one. Another server skips it meanwhile. */
  async #runNextStep(): Promise<boolean> {
    const { log, transact } = this.#context
    let current: OperationRow | undefined
    try {
      const result = await transact(async (unit) => {
        current = await selectOperations(unit.transaction)
          .where('state', 'in', ['queued', 'running'])
          .orderBy('step_at')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst()
        return current ? runStep(unit, current) : null
      })
      if (result) await this.#stopTranslations(result)
    } catch (error) {
      if (!current) throw error
      log.error({ err: error, operation: current.id }, 'step of an operation failed')
      await this.#noteFailure(current.id)
    }
    return current !== undefined
  }

  async #noteFailure(id: string): Promise<void> {
    await this.#context.transact(async (unit) => {
      const { attempts } = await unit.transaction
        .updateTable('operation')
        .set((row) => ({ attempts: row('attempts', '+', 1), step_at: sql<Date>`clock_timestamp()` }))
        .where('id', '=', id)
        .returning('attempts')
        .executeTakeFirstOrThrow()
      if (attempts >= maxAttempts) await endOperation(unit, id, 'failed')
      else await publishOperation(unit, id)
    })
  }

  async #stopTranslations({ binned }: StepResult): Promise<void> {
    for (const file of binned) await cancelUnlessNeeded(this.#context, file)
  }

  /** Finds the files and the target of an operation. */
  async #findFiles(
    actor: AccountActor,
    { filter, folderId, ids, kind }: OperationForm,
  ): Promise<{ readonly ids: string[]; readonly target: FolderRow | null }> {
    const { database } = this.#context
    const address = { id: folderId ?? '', action: 'folder:create' } as const
    const target = kind === 'delete' ? null : await findUsableFolder(database, actor, address)
    const fileIds = filter
      ? await listMatchingIds(database, actor.accountId, filter)
      : await this.#findIds(actor, ids ?? [], (row) => assertChangeable(actor, kind, row, target))
    if (fileIds.length > operationLimits.files) throw new AppError('too-many', { most: operationLimits.files })
    return { ids: fileIds, target }
  }

  async #findIds(
    actor: AccountActor,
    requested: readonly string[],
    check: (row: OwnedFileRow) => void,
  ): Promise<string[]> {
    const ids = [...new Set(requested)]
    const rows = await selectAccountFiles(this.#context.database, actor.accountId)
      .where(sql<boolean>`file.id = any(${ids}::uuid[])`)
      .execute()
    if (rows.length < ids.length) throw new AppError('not-found')
    for (const row of rows) check(row)
    return ids
  }
}
