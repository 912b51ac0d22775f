import { sql, type Kysely, type Migration } from 'kysely'

interface RenamedColumn {
  readonly table: string
  readonly from: string
  readonly to: string
  readonly type: 'integer' | 'text' | 'timestamptz' | 'jsonb'
}

const renamedColumns: readonly RenamedColumn[] = [
  { table: 'derivative_design', from: 'told_percent', to: 'notified_percent', type: 'integer' },
  { table: 'outbox_mail', from: 'once_key', to: 'idempotency_key', type: 'text' },
  { table: 'outbox_mail', from: 'problem', to: 'last_error', type: 'text' },
  { table: 'webhook_delivery', from: 'problem', to: 'last_error', type: 'text' },
  { table: 'version_result', from: 'asked_at', to: 'requested_at', type: 'timestamptz' },
  { table: 'companion', from: 'carried_from', to: 'inherited_from', type: 'integer' },
  { table: 'model_set_member', from: 'stance', to: 'display', type: 'jsonb' },
]

/**
 * Renames a column and adds one with the previous name that a trigger keeps equal, because servers of the previous
 * version run on until each of them is replaced. The added column has no default, so that an insert that names only the
 * new column leaves it null; a value other than null was written by the previous version.
 */
async function renameColumn(database: Kysely<unknown>, column: RenamedColumn): Promise<void> {
  const table = sql.table(column.table)
  const from = sql.id(column.from)
  const to = sql.id(column.to)
  const trigger = sql.id(`${column.table}_${column.from}_follows`)
  await sql`alter table ${table} rename column ${from} to ${to}`.execute(database)
  await sql`alter table ${table} add column ${from} ${sql.raw(column.type)}`.execute(database)
  await sql`update ${table} set ${from} = ${to}`.execute(database)
  await sql`
    create function ${trigger}() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' and new.${from} is not null
        or tg_op = 'UPDATE' and new.${from} is distinct from old.${from} then
        new.${to} := new.${from};
      else
        new.${from} := new.${to};
      end if;
      return new;
    end $$`.execute(database)
  await sql`
    create trigger ${trigger} before insert or update of ${from}, ${to} on ${table}
    for each row execute function ${trigger}()`.execute(database)
}

async function up(database: Kysely<unknown>): Promise<void> {
  for (const column of renamedColumns) await renameColumn(database, column)
  await sql`
    alter table outbox_mail rename constraint outbox_mail_once_key_key to outbox_mail_idempotency_key_key`.execute(
    database,
  )
  // The previous version inserts "on conflict (once_key)", which needs a unique index of that column.
  await sql`create unique index outbox_mail_once_key on outbox_mail (once_key)`.execute(database)
  await sql`alter table spent_token rename to revoked_token`.execute(database)
  await sql`create view spent_token as select token_hash, expires_at from revoked_token`.execute(database)
}

/**
 * Renames seven columns and a table to the terms that the code uses. The previous names stay usable for one release:
 * servers of version 0.2 read and write them while a fleet is upgraded.
 */
export const standardColumnNames: Migration = { up }
