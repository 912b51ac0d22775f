import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import { queueMail } from '../../platform/mail-queue.js'

const weekMilliseconds = 7 * 24 * 3_600_000
/** Ratio of the quota at which a warning is sent. */
const nearlyFullRatio = 0.9

/**
 * Queues the reports of the past week for all users who enabled them (Preferences, `weeklyReports` and
 * `emailNotifications`, both on by default) and whose address is confirmed. Idempotent: a week's report is queued once,
 * and a week without activity has none.
 */
export async function queueWeeklyReports(database: Kysely<Database>, now: Date): Promise<void> {
  const week = computeWeek(now)
  const { rows } = await sql<WeeklyRow>`
    select account.id, account.email, account.used_bytes as used, account.quota_bytes as quota,
      count(*) as uploaded,
      count(*) filter (where translation.state = 'succeeded') as ready,
      count(*) filter (where translation.state = 'failed') as failed
    from account
    join file_version on file_version.uploaded_by = account.id
      and file_version.created_at >= ${week.start} and file_version.created_at < ${week.end}
    left join translation on translation.id = file_version.translation_id
    where account.status <> 'rejected' and account.email_verified_at is not null
      and coalesce((account.preferences ->> 'weeklyReports')::boolean, true)
      and coalesce((account.preferences ->> 'emailNotifications')::boolean, true)
      and not exists (
        select from outbox_mail where idempotency_key = 'weekly-report ' || account.id::text || ' ' || ${week.name}::text
      )
    group by account.id`.execute(database)
  for (const row of rows) {
    await queueMail(database, {
      template: 'weekly-report',
      recipient: row.email,
      accountId: row.id,
      data: {
        uploaded: row.uploaded,
        ready: row.ready,
        failed: row.failed,
        usedBytes: row.used,
        quotaBytes: row.quota,
      },
      idempotencyKey: `weekly-report ${row.id} ${week.name}`,
    })
  }
}

interface WeeklyRow {
  readonly id: string
  readonly email: string
  readonly used: number
  readonly quota: number
  readonly uploaded: number
  readonly ready: number
  readonly failed: number
}

/** Warns users whose storage is nearly full, once a month and once per size of the plan. */
export async function queueStorageWarnings(database: Kysely<Database>, now: Date): Promise<void> {
  const accounts = await database
    .selectFrom('account')
    .select(['id', 'email', 'used_bytes', 'quota_bytes'])
    .where('status', '!=', 'rejected')
    .where('kind', '=', 'person')
    .where('quota_bytes', '>', 0)
    .where(sql<boolean>`used_bytes >= quota_bytes * ${nearlyFullRatio}::float8`)
    .where(sql<boolean>`coalesce((preferences ->> 'emailNotifications')::boolean, true)`)
    .execute()
  for (const { email, id, quota_bytes: quotaBytes, used_bytes: usedBytes } of accounts) {
    await queueMail(database, {
      template: 'storage-nearly-full',
      recipient: email,
      accountId: id,
      data: { usedBytes, quotaBytes },
      idempotencyKey: `storage-nearly-full ${id} ${quotaBytes} ${now.toISOString().slice(0, 7)}`,
    })
  }
}

/** Computes the last whole week, Monday to Monday in UTC. */
function computeWeek(now: Date): { readonly start: Date; readonly end: Date; readonly name: string } {
  const day = (now.getUTCDay() + 6) % 7
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - day))
  const start = new Date(end.getTime() - weekMilliseconds)
  return { start, end, name: start.toISOString().slice(0, 10) }
}
