import type { Language, MailTemplate, NotificationKind } from '@kamar/contracts'
import { type Database, newId } from '@kamar/database'
import type { Kysely, Transaction } from 'kysely'

/** For mails that say the same to everybody. */
type NoData = Readonly<Record<string, never>>

/** What each kind of mail is told when it is asked for; everything else is looked up when it is written. */
export interface MailData {
  readonly 'verify-email': NoData
  readonly 'already-registered': NoData
  readonly 'reset-password': NoData
  readonly invitation: { readonly inviter: string }
  readonly 'weekly-report': WeeklyNumbers
  readonly 'project-invitation': ProjectInvitationData
  readonly 'project-shared': { readonly inviter: string; readonly project: string; readonly path: string }
  readonly 'topic-news': TopicMailData
  readonly 'two-factor-reset': NoData
  readonly 'password-changed': NoData
  readonly 'change-email': NoData
  /** To the address that is left. */
  readonly 'email-change-asked': { readonly email: string }
  readonly 'storage-nearly-full': { readonly usedBytes: number; readonly quotaBytes: number }
}

/** For somebody who has no account yet. */
export interface ProjectInvitationData {
  readonly invitationId: string
  readonly inviter: string
  readonly project: string
  /** Of the one who invites: nothing is known of the reader. */
  readonly locale: Language
}

/** What happened to a topic. */
export interface TopicMailData {
  readonly kind: Exclude<NotificationKind, 'shared'>
  readonly inviter: string
  readonly title: string
  readonly status: string
  /** Name of the file it is about. */
  readonly file: string
  /** Beginning of what was said. */
  readonly excerpt: string
  /** Where the button leads, below the site's address. */
  readonly path: string
}

/** An account's last seven days. */
export interface WeeklyNumbers {
  readonly uploaded: number
  readonly ready: number
  readonly failed: number
  readonly usedBytes: number
  readonly quotaBytes: number
}

/** A mail to somebody: to an account, or to an address that may or may not be one's. */
export type MailRequest = {
  readonly [Template in MailTemplate]: {
    readonly template: Template
    readonly recipient: string
    readonly accountId: string | null
    readonly data: MailData[Template]
    /** A second mail with the same key is not made. */
    readonly idempotencyKey?: string
  }
}[MailTemplate]

/**
 * Puts a mail into the outbox inside the caller's transaction: it is kept or lost together with what it is about. It is
 * written and sent later, at least once, by the mail worker of any server of the deployment.
 */
export async function queueMail(
  connection: Kysely<Database> | Transaction<Database>,
  { template, recipient, accountId, data, idempotencyKey }: MailRequest,
): Promise<void> {
  await connection
    .insertInto('outbox_mail')
    .values({
      id: newId(),
      template,
      recipient,
      account_id: accountId,
      data: JSON.stringify(data),
      once_key: idempotencyKey ?? null,
    })
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .execute()
}
