import { AppError } from '@kamar/core'
import { type StorageUse, type UpgradeRequest } from '@kamar/contracts'
import { appendAuditEvent, type Database, newId } from '@kamar/database'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { toFileRecord, selectFiles } from '../../domain/files/file-records.js'

const maxTopFiles = 10
const planName = 'Professional'

/** Storage use of an account, and requests for a larger plan. */
export class StorageService {
  readonly #database: Kysely<Database>

  constructor(database: Kysely<Database>) {
    this.#database = database
  }

  async use(actor: AccountActor): Promise<StorageUse> {
    const account = await this.#database
      .selectFrom('account')
      .select(['quota_bytes', 'used_bytes'])
      .where('id', '=', actor.accountId)
      .executeTakeFirst()
    if (!account) throw new AppError('not-signed-in')
    const types = await this.#types(actor.accountId)
    const modelBytes = types.reduce((sum, { bytes }) => sum + bytes, 0)
    return {
      plan: { name: planName, quotaBytes: account.quota_bytes },
      usedBytes: account.used_bytes,
      types,
      otherBytes: Math.max(0, account.used_bytes - modelBytes),
      bin: await this.#bin(actor.accountId),
      unfinished: await this.#unfinished(actor.accountId),
      largest: await this.#largest(actor.accountId),
      upgrade: await this.#newestUpgrade(actor.accountId),
    }
  }

  /** Requests a larger plan. Throws `already-exists` while a request is pending. */
  async requestUpgrade(actor: AccountActor, message: string): Promise<UpgradeRequest> {
    const id = newId()
    return this.#database.transaction().execute(async (transaction) => {
      const account = await transaction
        .selectFrom('account')
        .select(['name', 'email'])
        .where('id', '=', actor.accountId)
        .executeTakeFirstOrThrow()
      const inserted = await transaction
        .insertInto('service_request')
        .values({ id, kind: 'upgrade', account_id: actor.accountId, message, ...account })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst()
      if (!inserted) throw new AppError('already-exists')
      await appendAuditEvent(transaction, { actor: actor.accountId, action: 'storage.request-upgrade', subject: id })
      return toUpgradeRequest(inserted)
    })
  }

  /** Counts every version of the account's own projects, in the bin or not, as the quota does. */
  async #types(accountId: string): Promise<StorageUse['types']> {
    const rows = await this.#database
      .selectFrom('file_version')
      .innerJoin('file', 'file.id', 'file_version.file_id')
      .innerJoin('project', 'project.id', 'file.project_id')
      .select([
        'file_version.extension',
        sql<number>`sum(file_version.size_bytes)::bigint`.as('bytes'),
        sql<number>`count(distinct file.id)`.as('files'),
      ])
      .where('project.owner_id', '=', accountId)
      .groupBy('file_version.extension')
      .orderBy('bytes', 'desc')
      .orderBy('file_version.extension')
      .execute()
    return rows
  }

  async #bin(accountId: string): Promise<StorageUse['bin']> {
    const { rows } = await sql<{ bytes: number; files: number }>`
      select count(distinct file.id)::int as files,
        (coalesce(sum(version.size_bytes), 0) + coalesce(sum(attached.bytes), 0))::bigint as bytes
      from file
      join project on project.id = file.project_id
      join file_version version on version.file_id = file.id
      left join lateral (select sum(size_bytes) as bytes from companion where file_version_id = version.id) attached on true
      where project.owner_id = ${accountId} and file.deleted_at is not null`.execute(this.#database)
    return rows[0] ?? { bytes: 0, files: 0 }
  }

  async #unfinished(accountId: string): Promise<StorageUse['unfinished']> {
    const row = await this.#database
      .selectFrom('unfinished_upload')
      .select([sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('bytes'), sql<number>`count(*)::int`.as('uploads')])
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return row ?? { bytes: 0, uploads: 0 }
  }

  async #largest(accountId: string): Promise<StorageUse['largest']> {
    const rows = await selectFiles(this.#database)
      .innerJoin('project', 'project.id', 'file.project_id')
      .where('project.owner_id', '=', accountId)
      .where('file.deleted_at', 'is', null)
      .orderBy('version.size_bytes', 'desc')
      .orderBy('file.id', 'desc')
      .limit(maxTopFiles)
      .execute()
    return rows.map(toFileRecord)
  }

  async #newestUpgrade(accountId: string): Promise<UpgradeRequest | null> {
    const row = await this.#database
      .selectFrom('service_request')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('kind', '=', 'upgrade')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row ? toUpgradeRequest(row) : null
  }
}

function toUpgradeRequest(row: Selectable<Database['service_request']>): UpgradeRequest {
  return {
    id: row.id,
    state: row.state,
    requestedAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
  }
}
