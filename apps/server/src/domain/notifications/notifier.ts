import { collaborationLimits, type NotificationKind, type NotificationRecord } from '@kamar/contracts'
import { type Database, newId } from '@kamar/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { LiveEvents } from '../../platform/events/live-events.js'
import { queueMail, type TopicMailData } from '../../platform/mail-queue.js'
import { countUnread, toNotificationRecord, selectNotifications } from './notification-records.js'

/** Event and its recipients. */
export interface NewNotification {
  readonly kind: NotificationKind
  /** Accounts; non-members of the project and the actor are skipped. */
  readonly recipients: Iterable<string>
  readonly actor: { readonly id: string; readonly name: string }
  readonly projectId: string
  readonly fileId?: string | null
  readonly topicId?: string
  readonly commentId?: string
  readonly text?: string
}

/** Ids of notifications that are stored and not dispatched yet. */
export type PendingNotifications = readonly string[]

const excerptCharacters = 200
/** Comments and changes of one topic send at most one mail in this time; a mention always sends one. */
const quietMilliseconds = 10 * 60_000

/** Stores notifications in the transaction of their event, and dispatches them afterwards. */
export class Notifier {
  readonly #database: Kysely<Database>
  readonly #liveEvents: LiveEvents

  constructor(database: Kysely<Database>, liveEvents: LiveEvents) {
    this.#database = database
    this.#liveEvents = liveEvents
  }

  /** Stores the notification for all recipients and queues the mails they enabled. */
  async write(transaction: Transaction<Database>, notification: NewNotification): Promise<PendingNotifications> {
    const recipientIds = [...new Set(notification.recipients)].filter((id) => id !== notification.actor.id)
    if (recipientIds.length === 0) return []
    const recipients = await findRecipients(transaction, notification.projectId, recipientIds)
    const ids: string[] = []
    for (const recipient of recipients) {
      const id = await insertNotification(transaction, notification, recipient.id)
      if (recipient.wantsMail) await queueNotificationMail(transaction, { notification, recipient, id })
      ids.push(id)
    }
    return ids
  }

  /** Dispatches to the open pages of the recipients, after the transaction. */
  async dispatch(pendingNotifications: PendingNotifications): Promise<void> {
    if (pendingNotifications.length === 0) return
    const rows = await selectNotifications(this.#database)
      .where('notification.id', 'in', pendingNotifications)
      .execute()
    for (const row of rows) {
      const unread = await countUnread(this.#database, row.account_id)
      const notification = toNotificationRecord(row)
      this.#liveEvents.publish({
        to: { accountIds: [row.account_id] },
        event: { type: 'notification', notification, unread },
      })
    }
  }
}

interface Recipient {
  readonly id: string
  readonly email: string
  readonly wantsMail: boolean
}

async function findRecipients(
  transaction: Transaction<Database>,
  projectId: string,
  accountIds: readonly string[],
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select account.id, account.email,
      coalesce((account.preferences ->> 'emailNotifications')::boolean, true) as "wantsMail"
    from account join membership on membership.account_id = account.id and membership.project_id = ${projectId}
    where account.id = any(${accountIds}::uuid[]) and account.status <> 'rejected'
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
    id,
  }: { readonly notification: NewNotification; readonly recipient: Recipient; readonly id: string },
): Promise<void> {
  const row = await selectNotifications(transaction).where('notification.id', '=', id).executeTakeFirstOrThrow()
  const record = toNotificationRecord(row)
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
