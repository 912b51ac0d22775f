import { AppError } from '@kamar/core'
import {
  type AuditAction,
  collaborationLimits as limits,
  type ModelSet,
  type ModelSetChange,
  type ModelSetForm,
  type ModelSetMemberForm,
  type ModelSetSummary,
} from '@kamar/contracts'
import { appendAuditEvent, type Database, newId } from '@kamar/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { can } from '../../platform/authorization/permissions.js'
import { findUsableFile, isIdentifier } from '../../domain/files/file-records.js'
import { listSetMembers, selectAccountSets, type SetRow, toSetSummary } from './model-set-rows.js'
import { assertFewerRows } from '../../platform/database/count-rows.js'

/** Sets of models that are opened together. A set belongs to a project; its files keep their own permissions. */
export class ModelSetService {
  readonly #database: Kysely<Database>

  constructor(database: Kysely<Database>) {
    this.#database = database
  }

  /** Lists the sets, last changed first. */
  async list(actor: AccountActor): Promise<ModelSetSummary[]> {
    const rows = await selectAccountSets(this.#database, actor.accountId)
      .orderBy('set.changed_at', 'desc')
      .orderBy('set.id', 'desc')
      .execute()
    return rows.map(toSetSummary)
  }

  async get(actor: AccountActor, id: string): Promise<ModelSet> {
    return this.#read(actor, await this.#find(actor, id))
  }

  async create(actor: AccountActor, projectId: string, form: ModelSetForm): Promise<ModelSet> {
    const id = newId()
    await this.#database.transaction().execute(async (transaction) => {
      await assertCanChange(transaction, actor, projectId)
      const sets = transaction.selectFrom('model_set').where('project_id', '=', projectId)
      await assertFewerRows(sets, limits.modelSetsPerProject)
      await transaction
        .insertInto('model_set')
        .values({ id, project_id: projectId, name: form.name, created_by: actor.accountId })
        .execute()
      await writeMembers(transaction, actor, { id, members: form.members })
      await note(transaction, actor, { id, action: 'set.create' })
    })
    return this.get(actor, id)
  }

  async change(actor: AccountActor, id: string, { members, name, revision }: ModelSetChange): Promise<ModelSet> {
    const set = await this.#findChangeable(actor, id)
    await this.#database.transaction().execute(async (transaction) => {
      const changed = await transaction
        .updateTable('model_set')
        .set((row) => ({
          revision: row('revision', '+', 1),
          changed_at: sql<Date>`now()`,
          ...(name === undefined ? {} : { name }),
        }))
        .where('id', '=', set.id)
        .where('revision', '=', revision)
        .returning('id')
        .executeTakeFirst()
      if (!changed) throw new AppError('changed-meanwhile')
      if (members) await writeMembers(transaction, actor, { id: set.id, members })
      await note(transaction, actor, { id: set.id, action: 'set.change' })
    })
    return this.get(actor, id)
  }

  async remove(actor: AccountActor, id: string): Promise<void> {
    const set = await this.#findChangeable(actor, id)
    await this.#database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('model_set').where('id', '=', set.id).execute()
      await note(transaction, actor, { id: set.id, action: 'set.delete', name: set.name })
    })
  }

  async #find(actor: AccountActor, id: string): Promise<SetRow> {
    const row = isIdentifier(id)
      ? await selectAccountSets(this.#database, actor.accountId).where('set.id', '=', id).executeTakeFirst()
      : undefined
    if (!row || !can(actor, 'project:read', { role: row.role, isExample: false })) throw new AppError('not-found')
    return row
  }

  async #findChangeable(actor: AccountActor, id: string): Promise<SetRow> {
    const row = await this.#find(actor, id)
    if (!can(actor, 'set:change', { role: row.role, isExample: false })) throw new AppError('not-allowed')
    return row
  }

  async #read(actor: AccountActor, row: SetRow): Promise<ModelSet> {
    const members = await listSetMembers(this.#database, row.id, actor.accountId)
    return { ...toSetSummary(row), members }
  }
}

async function assertCanChange(connection: Kysely<Database>, actor: AccountActor, projectId: string): Promise<void> {
  const row = isIdentifier(projectId)
    ? await connection
        .selectFrom('access')
        .select('role')
        .where('area_id', '=', projectId)
        .where('account_id', '=', actor.accountId)
        .executeTakeFirst()
    : undefined
  const subject = { role: row?.role ?? null, isExample: false }
  if (!can(actor, 'project:read', subject)) throw new AppError('not-found')
  if (!can(actor, 'set:change', subject)) throw new AppError('not-allowed')
}

/**
 * Replaces the files of a set. The actor cannot add files without access to them; inaccessible files of others stay.
 */
async function writeMembers(
  transaction: Transaction<Database>,
  actor: AccountActor,
  { id, members }: { readonly id: string; readonly members: readonly ModelSetMemberForm[] },
): Promise<void> {
  if (new Set(members.map(({ fileId }) => fileId)).size < members.length)
    throw new AppError('invalid-input', { field: 'body.members' })
  const before = await transaction.selectFrom('model_set_member').selectAll().where('set_id', '=', id).execute()
  const rows = []
  for (const [position, { fileId, fixedVersion, ...display }] of members.entries()) {
    const earlierMember = before.find((row) => row.file_id === fileId)
    const version = await findVersion(transaction, actor, { fileId, fixedVersion })
    if (version === null && !earlierMember) throw new AppError('not-found')
    rows.push({
      set_id: id,
      position,
      file_id: fileId,
      fixed_version_id: version === null ? (earlierMember?.fixed_version_id ?? null) : version.fixedId,
      seen_version: version?.number ?? earlierMember?.seen_version ?? 1,
      display: JSON.stringify(display),
    })
  }
  await transaction.deleteFrom('model_set_member').where('set_id', '=', id).execute()
  await transaction.insertInto('model_set_member').values(rows).execute()
}

/** Finds the version, if the actor may access the file: the newest one when none is fixed. */
async function findVersion(
  connection: Kysely<Database>,
  actor: AccountActor,
  { fileId, fixedVersion }: { readonly fileId: string; readonly fixedVersion?: number | undefined },
): Promise<{ readonly number: number; readonly fixedId: string | null } | null> {
  let currentId: string
  try {
    const file = await findUsableFile(connection, actor, { id: fileId, action: 'file:read' })
    currentId = file.version_id
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return null
    throw error
  }
  const versions = connection.selectFrom('file_version').select(['id', 'number']).where('file_id', '=', fileId)
  const row = await (
    fixedVersion === undefined ? versions.where('id', '=', currentId) : versions.where('number', '=', fixedVersion)
  ).executeTakeFirst()
  if (!row) throw new AppError('invalid-input', { field: 'body.members' })
  return { number: row.number, fixedId: fixedVersion === undefined ? null : row.id }
}

const note = (
  transaction: Transaction<Database>,
  actor: AccountActor,
  { id, action, name }: { readonly id: string; readonly action: AuditAction; readonly name?: string },
): Promise<void> =>
  appendAuditEvent(transaction, {
    actor: actor.accountId,
    action,
    subject: id,
    details: name === undefined ? {} : { name },
  })
