import { randomUUID } from 'node:crypto'
import {
  AppError,
  collaborationLimits as most,
  type CommentChange,
  type CommentForm,
  type TopicComment,
} from '@kamar/contracts'
import { type Database, foldForSearch, newId } from '@kamar/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../rights/actor.js'
import { isIdentifier } from '../shared/file-records.js'
import { lockFile } from '../shared/insert-version.js'
import type { LiveNews } from '../shared/live-news.js'
import type { Notifier, Untold } from '../shared/notifier.js'
import { nameActor } from '../shared/person-names.js'
import { type Desk, findMembers, findTopic, mayModerate, openDesk } from './topic-access.js'
import { readComment } from './topic-detail.js'
import type { TopicRow } from './topic-rows.js'
import type { TopicAddress } from './topic-service.js'
import { touchTopic } from './touch-topic.js'
import { addViewpoint } from './viewpoint-service.js'

export interface CommentParts {
  readonly database: Kysely<Database>
  readonly notifier: Notifier
  readonly liveNews: LiveNews
}

/** Which comment of which topic. */
export interface CommentAddress extends TopicAddress {
  readonly commentId: string
}

/** What people say to a topic. */
export class CommentService {
  readonly #parts: CommentParts

  constructor(parts: CommentParts) {
    this.#parts = parts
  }

  async add(actor: AccountActor, { fileId, topicId }: TopicAddress, form: CommentForm): Promise<TopicComment> {
    const { database, notifier } = this.#parts
    const desk = await openDesk(database, actor, { fileId, action: 'topic:write' })
    const { commentId, untold } = await database.transaction().execute(async (transaction) => {
      const topic = await findTopic(transaction, desk, topicId)
      const sent = await findSent(transaction, desk, { topicId, key: form.key })
      if (sent !== null) return { commentId: sent, untold: null }
      const mentions = await findMentioned(transaction, desk, form.mentions)
      const id = await insertComment(transaction, desk, { topicId, form, mentions })
      await touchTopic(transaction, desk, { topicId, action: 'topic.comment' })
      return { commentId: id, untold: await this.#notify(transaction, desk, { topic, mentions, id, text: form.text }) }
    })
    if (untold !== null) {
      this.#tell(desk, topicId)
      await notifier.tell(untold)
    }
    return readComment(database, desk, { topicId, commentId })
  }

  /** One's own only: nobody puts words into another's mouth. */
  async change(actor: AccountActor, address: CommentAddress, change: CommentChange): Promise<TopicComment> {
    const { database, notifier } = this.#parts
    const { commentId, topicId } = address
    const desk = await openDesk(database, actor, { fileId: address.fileId, action: 'topic:write' })
    const untold = await database.transaction().execute(async (transaction) => {
      const topic = await findTopic(transaction, desk, topicId)
      const before = await findComment(transaction, address)
      if (before.author_id !== actor.accountId) throw new AppError('not-allowed')
      const mentions = await findMentioned(transaction, desk, change.mentions)
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
      await touchTopic(transaction, desk, { topicId, action: 'topic.comment-change' })
      const added = mentions.filter((id) => !before.mentions.includes(id))
      return notifier.write(transaction, {
        ...(await aboutComment(transaction, desk, { topic, id: commentId, text: change.text })),
        kind: 'mentioned',
        recipients: added,
      })
    })
    this.#tell(desk, topicId)
    await notifier.tell(untold)
    return readComment(database, desk, { topicId, commentId })
  }

  async remove(actor: AccountActor, address: CommentAddress): Promise<void> {
    const { database } = this.#parts
    const desk = await openDesk(database, actor, { fileId: address.fileId, action: 'topic:write' })
    await database.transaction().execute(async (transaction) => {
      await findTopic(transaction, desk, address.topicId)
      const comment = await findComment(transaction, address)
      if (!mayModerate(desk, comment.author_id)) throw new AppError('not-allowed')
      await transaction.deleteFrom('comment').where('id', '=', comment.id).execute()
      await touchTopic(transaction, desk, { topicId: address.topicId, action: 'topic.comment-delete' })
    })
    this.#tell(desk, address.topicId)
  }

  /** Who is named is told so; the others of the conversation hear of the comment. */
  async #notify(
    transaction: Transaction<Database>,
    desk: Desk,
    { id, mentions, text, topic }: { topic: TopicRow; mentions: readonly string[]; id: string; text: string },
  ): Promise<Untold> {
    const { notifier } = this.#parts
    const about = await aboutComment(transaction, desk, { topic, id, text })
    const talking = await transaction
      .selectFrom('comment')
      .select('author_id')
      .distinct()
      .where('topic_id', '=', topic.id)
      .where('author_id', 'is not', null)
      .execute()
    const listening = [topic.author_id, topic.assignee_id, ...talking.map((row) => row.author_id)]
    const others = listening.filter((other) => other !== null).filter((other) => !mentions.includes(other))
    return [
      ...(await notifier.write(transaction, { ...about, kind: 'mentioned', recipients: mentions })),
      ...(await notifier.write(transaction, { ...about, kind: 'commented', recipients: others })),
    ]
  }

