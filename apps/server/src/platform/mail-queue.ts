import type { Language, MailTemplate, NotificationKind } from '@kamar/contracts'
import { type Database, newId } from '@kamar/database'
import type { Kysely } from 'kysely'

/** Data of mails that are the same for every recipient. */
type NoData = Readonly<Record<string, never>>

/** Data stored with each kind of mail when it is queued; everything else is looked up when it is written. */
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
  /** Sent to the old address. */
  readonly 'email-change-asked': { readonly email: string }
  readonly 'storage-nearly-full': { readonly usedBytes: number; readonly quotaBytes: number }
}

/** Data for a recipient without an account. */
export interface ProjectInvitationData {
  readonly invitationId: string
  readonly inviter: string
  readonly project: string
  /** Language of the inviter: the reader's is unknown. */
  readonly locale: Language
}

/** Event of a topic. */
export interface TopicMailData {
  readonly kind: Exclude<NotificationKind, 'shared'>
  readonly inviter: string
  readonly title: string
  readonly status: string
  /** Name of the file of the topic. */
  readonly file: string
  /** Beginning of the text. */
  readonly excerpt: string
  /** Target of the button, relative to the site. */
  readonly path: string
}

/** Statistics of an account's last seven days. */
export interface WeeklyNumbers {
  readonly uploaded: number
  readonly ready: number
  readonly failed: number
  readonly usedBytes: number
  readonly quotaBytes: number
}

/** Mail to be queued: to an account, or to an address that may or may not have one. */
export type MailRequest = {
  readonly [Template in MailTemplate]: {
    readonly template: Template
    readonly recipient: string
    readonly accountId: string | null
    readonly data: MailData[Template]
    /** A second mail with the same key is not queued. */
    readonly idempotencyKey?: string
  }
}[MailTemplate]

/**
 * Adds a mail to the outbox inside the caller's transaction: it commits or rolls back with the change it reports. The
 * mail worker of any server of the deployment writes and sends it later, at least once.
 */
export async function queueMail(
  connection: Kysely<Database>,
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
      idempotency_key: idempotencyKey ?? null,
    })
    // Without a target: the column is unique under its previous name, too.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
