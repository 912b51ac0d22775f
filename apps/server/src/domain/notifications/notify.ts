import { collaborationLimits, type NotificationKind, type NotificationRecord } from '@kamar/contracts'
import { type Database, newId } from '@kamar/database'
import { sql, type Transaction } from 'kysely'
import { queueMail, type TopicMailData } from '../../platform/mail-queue.js'
import type { UnitOfWork } from '../../platform/unit-of-work.js'
import { countUnread, toNotificationRecord, selectNotifications } from './notification-records.js'

/** Event and its recipients. */
export interface NewNotification {
  readonly kind: NotificationKind
  /** Accounts; those without access to the file, or to anything in the project, and the actor are skipped. */
  readonly recipients: Iterable<string>
  readonly actor: { readonly id: string; readonly name: string }
  readonly projectId: string
  readonly fileId?: string | null
  readonly topicId?: string
  readonly commentId?: string
  readonly text?: string
}

const excerptCharacters = 200
/** Comments and changes of one topic send at most one mail in this time; a mention always sends one. */
const quietMilliseconds = 10 * 60_000

/** Stores a notification for all recipients, queues the mails they enabled, and publishes it to their open pages. */
export async function notify({ transaction, publish }: UnitOfWork, notification: NewNotification): Promise<void> {
  const recipientIds = [...new Set(notification.recipients)].filter((id) => id !== notification.actor.id)
  if (recipientIds.length === 0) return
  for (const recipient of await findRecipients(transaction, notification, recipientIds)) {
    const id = await insertNotification(transaction, notification, recipient.id)
    const row = await selectNotifications(transaction).where('notification.id', '=', id).executeTakeFirstOrThrow()
    const record = toNotificationRecord(row)
    if (recipient.wantsMail) await queueNotificationMail(transaction, { notification, recipient, record })
    publish('live', {
      to: { accountIds: [recipient.id] },
      event: { type: 'notification', notification: record, unread: await countUnread(transaction, recipient.id) },
    })
  }
}

interface Recipient {
  readonly id: string
  readonly email: string
  readonly wantsMail: boolean
}

async function findRecipients(
  transaction: Transaction<Database>,
  { fileId, projectId }: NewNotification,
  accountIds: readonly string[],
): Promise<Recipient[]> {
  const areas = fileId
    ? sql`select area_id from file where id = ${fileId}`
    : sql`select id from folder where project_id = ${projectId}`
  const { rows } = await sql<Recipient>`
    select account.id, account.email,
      coalesce((account.preferences ->> 'emailNotifications')::boolean, true) as "wantsMail"
    from account
    where account.id = any(${accountIds}::uuid[]) and account.status <> 'rejected'
      and exists (select from access where account_id = account.id and area_id in (${areas}))
    order by account.id`.execute(transaction)
  return rows
}

async function insertNotification(
  transaction: Transaction<Database>,
  { actor, commentId, fileId, kind, projectId, text, topicId }: NewNotification,
  accountId: string,
): Promise<string> {
  const id = newId()
  await transaction
    .insertInto('notification')
    .values({
      id,
      account_id: accountId,
      kind,
      actor_id: actor.id,
      actor_name: actor.name,
      project_id: projectId,
      file_id: fileId ?? null,
      topic_id: topicId ?? null,
      comment_id: commentId ?? null,
      excerpt: (text ?? '').slice(0, excerptCharacters),
    })
    .execute()
  await sql`
    delete from notification where id in (
      select id from notification where account_id = ${accountId}
      order by id desc offset ${collaborationLimits.notificationsPerAccount}
    )`.execute(transaction)
  return id
}

async function queueNotificationMail(
  transaction: Transaction<Database>,
  {
    notification,
    recipient,
    record,
  }: { readonly notification: NewNotification; readonly recipient: Recipient; readonly record: NotificationRecord },
): Promise<void> {
  const reader = { recipient: recipient.email, accountId: recipient.id }
  if (notification.kind === 'shared') {
    const project = record.file?.description ?? record.project?.name ?? ''
    const data = { inviter: record.actor.name, project, path: formatPath(record) }
    await queueMail(transaction, { ...reader, template: 'project-shared', data })
    return
  }
  const data = { kind: notification.kind, ...toTopicData(record) }
  const isPersonal = notification.kind === 'mentioned' || notification.kind === 'assigned'
  const period = Math.floor(Date.now() / quietMilliseconds)
  const idempotencyKey = isPersonal
    ? {}
    : { idempotencyKey: `${notification.kind} ${recipient.id} ${notification.topicId} ${period}` }
  await queueMail(transaction, { ...reader, template: 'topic-news', data, ...idempotencyKey })
}

function toTopicData(record: NotificationRecord): Omit<TopicMailData, 'kind'> {
  const { actor, excerpt, file, topic } = record
  const { status = '', title = '' } = topic ?? {}
  return { inviter: actor.name, title, status, file: file?.description ?? '', excerpt, path: formatPath(record) }
}

/** Formats the target of a mail, relative to the site. */
function formatPath({ file, topic }: NotificationRecord): string {
  if (!file) return '/home?scope=shared'
  const page = `/ViewerPage?urn=${encodeURIComponent(file.urn)}`
  return topic ? `${page}&topic=${topic.id}` : page
}
