import type { NotificationRecord } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import { countRows } from '../../platform/database/count-rows.js'

/**
 * Selects notifications with their subjects. Files, projects and topics are joined through the reader's own access:
 * revoked access hides them.
 */
export function selectNotifications(connection: Kysely<Database>) {
  return connection
    .selectFrom('notification')
    .leftJoin('account as actor', 'actor.id', 'notification.actor_id')
    .leftJoin('file as subject', 'subject.id', 'notification.file_id')
    .leftJoinLateral(
      (outer) =>
        outer
          .selectFrom('access')
          .innerJoin('folder as area', 'area.id', 'access.area_id')
          .select(['access.area_id', 'access.role', 'area.project_id'])
          .whereRef('access.account_id', '=', 'notification.account_id')
          .whereRef('area.project_id', '=', 'notification.project_id')
          .where(sql<boolean>`access.area_id = coalesce(subject.area_id, access.area_id)`)
          .orderBy('access.role', 'desc')
          .limit(1)
          .as('access'),
      (join) => join.onTrue(),
    )
    .leftJoin('project', 'project.id', 'access.project_id')
    .leftJoin('file', (join) =>
      join
        .onRef('file.id', '=', 'subject.id')
        .onRef('file.area_id', '=', 'access.area_id')
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
      'access.role',
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
  // Whoever lost access cannot see topics any more.
  if (!row.role) return { topic: null, commentId: null, excerpt: '' }
  const topic = id === null || number === null ? null : { id, number, title: title ?? '', status: status ?? '' }
  return { topic, commentId: topic && row.comment_id, excerpt: row.excerpt }
}

export function countUnread(connection: Kysely<Database>, accountId: string): Promise<number> {
  const notifications = connection.selectFrom('notification').where('account_id', '=', accountId)
  return countRows(notifications.where('read_at', 'is', null))
}
