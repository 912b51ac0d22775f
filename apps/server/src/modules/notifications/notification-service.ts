import type { NotificationPage } from '@kamar/contracts'
import { sql } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { isIdentifier } from '../../domain/files/file-records.js'
import type { ModuleContext } from '../../domain/module-context.js'
import {
  countUnread,
  toNotificationRecord,
  selectNotifications,
} from '../../domain/notifications/notification-records.js'

/** Filter of notifications. */
export interface NotificationFilter {
  readonly unread?: 'true' | undefined
  readonly limit?: number | undefined
  readonly after?: string | undefined
}

const pageSize = 30

/** Notifications of an account. */
export class NotificationService {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  /** Lists the notifications, newest first. */
  async list(actor: AccountActor, { after, limit = pageSize, unread }: NotificationFilter): Promise<NotificationPage> {
    const { database } = this.#context
    let query = selectNotifications(database)
      .where('notification.account_id', '=', actor.accountId)
      .orderBy('notification.id', 'desc')
      .limit(limit + 1)
    if (unread === 'true') query = query.where('notification.read_at', 'is', null)
    if (after !== undefined && isIdentifier(after)) query = query.where('notification.id', '<', after)
    const rows = await query.execute()
    const pageRows = rows.slice(0, limit)
    return {
      notifications: pageRows.map(toNotificationRecord),
      next: rows.length > limit ? (pageRows.at(-1)?.id ?? null) : null,
      unread: await countUnread(database, actor.accountId),
    }
  }

  /** Marks the named ones, those of a topic, or all as read; notifies the other devices of the account. */
  async markRead(
    actor: AccountActor,
    { ids, topicId }: { readonly ids?: readonly string[] | undefined; readonly topicId?: string | undefined },
  ): Promise<number> {
    const { database, events } = this.#context
    let marked = database
      .updateTable('notification')
      .set({ read_at: sql`now()` })
      .where('account_id', '=', actor.accountId)
      .where('read_at', 'is', null)
    if (ids !== undefined) marked = marked.where('id', '=', sql<string>`any(${ids.filter(isIdentifier)}::uuid[])`)
    if (topicId !== undefined) marked = marked.where(sql`topic_id::text`, '=', topicId)
    await marked.execute()
    const unread = await countUnread(database, actor.accountId)
    events.publish('live', {
      to: { accountIds: [actor.accountId] },
      event: { type: 'notification', notification: null, unread },
    })
    return unread
  }
}
