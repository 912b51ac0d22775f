import { AppError } from '@kamar/core'
import {
  type SavedFilter,
  type SavedFilterChange,
  type SavedFilterForm,
  savedFilterLimits as limits,
} from '@kamar/contracts'
import { type Database, newId } from '@kamar/database'
import type { Kysely } from 'kysely'
import { findUsableFile, isIdentifier } from '../../domain/files/file-records.js'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { can } from '../../platform/authorization/permissions.js'
import { assertFewerRows } from '../../platform/database/count-rows.js'

/** Saved filters: private ones of an account, and shared ones of a project. */
export class SavedFilterService {
  readonly #database: Kysely<Database>

  constructor(database: Kysely<Database>) {
    this.#database = database
  }

  /** Lists the filters that can be used on a file. */
  async list(actor: AccountActor, fileId: string): Promise<SavedFilter[]> {
    const file = await findUsableFile(this.#database, actor, { id: fileId, action: 'file:read' })
    const rows = await selectVisible(this.#database, actor)
      .where((where) =>
        where.or([where('filter.project_id', 'is', null), where('filter.project_id', '=', file.project_id)]),
      )
      .orderBy('filter.name')
      .orderBy('filter.id')
      .execute()
    return rows.map((row) => toSavedFilter(row, actor))
  }

  async create(actor: AccountActor, fileId: string, form: SavedFilterForm): Promise<SavedFilter> {
    const action = form.isShared ? 'filter:share' : 'file:read'
    const file = await findUsableFile(this.#database, actor, { id: fileId, action })
    const owner = form.isShared
      ? ({ owner_id: null, project_id: file.project_id } as const)
      : ({ owner_id: actor.accountId, project_id: null } as const)
    const id = newId()
    await this.#database.transaction().execute(async (transaction) => {
      const filters = transaction.selectFrom('saved_filter')
      await assertFewerRows(
        form.isShared
          ? filters.where('project_id', '=', file.project_id)
          : filters.where('owner_id', '=', actor.accountId),
        limits.filters,
      )
      await transaction
        .insertInto('saved_filter')
        .values({ id, ...owner, created_by: actor.accountId, ...toColumns(form) })
        .execute()
    })
    return toSavedFilter(await this.#find(actor, id), actor)
  }

  async change(actor: AccountActor, id: string, change: SavedFilterChange): Promise<SavedFilter> {
    const row = await this.#findChangeable(actor, id)
    const { name, rgb, rule } = toSavedFilter(row, actor)
    const columns = toColumns({ name: change.name ?? name, rgb: change.rgb ?? rgb, rule: change.rule ?? rule })
    await this.#database.updateTable('saved_filter').set(columns).where('id', '=', row.id).execute()
    return toSavedFilter(await this.#find(actor, row.id), actor)
  }

  async remove(actor: AccountActor, id: string): Promise<void> {
    const { id: filterId } = await this.#findChangeable(actor, id)
    await this.#database.deleteFrom('saved_filter').where('id', '=', filterId).execute()
  }

  async #find(actor: AccountActor, id: string): Promise<FilterRow> {
    const row = isIdentifier(id)
      ? await selectVisible(this.#database, actor).where('filter.id', '=', id).executeTakeFirst()
      : undefined
    if (!row) throw new AppError('not-found')
    return row
  }

  async #findChangeable(actor: AccountActor, id: string): Promise<FilterRow> {
    const row = await this.#find(actor, id)
    if (!canChange(row, actor)) throw new AppError('not-allowed')
    return row
  }
}

/** Selects the account's own filters and those of the projects whose top it may see; every look-up of a filter starts here. */
function selectVisible(connection: Kysely<Database>, { accountId }: AccountActor) {
  return connection
    .selectFrom('saved_filter as filter')
    .leftJoin('access', (join) =>
      join.onRef('access.area_id', '=', 'filter.project_id').on('access.account_id', '=', accountId),
    )
    .leftJoin('account as author', 'author.id', 'filter.created_by')
    .select([
      'filter.id',
      'filter.owner_id',
      'filter.project_id',
      'filter.created_by',
      'filter.name',
      'filter.rule',
      'filter.color',
      'access.role',
      'author.name as author',
    ])
    .where((where) => where.or([where('filter.owner_id', '=', accountId), where('access.role', 'is not', null)]))
}

type FilterRow = Awaited<ReturnType<ReturnType<typeof selectVisible>['executeTakeFirstOrThrow']>>

const canChange = ({ owner_id, role }: FilterRow, actor: AccountActor): boolean =>
  owner_id === actor.accountId || can(actor, 'filter:share', { role, isExample: false })

const toColumns = ({ name, rule, rgb }: Pick<SavedFilterForm, 'name' | 'rule' | 'rgb'>) => ({
  name,
  rule: JSON.stringify(rule),
  color: rgb[0] * 0x10000 + rgb[1] * 0x100 + rgb[2],
})

function toSavedFilter(row: FilterRow, actor: AccountActor): SavedFilter {
  const { color, id, name } = row
  return {
    id,
    name,
    rule: row.rule as unknown as SavedFilter['rule'],
    rgb: [color >> 16, (color >> 8) & 255, color & 255],
    isShared: row.project_id !== null,
    canChange: canChange(row, actor),
    author: row.created_by === actor.accountId ? null : row.author,
  }
}
