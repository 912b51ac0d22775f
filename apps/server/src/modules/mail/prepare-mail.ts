import type { Database } from '@kamar/database'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { MailData } from '../../platform/mail-queue.js'
import { createLink, isLinkPurpose } from '../../domain/accounts/one-time-links.js'
import { nameInvitation } from '../../domain/projects/project-invitations.js'
import { type OutboxRow, removeMail } from './outbox-store.js'
import { renderMail } from './render-mail.js'
import { writeMail } from './write-mail.js'

/** Mail ready to be sent. */
export interface PreparedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** URL of the page that the link opens, for mails with a secret link. */
  readonly link: string | null
}

/**
 * Writes a mail once: a later attempt sends the same text and the same link. Returns null, and deletes the mail, when
 * it has no recipient: an address without an account, or a rejected account.
 */
export async function prepareMail(
  database: Kysely<Database>,
  row: OutboxRow,
  { now, site }: { readonly now: Date; readonly site: string },
): Promise<PreparedMail | null> {
  const { body_html: html, body_text: text, subject } = row
  if (subject !== null && text !== null && html !== null) return { subject, text, html, link: linkIn(text, site) }
  return database.transaction().execute(async (transaction) => {
    if (row.template === 'project-invitation') return prepareInvitation(transaction, row, { now, site })
    const account = await findReader(transaction, row)
    if (!account) {
      await removeMail(transaction, row.id)
      return null
    }
    const { template } = row
    const code = isLinkPurpose(template) ? await createLink(transaction, template, { account, now }) : null
    const { locale: language, name } = account
    const content = writeMail(template, { language, name, site, data: row.data, code })
    const mail = renderMail(content, language)
    await transaction
      .updateTable('outbox_mail')
      .set({ subject: mail.subject, body_text: mail.text, body_html: mail.html, account_id: account.id })
      .where('id', '=', row.id)
      .execute()
    return { ...mail, link: code === null ? null : (content.action?.address ?? null) }
  })
}

/** Prepares a mail to an address without an account. Deletes it when its invitation was withdrawn. */
async function prepareInvitation(
  transaction: Transaction<Database>,
  row: OutboxRow,
  { now, site }: { readonly now: Date; readonly site: string },
): Promise<PreparedMail | null> {
  const { invitationId, locale } = row.data as unknown as MailData['project-invitation']
  const code = await nameInvitation(transaction, invitationId, now)
  if (code === null) {
    await removeMail(transaction, row.id)
    return null
  }
  const content = writeMail(row.template, { language: locale, name: '', site, data: row.data, code })
  const mail = renderMail(content, locale)
  await transaction
    .updateTable('outbox_mail')
    .set({ subject: mail.subject, body_text: mail.text, body_html: mail.html })
    .where('id', '=', row.id)
    .execute()
  return { ...mail, link: content.action?.address ?? null }
}

async function findReader(
  transaction: Transaction<Database>,
  row: OutboxRow,
): Promise<Selectable<Database['account']> | null> {
  const account = await transaction
    .selectFrom('account')
    .selectAll()
    .$if(row.account_id !== null, (query) => query.where('id', '=', row.account_id))
    .$if(row.account_id === null, (query) => query.where(sql`lower(email)`, '=', row.recipient))
    .where('status', '!=', 'rejected')
    .where('kind', '=', 'person')
    .executeTakeFirst()
  if (!account) return null
  // The address is confirmed already.
  if (row.template === 'verify-email' && !account.must_verify_email) return null
  // Only the mailbox of the pending address may confirm it.
  if (row.template === 'change-email' && account.new_email !== row.recipient) return null
  return account
}

function linkIn(text: string, site: string): string | null {
  return text.split('\n').find((line) => line.startsWith(site) && line.includes('#code=')) ?? null
}