  #tell({ file }: Desk, topicId: string): void {
    this.#parts.liveNews.publish({
      to: { projectId: file.project_id },
      event: { type: 'topic', fileId: file.id, topicId, change: 'changed', revision: null },
    })
  }
}

async function aboutComment(
  transaction: Transaction<Database>,
  { actor, file }: Desk,
  { id, text, topic }: { readonly topic: TopicRow; readonly id: string; readonly text: string },
) {
  const who = await nameActor(transaction, actor)
  return { actor: who, projectId: file.project_id, fileId: file.id, topicId: topic.id, commentId: id, text }
}

async function findMentioned(
  transaction: Transaction<Database>,
  desk: Desk,
  ids: readonly string[] | undefined,
): Promise<string[]> {
  return (await findMembers(transaction, desk, ids ?? [])).map((member) => member.id)
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

/** The comment that was made with this key already; two that come at once wait for each other. */
async function findSent(
  transaction: Transaction<Database>,
  { actor, file }: Desk,
  { key, topicId }: { readonly topicId: string; readonly key: string | undefined },
): Promise<string | null> {
  if (key === undefined) return null
  await lockFile(transaction, file.id)
  const row = await transaction
    .selectFrom('comment')
    .select(['id', 'author_id'])
    .where('topic_id', '=', topicId)
    .where('guid', '=', key)
    .executeTakeFirst()
  if (row && row.author_id !== actor.accountId) throw new AppError('already-exists')
  return row?.id ?? null
}

async function insertComment(
  transaction: Transaction<Database>,
  desk: Desk,
  { form, mentions, topicId }: { readonly topicId: string; readonly form: CommentForm; readonly mentions: string[] },
): Promise<string> {
  const { comments } = await transaction
    .selectFrom('comment')
    .select((count) => count.fn.countAll<number>().as('comments'))
    .where('topic_id', '=', topicId)
    .executeTakeFirstOrThrow()
  if (comments >= most.commentsPerTopic) throw new AppError('too-many', { most: most.commentsPerTopic })
  const author = await nameActor(transaction, desk.actor)
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
      viewpoint_id: await viewpointOf(transaction, desk, { topicId, form }),
      reply_to_id: await replyOf(transaction, topicId, form.replyToId),
      author_id: author.id,
      author_name: author.name,
    })
    .execute()
  return id
}

/** The viewpoint a comment comes with, or the one of the same topic that it is about. */
async function viewpointOf(
  transaction: Transaction<Database>,
  desk: Desk,
  { form, topicId }: { readonly topicId: string; readonly form: CommentForm },
): Promise<string | null> {
  if (form.viewpoint) return addViewpoint(transaction, desk, { topicId, form: form.viewpoint })
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

async function replyOf(
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
