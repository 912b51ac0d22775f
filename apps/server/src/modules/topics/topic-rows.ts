import { isClosedStatus, type UserReference, type TopicSummary } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import { isIdentifier } from '../../domain/files/file-records.js'

/** Selects topics of a file with the current names of their users, and their first viewpoint. */
export function selectTopics(connection: Kysely<Database>, fileId: string) {
  return selectAllTopics(connection).where('topic.file_id', '=', fileId)
}

/** Selects topics of any file, without a permission check. */
export function selectAllTopics(connection: Kysely<Database>) {
  return connection
    .selectFrom('topic')
    .leftJoin('account as author', 'author.id', 'topic.author_id')
    .leftJoin('account as assignee', 'assignee.id', 'topic.assignee_id')
    .leftJoin('account as changer', 'changer.id', 'topic.changed_by_id')
    .leftJoin('file_version as version', 'version.id', 'topic.file_version_id')
    .selectAll('topic')
    .select([
      'author.name as author_now',
      'assignee.name as assignee_now',
      'changer.name as changer_now',
      'version.number as version_number',
      sql<number>`(select count(*) from comment where topic_id = topic.id)`.as('comments'),
      sql<string | null>`(select id from viewpoint where topic_id = topic.id order by id limit 1)`.as('viewpoint_id'),
      sql<string | null>`(select snapshot_blob from viewpoint where topic_id = topic.id order by id limit 1)`.as(
        'snapshot_blob',
      ),
      sql<number>`(select count(*) from topic_attachment where topic_id = topic.id)`.as('attachments'),
      sql<string | null>`(
        select id from topic_attachment where topic_id = topic.id and thumbnail_blob is not null order by id limit 1)`.as(
        'photo_id',
      ),
    ])
}

export type TopicRow = Awaited<ReturnType<ReturnType<typeof selectTopics>['executeTakeFirstOrThrow']>>

/** Finds one topic of a file; returns null for an unknown or invalid id. */
export async function findTopicRow(connection: Kysely<Database>, fileId: string, id: string): Promise<TopicRow | null> {
  if (!isIdentifier(id)) return null
  return (await selectTopics(connection, fileId).where('topic.id', '=', id).executeTakeFirst()) ?? null
}

const snapshotVersionDigits = 16

/** Returns enough of a snapshot's hash to tell it from the one before. */
export function snapshotVersion(sha256: string | null): string | null {
  return sha256?.slice(0, snapshotVersionDigits) ?? null
}

/** Returns a user by the current name, else by the stored one. */
export function toNamedUser(id: string | null, now: string | null, storedName: string): UserReference {
  return { id, name: now ?? storedName }
}

/** Converts a row for a list. */
export function toTopicSummary(row: TopicRow): TopicSummary {
  const { guid, id, labels, number, priority, revision, stage, status, title, type } = row
  return {
    id,
    guid,
    number,
    revision,
    title,
    type,
    status,
    priority,
    stage,
    labels,
    isClosed: isClosedStatus(status),
    assignee: toAssignee(row),
    dueDate: row.due_date,
    author: toNamedUser(row.author_id, row.author_now, row.author_name),
    createdAt: row.created_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    anchor: row.anchor as TopicSummary['anchor'],
    fileVersion: row.version_number,
    comments: row.comments,
    viewpointId: row.viewpoint_id,
    snapshot: snapshotVersion(row.snapshot_blob),
    attachments: row.attachments,
    photoId: row.photo_id,
  }
}

/** Returns null without an assignee; a former member, or one named in an imported file, has a name and no id. */
export function toAssignee(row: TopicRow): UserReference | null {
  if (row.assignee_id === null && row.assignee_name === '') return null
  return toNamedUser(row.assignee_id, row.assignee_now, row.assignee_name)
}
