import { AppError } from '@kamar/core'
import type { Topic, TopicComment, TopicEvent } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import {
  type TopicContext,
  findTopic,
  hasPermission,
  canChangeTopic,
  canModerate,
  nameMentioned,
} from './topic-access.js'
import { toNamedUser, type TopicRow, toTopicSummary } from './topic-rows.js'
import { readAttachments } from './attachments/attachment-rows.js'
import { selectViewpoints, toViewpointSummary } from './viewpoint-rows.js'

/** Reads a whole topic as the caller sees it. */
export async function readTopic(connection: Kysely<Database>, topicContext: TopicContext, id: string): Promise<Topic> {
  const row = await findTopic(connection, topicContext, id)
  const viewpoints = await selectViewpoints(connection, topicContext.file.id)
    .where('viewpoint.topic_id', '=', row.id)
    .orderBy('viewpoint.created_at')
    .orderBy('viewpoint.id')
    .execute()
  return {
    ...toTopicSummary(row),
    description: row.description,
    changedBy: toNamedUser(row.changed_by_id, row.changer_now, row.changed_by_name),
    discussion: await readComments(connection, topicContext, row),
    viewpoints: viewpoints.map(toViewpointSummary),
    files: await readAttachments(connection, topicContext, row.id),
    mayChange: canChangeTopic(topicContext, row),
    mayDelete: canModerate(topicContext, row.author_id),
    mayComment: hasPermission(topicContext, 'topic:write'),
  }
}

/** Reads the comments of a topic, oldest first; or the one with an id. */
export async function readComments(
  connection: Kysely<Database>,
  topicContext: TopicContext,
  { id: topicId }: Pick<TopicRow, 'id'>,
  commentId?: string,
): Promise<TopicComment[]> {
  const rows = await connection
    .selectFrom('comment')
    .leftJoin('account as author', 'author.id', 'comment.author_id')
    .selectAll('comment')
    .select('author.name as author_now')
    .where('topic_id', '=', topicId)
    .$if(commentId !== undefined, (query) => query.where('comment.id', '=', commentId ?? ''))
    .orderBy('comment.created_at')
    .orderBy('comment.id')
    .execute()
  const names = await nameMentioned(connection, [...new Set(rows.flatMap((row) => row.mentions))])
  return rows.map((row) => ({
    id: row.id,
    guid: row.guid,
    text: row.text,
    author: toNamedUser(row.author_id, row.author_now, row.author_name),
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    revision: row.revision,
    viewpointId: row.viewpoint_id,
    replyToId: row.reply_to_id,
    mentions: row.mentions.flatMap((id) => names.get(id) ?? []),
    mayChange: hasPermission(topicContext, 'topic:write') && row.author_id === topicContext.actor.accountId,
    mayDelete: canModerate(topicContext, row.author_id),
  }))
}

/** Reads one comment of a topic. */
export async function readComment(
  connection: Kysely<Database>,
  topicContext: TopicContext,
  { commentId, topicId }: { readonly topicId: string; readonly commentId: string },
): Promise<TopicComment> {
  const [comment] = await readComments(connection, topicContext, { id: topicId }, commentId)
  if (!comment) throw new AppError('not-found')
  return comment
}

const kindOfAction: Readonly<Record<string, TopicEvent['kind']>> = {
  'topic.create': 'created',
  'topic.import': 'imported',
  'topic.change': 'changed',
  'topic.comment': 'commented',
  'topic.comment-change': 'comment-changed',
  'topic.comment-delete': 'comment-deleted',
  'topic.viewpoint': 'viewpoint-added',
  'topic.viewpoint-change': 'viewpoint-changed',
  'topic.viewpoint-delete': 'viewpoint-deleted',
  'topic.attachment': 'attachment-added',
  'topic.attachment-delete': 'attachment-deleted',
}
const maxEvents = 1000
const noChange = { field: null, from: null, to: null }

/**
 * Reads the history of a topic: its part of the audit log, oldest first; a change of several fields is several events.
 */
export async function readHistory(
  database: Kysely<Database>,
  topicContext: TopicContext,
  id: string,
): Promise<TopicEvent[]> {
  const topic = await findTopic(database, topicContext, id)
  const rows = await database
    .selectFrom('audit_event')
    .leftJoin('account', (join) => join.on(sql`account.id::text`, '=', sql.ref('audit_event.actor')))
    .select(['audit_event.time', 'audit_event.actor', 'audit_event.action', 'audit_event.details', 'account.name'])
    .where('audit_event.subject', '=', topic.id)
    .orderBy('audit_event.sequence', 'desc')
    .limit(maxEvents)
    .execute()
  return rows.toReversed().flatMap(({ action, actor, details, name, time }) => {
    const kind = kindOfAction[action]
    if (kind === undefined) return []
    const event = { time: time.toISOString(), actor: { id: name === null ? null : actor, name: name ?? '' }, kind }
    const changes = (details['changes'] ?? [noChange]) as readonly (typeof noChange)[]
    return changes.map(({ field, from, to }) => ({ ...event, field, from, to }))
  })
}
