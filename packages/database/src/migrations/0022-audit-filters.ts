import { sql, type Kysely, type Migration } from 'kysely'

/** The trail is filtered by user, file, kind and time; its subjects have an index already. */
const indexes = {
  audit_event_actor: '(actor, sequence)',
  audit_event_action: '(action, sequence)',
  audit_event_time: '(time)',
  audit_event_account: "((details ->> 'account'), sequence)",
  audit_event_link: "((details ->> 'link'), sequence)",
} as const

async function up(database: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of Object.entries(indexes)) {
    await sql`create index ${sql.ref(name)} on audit_event ${sql.raw(columns)}`.execute(database)
  }
}

/** Indexes for the filters of the audit trail and for the activity of files. */
export const auditFilters: Migration = { up }
