import type { NotificationRecord } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import { countRows } from '../../platform/database/count-rows.js'

/**
 * Selects notifications with their subjects. Files, projects and topics are joined through the reader's own membership:
 * revoked access hides them.
 */
export function selectNotifications(connection: Kysely<Database>) {
  return connection
    .selectFrom('notification')
    .leftJoin('account as actor', 'actor.id', 'notification.actor_id')
    .leftJoin('membership', (join) =>
      join
        .onRef('membership.project_id', '=', 'notification.project_id')
        .onRef('membership.account_id', '=', 'notification.account_id'),
    )
    .leftJoin('project', 'project.id', 'membership.project_id')
    .leftJoin('file', (join) =>
      join
        .onRef('file.id', '=', 'notification.file_id')
        .onRef('file.project_id', '=', 'membership.project_id')
        .on('file.deleted_at', 'is', null),
    )
    .leftJoin('file_version as version', 'version.id', 'file.current_version_id')
    .leftJoin('topic', (join) =>
      join.onRef('topic.id', '=', 'notification.topic_id').onRef('topic.file_id', '=', 'file.id'),
    )
    .select([
      'notification.id',
      'notification.account_id',
      'notification.kind',
      'notification.created_at',
      'notification.read_at',
      'notification.actor_id',
      'notification.actor_name',
      'notification.comment_id',
      'notification.excerpt',
      'actor.name as current_actor_name',
      'membership.role',
      'project.id as project_id',
      'project.name as project_name',
      'file.id as file_id',
      'file.description',
      'version.urn',
      'topic.id as topic_id',
      'topic.number as topic_number',
      'topic.title as topic_title',
      'topic.status as topic_status',
    ])
}

type NotificationRow = Awaited<ReturnType<ReturnType<typeof selectNotifications>['executeTakeFirstOrThrow']>>

/** Converts a row for the API. */
export function toNotificationRecord(row: NotificationRow): NotificationRecord {
  return {
    id: row.id,
    kind: row.kind,
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
    actor: { id: row.actor_id, name: row.current_actor_name ?? row.actor_name },
    file: row.file_id && row.urn ? { id: row.file_id, description: row.description ?? '', urn: row.urn } : null,
    project: row.project_id && row.role ? { id: row.project_id, name: row.project_name ?? '', role: row.role } : null,
    ...aboutTopic(row),
  }
}

function aboutTopic(row: NotificationRow): Pick<NotificationRecord, 'topic' | 'commentId' | 'excerpt'> {
  const { topic_id: id, topic_number: number, topic_title: title, topic_status: status } = row
  // Former members cannot see topics of the project any more.
  if (!row.role) return { topic: null, commentId: null, excerpt: '' }
  const topic = id === null || number === null ? null : { id, number, title: title ?? '', status: status ?? '' }
  return { topic, commentId: topic && row.comment_id, excerpt: row.excerpt }
}

export function countUnread(connection: Kysely<Database>, accountId: string): Promise<number> {
  const notifications = connection.selectFrom('notification').where('account_id', '=', accountId)
  return countRows(notifications.where('read_at', 'is', null))
}
