import { type Kysely, sql } from 'kysely'
import type { Database } from './tables/schema.js'

type TableName = keyof Database

/** Permissions of a worker on one table. */
interface TablePermissions {
  readonly select?: readonly string[]
  readonly update?: readonly string[]
  readonly insert?: readonly string[]
  readonly delete?: true
}

/** Columns of a translation that a worker writes and reads. */
const writtenColumns = [
  'state',
  'writer_version',
  'progress',
  'stage',
  'attempts',
  'budget_left_milliseconds',
  'run_after',
  'lease_worker',
  'lease_token',
  'lease_until',
  'cancel_requested',
  'reader',
  'report',
  'failure',
  'manifest',
  'manifest_revision',
  'updated_at',
  'started_at',
  'finished_at',
] as const satisfies readonly (keyof Database['translation'])[]

const readColumns = [
  'id',
  'blob_sha256',
  'options',
  'options_hash',
  'format_id',
  'file_name',
  'source_bytes',
  'companions',
  'account_id',
  'maximum_attempts',
] as const satisfies readonly (keyof Database['translation'])[]

/** Columns of a slice. */
const sliceColumns = [
  'translation_id',
  'number',
  'task_sha256',
  'state',
  'attempts',
  'lease_worker',
  'lease_token',
  'lease_until',
  'result_sha256',
  'result_bytes',
] as const satisfies readonly (keyof Database['translation_slice'])[]

/**
 * All permissions that a worker's statements need, by column; a worker has no others. Its statements are those of
 * `packages/translation` (queue, leases, whether files may leave) and of the start of a worker process.
 */
const workerPermissions = {
  translation: { select: [...readColumns, ...writtenColumns], update: writtenColumns },
  derivative: {
    select: ['translation_id'],
    insert: ['translation_id', 'path', 'size_bytes', 'sha256', 'encoding', 'provisional'],
    delete: true,
  },
  translation_slice: { select: sliceColumns, insert: sliceColumns, update: sliceColumns, delete: true },
  file_version: { select: ['file_id', 'translation_id'] },
  file: { select: ['id', 'project_id', 'deleted_at'] },
  project: { select: ['id', 'files_may_leave'] },
  // A policy restricts the settings to one row.
  setting: { select: ['key', 'value'] },
} as const satisfies Partial<Record<TableName, TablePermissions>>

/** Row of `setting` that a worker can read: the storage location of this database's files. */
const visibleSetting = 'storage.mark'
const policy = 'kamar_worker_storage_mark'

/**
 * Grants a database role the permissions of a worker and revokes all its other permissions on the tables, in one
 * transaction. The role has to exist; `database` is connected as the owner of the tables. Throws the server's error:
 * `42704` when the role does not exist, `42501` when the tables have another owner; `RangeError` when it is this
 * connection's own role.
 */
export async function grantWorkerPermissions(database: Kysely<Database>, role: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const to = sql.id(role)
    const { rows } = await sql<{ schema: string; is_own: boolean }>`
      select current_schema() as schema, current_user = ${role} as is_own`.execute(transaction)
    if (rows[0]?.is_own === true) throw new RangeError(`${role} owns the tables`)
    const schema = sql.id(rows[0]?.schema ?? 'public')
    await sql`revoke all on all tables in schema ${schema} from ${to}`.execute(transaction)
    await sql`grant usage on schema ${schema} to ${to}`.execute(transaction)
    await sql`grant select (name) on kysely_migration to ${to}`.execute(transaction)
    for (const [table, rights] of Object.entries<TablePermissions>(workerPermissions))
      await sql`grant ${sql.join(toPrivileges(rights))} on ${sql.table(table)} to ${to}`.execute(transaction)
    // Does not apply to the owner of the table.
    await sql`alter table setting enable row level security`.execute(transaction)
    await sql`drop policy if exists ${sql.id(policy)} on setting`.execute(transaction)
    await sql`create policy ${sql.id(policy)} on setting for select to ${to} using (key = ${sql.lit(visibleSetting)})`.execute(
      transaction,
    )
  })
}

function toPrivileges({ delete: canDelete, ...columns }: TablePermissions) {
  const byColumn = Object.entries(columns).map(
    ([privilege, names]) => sql`${sql.raw(privilege)} (${sql.join(names.map((name) => sql.id(name)))})`,
  )
  return canDelete === true ? [...byColumn, sql`delete`] : byColumn
}

/** Returns whether this connection can read credentials, in which case it has more permissions than a worker needs. */
export async function canReadAccounts(database: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ can: boolean }>`
    select has_any_column_privilege('account', 'select') as can`.execute(database)
  return rows[0]?.can === true
}
