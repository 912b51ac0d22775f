import { AppError } from '@kamar/core'
import type { MailState, OutboxMail, OutboxMailContent } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { linkLifetimeMilliseconds, type LinkPurpose } from '../../domain/accounts/one-time-links.js'
import { countRows } from '../../platform/database/count-rows.js'

export type OutboxRow = Selectable<Database['outbox_mail']>

const pageSize = 50
const retentionMilliseconds = 30 * 24 * 3_600_000
/** Longer than any attempt takes; a mail of a crashed server is released after this. */
const leaseMilliseconds = 120_000
const maxErrorCharacters = 500

/** Claims the next mail that is due; other servers skip it meanwhile. */
export async function claimMail(database: Kysely<Database>, now: Date): Promise<OutboxRow | null> {
  const { rows } = await sql<{ id: string }>`
    update outbox_mail set attempts = attempts + 1, lease_until = ${new Date(now.getTime() + leaseMilliseconds)}
    where id = (
      select id from outbox_mail
      where state = 'queued' and run_after <= ${now} and (lease_until is null or lease_until <= ${now})
      order by run_after, id limit 1 for update skip locked
    ) returning id`.execute(database)
  const id = rows[0]?.id
  return id === undefined ? null : findRow(database, id)
}

export async function markSent(database: Kysely<Database>, row: OutboxRow, now: Date): Promise<void> {
  // The text of a mail with a link grants access to an account.
  const isSecret = row.template in linkLifetimeMilliseconds || row.template === 'project-invitation'
  await database
    .updateTable('outbox_mail')
    .set({
      state: 'sent',
      sent_at: now,
      lease_until: null,
      last_error: null,
      ...(isSecret ? { body_text: null, body_html: null } : {}),
    })
    .where('id', '=', row.id)
    .execute()
}

export async function markUnsent(database: Kysely<Database>, id: string): Promise<void> {
  await database.updateTable('outbox_mail').set({ state: 'kept', lease_until: null }).where('id', '=', id).execute()
}

/** Stores the error and the time of the next attempt; a null `retryAt` means none. */
export async function markFailed(
  database: Kysely<Database>,
  id: string,
  { lastError, retryAt }: { readonly lastError: string; readonly retryAt: Date | null },
): Promise<void> {
  await database
    .updateTable('outbox_mail')
    .set({
      last_error: lastError.slice(0, maxErrorCharacters),
      lease_until: null,
      ...(retryAt ? { run_after: retryAt } : { state: 'failed' as const }),
    })
    .where('id', '=', id)
    .execute()
}

export async function removeMail(transaction: Transaction<Database>, id: string): Promise<void> {
  await transaction.deleteFrom('outbox_mail').where('id', '=', id).execute()
}

/** Deletes old mails, and the text of a mail with a secret link as soon as the link has expired. */
export async function cleanUpOutbox(database: Kysely<Database>, now: Date): Promise<void> {
  const before = (milliseconds: number): Date => new Date(now.getTime() - milliseconds)
  await database
    .deleteFrom('outbox_mail')
    .where('created_at', '<', before(retentionMilliseconds))
    .where('state', '!=', 'queued')
    .execute()
  for (const [template, lifetimeMilliseconds] of Object.entries(linkLifetimeMilliseconds)) {
    await database
      .updateTable('outbox_mail')
      .set({ body_text: null, body_html: null })
      .where('template', '=', template as LinkPurpose)
      .where('state', '!=', 'queued')
      .where('created_at', '<', before(lifetimeMilliseconds))
      .execute()
  }
}

export async function listMails(
  database: Kysely<Database>,
  { page, state }: { readonly page: number; readonly state?: MailState | undefined },
): Promise<{ mails: OutboxMail[]; total: number }> {
  const matching = database
    .selectFrom('outbox_mail')
    .$if(state !== undefined, (query) => query.where('state', '=', state as MailState))
  const rows = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(page * pageSize)
    .execute()
  return { mails: rows.map(toOutboxMail), total: await countRows(matching) }
}

export async function readMail(database: Kysely<Database>, id: string): Promise<OutboxMailContent> {
  const row = await findRow(database, id)
  if (!row) throw new AppError('not-found')
  return { ...toOutboxMail(row), text: row.body_text, html: row.body_html }
}

/** Queues a stored or failed mail again; one whose text was deleted cannot be sent. */
export async function requeueMail(database: Kysely<Database>, id: string, now: Date): Promise<OutboxMail> {
  const row = await findRow(database, id)
  if (!row) throw new AppError('not-found')
  if (!['kept', 'failed'].includes(row.state) || (row.subject !== null && row.body_text === null)) {
    throw new AppError('link-not-valid')
  }
  await database
    .updateTable('outbox_mail')
    .set({ state: 'queued', run_after: now, attempts: 0, last_error: null })
    .where('id', '=', id)
    .where('state', '=', row.state)
    .execute()
  return toOutboxMail({ ...row, state: 'queued', attempts: 0, last_error: null })
}

async function findRow(database: Kysely<Database>, id: string): Promise<OutboxRow | null> {
  const row = await database
    .selectFrom('outbox_mail')
    .selectAll()
    .where(sql`id::text`, '=', id)
    .executeTakeFirst()
  return row ?? null
}

function toOutboxMail(row: OutboxRow): OutboxMail {
  const { attempts, id, last_error: problem, recipient, state, subject, template } = row
  return {
    id,
    template,
    recipient,
    state,
    attempts,
    problem,
    subject: subject ?? '',
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
  }
}
