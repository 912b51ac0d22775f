import { toPayer } from '../../domain/quota/payer.js'
import { randomUUID } from 'node:crypto'
import { AppError } from '@kamar/core'
import {
  collaborationLimits as limits,
  type CommentChange,
  type CommentForm,
  type TopicComment,
} from '@kamar/contracts'
import { type Database, foldForSearch, newId } from '@kamar/database'
import { sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { isIdentifier } from '../../domain/files/file-records.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { notify } from '../../domain/notifications/notify.js'
import { refundQuota } from '../../domain/quota/quota.js'
import type { UnitOfWork } from '../../platform/unit-of-work.js'
import { nameActor } from '../../domain/accounts/user-names.js'
import { findSent } from './find-sent.js'
import {
  type TopicContext,
  findMembers,
  findTopic,
  canModerate,
  openTopicContext,
  publishTopic,
} from './topic-access.js'
import { sumAttachmentBytes } from './attachments/attachment-rows.js'
import { readComment } from './topic-detail.js'
import type { TopicRow } from './topic-rows.js'
import type { TopicAddress } from './topic-service.js'
import { touchTopic } from './touch-topic.js'
import { addViewpoint } from './viewpoint-service.js'
import { assertFewerRows } from '../../platform/database/count-rows.js'

/** Comment of a topic. */
export interface CommentAddress extends TopicAddress {
  readonly commentId: string
}

/** Manages the comments of topics. */
export class CommentService {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  async add(actor: AccountActor, { fileId, topicId }: TopicAddress, form: CommentForm): Promise<TopicComment> {
    const { database, transact } = this.#context
    const topicContext = await openTopicContext(database, actor, { fileId, action: 'topic:write' })
    const commentId = await transact(async (unit) => {
      const { transaction } = unit
      const topic = await findTopic(transaction, topicContext, topicId)
      const sent = await findSent(transaction, topicContext, {
        key: form.key,
        addition: { table: 'comment', topicId },
      })
      if (sent !== null) return sent
      const mentions = await findMentioned(transaction, topicContext, form.mentions)
      const id = await insertComment(transaction, topicContext, { topicId, form, mentions })
      await touchTopic(transaction, topicContext, { topicId, action: 'topic.comment' })
      publishTopic(unit, topicContext, { topicId, change: 'changed' })
      await notifyOfComment(unit, topicContext, { topic, mentions, id, text: form.text })
      return id
    })
    return readComment(database, topicContext, { topicId, commentId })
  }

  /** Changes a comment; only its author may. */
  async change(actor: AccountActor, address: CommentAddress, change: CommentChange): Promise<TopicComment> {
    const { database, transact } = this.#context
    const { commentId, topicId } = address
    const topicContext = await openTopicContext(database, actor, { fileId: address.fileId, action: 'topic:write' })
    await transact(async (unit) => {
      const { transaction } = unit
      const topic = await findTopic(transaction, topicContext, topicId)
      const before = await findComment(transaction, address)
      if (before.author_id !== actor.accountId) throw new AppError('not-allowed')
      const mentions = await findMentioned(transaction, topicContext, change.mentions)
      const changed = await transaction
        .updateTable('comment')
        .set((comment) => ({
          text: change.text,
          search_text: foldForSearch(change.text),
          mentions,
          edited_at: sql`now()`,
          revision: comment('revision', '+', 1),
        }))
        .where('id', '=', commentId)
        .where('revision', '=', change.revision)
        .returning('id')
        .executeTakeFirst()
      if (!changed) throw new AppError('changed-meanwhile')
      await touchTopic(transaction, topicContext, { topicId, action: 'topic.comment-change' })
      publishTopic(unit, topicContext, { topicId, change: 'changed' })
      const added = mentions.filter((id) => !before.mentions.includes(id))
      const about = await aboutComment(transaction, topicContext, { topic, id: commentId, text: change.text })
      await notify(unit, { ...about, kind: 'mentioned', recipients: added })
    })
    return readComment(database, topicContext, { topicId, commentId })
  }

  async remove(actor: AccountActor, address: CommentAddress): Promise<void> {
    const { database, transact } = this.#context
    const topicContext = await openTopicContext(database, actor, { fileId: address.fileId, action: 'topic:write' })
    await transact(async (unit) => {
      const { transaction } = unit
      await findTopic(transaction, topicContext, address.topicId)
      const comment = await findComment(transaction, address)
      if (!canModerate(topicContext, comment.author_id)) throw new AppError('not-allowed')
      const bytes = await sumAttachmentBytes(transaction, 'comment_id', comment.id)
      await transaction.deleteFrom('comment').where('id', '=', comment.id).execute()
      await refundQuota(transaction, toPayer(topicContext.file), bytes)
      await touchTopic(transaction, topicContext, { topicId: address.topicId, action: 'topic.comment-delete' })
      publishTopic(unit, topicContext, { topicId: address.topicId, change: 'changed' })
    })
  }
}

/** Notifies the mentioned users of the mention; the other participants of the comment. */
async function notifyOfComment(
  unit: UnitOfWork,
  topicContext: TopicContext,
  { id, mentions, text, topic }: { topic: TopicRow; mentions: readonly string[]; id: string; text: string },
): Promise<void> {
  const { transaction } = unit
  const about = await aboutComment(transaction, topicContext, { topic, id, text })
  const participants = await transaction
    .selectFrom('comment')
    .select('author_id')
    .distinct()
    .where('topic_id', '=', topic.id)
    .where('author_id', 'is not', null)
    .execute()
  const listening = [topic.author_id, topic.assignee_id, ...participants.map((row) => row.author_id)]
  const others = listening.filter((other) => other !== null).filter((other) => !mentions.includes(other))
  await notify(unit, { ...about, kind: 'mentioned', recipients: mentions })
  await notify(unit, { ...about, kind: 'commented', recipients: others })
}

async function aboutComment(
  transaction: Transaction<Database>,
  { actor, file }: TopicContext,
  { id, text, topic }: { readonly topic: TopicRow; readonly id: string; readonly text: string },
) {
  const actorName = await nameActor(transaction, actor)
  return { actor: actorName, projectId: file.project_id, fileId: file.id, topicId: topic.id, commentId: id, text }
}

async function findMentioned(
  transaction: Transaction<Database>,
  topicContext: TopicContext,
  ids: readonly string[] | undefined,
): Promise<string[]> {
  return (await findMembers(transaction, topicContext, ids ?? [])).map((member) => member.id)
}

async function findComment(transaction: Transaction<Database>, { commentId, topicId }: CommentAddress) {
  const row = isIdentifier(commentId)
    ? await transaction
        .selectFrom('comment')
        .select(['id', 'author_id', 'mentions'])
        .where('id', '=', commentId)
        .where('topic_id', '=', topicId)
        .executeTakeFirst()
    : undefined
  if (!row) throw new AppError('not-found')
  return row
}

async function insertComment(
  transaction: Transaction<Database>,
  topicContext: TopicContext,
  { form, mentions, topicId }: { readonly topicId: string; readonly form: CommentForm; readonly mentions: string[] },
): Promise<string> {
  await assertFewerRows(transaction.selectFrom('comment').where('topic_id', '=', topicId), limits.commentsPerTopic)
  const author = await nameActor(transaction, topicContext.actor)
  const id = newId()
  await transaction
    .insertInto('comment')
    .values({
      id,
      topic_id: topicId,
      guid: form.key ?? randomUUID(),
      text: form.text,
      search_text: foldForSearch(form.text),
      mentions,
      viewpoint_id: await findViewpoint(transaction, topicContext, { topicId, form }),
      reply_to_id: await findReply(transaction, topicId, form.replyToId),
      author_id: author.id,
      author_name: author.name,
    })
    .execute()
  return id
}

/** Finds the viewpoint a comment is sent with, or the one of the same topic that it refers to. */
async function findViewpoint(
  transaction: Transaction<Database>,
  topicContext: TopicContext,
  { form, topicId }: { readonly topicId: string; readonly form: CommentForm },
): Promise<string | null> {
  if (form.viewpoint) return addViewpoint(transaction, topicContext, { topicId, form: form.viewpoint })
  if (form.viewpointId === undefined) return null
  const row = await transaction
    .selectFrom('viewpoint')
    .select('id')
    .where('topic_id', '=', topicId)
    .where(sql`id::text`, '=', form.viewpointId)
    .executeTakeFirst()
  if (!row) throw new AppError('invalid-input', { field: 'body.viewpointId' })
  return row.id
}

async function findReply(
  transaction: Transaction<Database>,
  topicId: string,
  replyToId: string | undefined,
): Promise<string | null> {
  if (replyToId === undefined) return null
  const row = await transaction
    .selectFrom('comment')
    .select('id')
    .where('topic_id', '=', topicId)
    .where(sql`id::text`, '=', replyToId)
    .executeTakeFirst()
  if (!row) throw new AppError('invalid-input', { field: 'body.replyToId' })
  return row.id
}
