import { toPayer } from '../../domain/quota/payer.js'
import { randomUUID } from 'node:crypto'
import { AppError } from '@kamar/core'
import {
  collaborationLimits as limits,
  isClosedStatus,
  type Topic,
  type TopicChange,
  type TopicEvent,
  type TopicForm,
  type TopicPage,
} from '@kamar/contracts'
import { appendAuditEvent, type Database, foldForSearch, newId } from '@kamar/database'
import { sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { lockFile } from '../../domain/versions/insert-version.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { notify } from '../../domain/notifications/notify.js'
import { refundQuota } from '../../domain/quota/quota.js'
import type { UnitOfWork } from '../../platform/unit-of-work.js'
import { nameActor } from '../../domain/accounts/user-names.js'
import {
  type TopicContext,
  findMembers,
  findTopic,
  findVersionId,
  hasPermission,
  canChangeTopic,
  canModerate,
  openTopicContext,
  publishTopic,
} from './topic-access.js'
import { sumAttachmentBytes } from './attachments/attachment-rows.js'
import { findSent } from './find-sent.js'
import { computeChanges, type FieldChange, type TopicValues } from './topic-changes.js'
import { readHistory, readTopic } from './topic-detail.js'
import { type ListQuery, listTopicPage } from './topic-list.js'
import type { TopicRow } from './topic-rows.js'
import { touchTopic } from './touch-topic.js'
import { addViewpoint } from './viewpoint-service.js'

/** Topic of a file. */
export interface TopicAddress {
  readonly fileId: string
  readonly topicId: string
}

const openStatus = 'Open'

/** Manages the topics of a file. */
export class TopicService {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  async list(actor: AccountActor, fileId: string, query: ListQuery): Promise<TopicPage> {
    const { database } = this.#context
    const topicContext = await openTopicContext(database, actor, { fileId, action: 'file:read' })
    const page = await listTopicPage(database, { fileId, accountId: actor.accountId }, query)
    return { ...page, mayCreate: hasPermission(topicContext, 'topic:write') }
  }

  async get(actor: AccountActor, { fileId, topicId }: TopicAddress): Promise<Topic> {
    const { database } = this.#context
    return readTopic(database, await openTopicContext(database, actor, { fileId, action: 'file:read' }), topicId)
  }

  async history(actor: AccountActor, { fileId, topicId }: TopicAddress): Promise<TopicEvent[]> {
    const { database } = this.#context
    return readHistory(database, await openTopicContext(database, actor, { fileId, action: 'file:read' }), topicId)
  }

  async create(actor: AccountActor, fileId: string, form: TopicForm): Promise<Topic> {
    const { database, transact } = this.#context
    const topicContext = await openTopicContext(database, actor, { fileId, action: 'topic:write' })
    return transact(async (unit) => {
      const sent = await findSent(unit.transaction, topicContext, { key: form.key })
      if (sent !== null) return readTopic(unit.transaction, topicContext, sent)
      const topicId = await createTopic(unit.transaction, topicContext, form)
      const topic = await announce(unit, topicContext, { topicId, change: 'created' })
      await notifyOfNew(unit, topicContext, { form, topicId })
      return topic
    })
  }

  /** Changes a topic. Throws `changed-meanwhile` when another user changed a field since it was read. */
  async change(actor: AccountActor, { fileId, topicId }: TopicAddress, change: TopicChange): Promise<Topic> {
    const { database, transact } = this.#context
    const topicContext = await openTopicContext(database, actor, { fileId, action: 'topic:write' })
    return transact((unit) => changeTopic(unit, topicContext, { topicId, change }))
  }

  async remove(actor: AccountActor, { fileId, topicId }: TopicAddress): Promise<void> {
    const { database, transact } = this.#context
    const topicContext = await openTopicContext(database, actor, { fileId, action: 'topic:write' })
    await transact(async (unit) => {
      const { transaction } = unit
      const topic = await findTopic(transaction, topicContext, topicId)
      if (!canModerate(topicContext, topic.author_id)) throw new AppError('not-allowed')
      const bytes = await sumAttachmentBytes(transaction, 'topic_id', topicId)
      await transaction.deleteFrom('topic').where('id', '=', topicId).execute()
      await refundQuota(transaction, toPayer(topicContext.file), bytes)
      const details = { file: fileId, number: topic.number, title: topic.title }
      await appendAuditEvent(transaction, { actor: actor.accountId, action: 'topic.delete', subject: topicId, details })
      publishTopic(unit, topicContext, { topicId, change: 'removed' })
    })
  }
}

/** Changes a topic in a transaction that may contain more; throws before it writes. */
export async function changeTopic(
  unit: UnitOfWork,
  topicContext: TopicContext,
  { change, topicId }: { readonly topicId: string; readonly change: TopicChange },
): Promise<Topic> {
  const { transaction } = unit
  const before = await findTopic(transaction, topicContext, topicId)
  if (!canChangeTopic(topicContext, before)) throw new AppError('not-allowed')
  const values = await toTopicValues(transaction, topicContext, change)
  const changes = computeChanges(before, values)
  await updateTopic(transaction, topicContext, { topicId, revision: change.revision, values, before })
  if (changes.length > 0)
    await touchTopic(transaction, topicContext, { topicId, action: 'topic.change', details: { changes } })
  const topic = await announce(unit, topicContext, { topicId, change: 'changed' })
  await notifyOfChange(unit, topicContext, { before, change, changes })
  return topic
}

/** Reads a created or changed topic and publishes it. */
async function announce(
  unit: UnitOfWork,
  topicContext: TopicContext,
  { change, topicId }: { readonly topicId: string; readonly change: 'created' | 'changed' },
): Promise<Topic> {
  const topic = await readTopic(unit.transaction, topicContext, topicId)
  publishTopic(unit, topicContext, { topicId, change, revision: topic.revision })
  return topic
}

async function notifyOfNew(
  unit: UnitOfWork,
  topicContext: TopicContext,
  { form, topicId }: { readonly form: TopicForm; readonly topicId: string },
): Promise<void> {
  const about = await createNotification(unit.transaction, topicContext, topicId)
  await notify(unit, { ...about, kind: 'assigned', recipients: toList(form.assigneeId) })
  await notify(unit, {
    ...about,
    kind: 'mentioned',
    recipients: (form.mentions ?? []).filter((id) => id !== form.assigneeId),
    text: form.description ?? '',
  })
}

async function notifyOfChange(
  unit: UnitOfWork,
  topicContext: TopicContext,
  { before, change, changes }: { before: TopicRow; change: TopicChange; changes: readonly FieldChange[] },
): Promise<void> {
  const about = await createNotification(unit.transaction, topicContext, before.id)
  const isChanged = (field: string): boolean => changes.some((one) => one.field === field)
  const assigned = isChanged('assignee') ? toList(change.assigneeId) : []
  const involved = [before.author_id, before.assignee_id].flatMap(toList).filter((id) => !assigned.includes(id))
  await notify(unit, { ...about, kind: 'assigned', recipients: assigned })
  await notify(unit, { ...about, kind: 'status-changed', recipients: isChanged('status') ? involved : [] })
  await notify(unit, {
    ...about,
    kind: 'mentioned',
    recipients: change.mentions ?? [],
    text: change.description ?? '',
  })
}

function toList(id: string | null | undefined): string[] {
  return id === null || id === undefined ? [] : [id]
}

async function createNotification(transaction: Transaction<Database>, { actor, file }: TopicContext, topicId: string) {
  return { actor: await nameActor(transaction, actor), projectId: file.project_id, fileId: file.id, topicId }
}

/** Topic to insert, created here or imported. */
export interface NewTopic {
  readonly guid: string
  readonly values: TopicValues & { readonly title: string }
  readonly author: { readonly id: string | null; readonly name: string }
  /** Last editor according to an imported file; the author by default. */
  readonly changedByName?: string
  readonly createdAt?: Date
  readonly changedAt?: Date
  readonly fileVersionId: string | null
  /** Named in an imported file, without an account here. */
  readonly assigneeName?: string
}

async function createTopic(
  transaction: Transaction<Database>,
  topicContext: TopicContext,
  form: TopicForm,
): Promise<string> {
  const author = await nameActor(transaction, topicContext.actor)
  const values = await toTopicValues(transaction, topicContext, form)
  const id = await insertTopic(transaction, topicContext, {
    guid: form.key ?? randomUUID(),
    values: { ...values, title: form.title, status: values.status || openStatus },
    author,
    fileVersionId: await findVersionId(transaction, topicContext, form.viewpoint?.fileVersion),
  })
  if (form.viewpoint) await addViewpoint(transaction, topicContext, { topicId: id, form: form.viewpoint })
  await appendAuditEvent(transaction, { actor: author.id, action: 'topic.create', subject: id })
  return id
}

/** Inserts a topic with its number; locks the file for it. */
export async function insertTopic(
  transaction: Transaction<Database>,
  { file }: TopicContext,
  topic: NewTopic,
): Promise<string> {
  await lockFile(transaction, file.id)
  const { rows } = await sql<{ last: number; topics: number }>`
    select coalesce(max(number), 0) as last, count(*) as topics from topic where file_id = ${file.id}`.execute(
    transaction,
  )
  const { last = 0, topics = 0 } = rows[0] ?? {}
  if (topics >= limits.topicsPerFile) throw new AppError('too-many', { most: limits.topicsPerFile })
  const id = newId()
  const { createdAt, changedAt } = topic
  const columns = toColumns(topic.values, { title: '', description: '' })
  await transaction
    .insertInto('topic')
    .values({
      due_date: null,
      ...columns,
      id,
      file_id: file.id,
      guid: topic.guid,
      number: last + 1,
      title: topic.values.title,
      search_text: searchText(topic.values.title, topic.values.description ?? ''),
      assignee_id: topic.values.assignee?.id ?? null,
      assignee_name: topic.values.assignee?.name ?? topic.assigneeName ?? '',
      file_version_id: topic.fileVersionId,
      author_id: topic.author.id,
      author_name: topic.author.name,
      changed_by_id: topic.author.id,
      changed_by_name: topic.changedByName ?? topic.author.name,
      ...(createdAt ? { created_at: createdAt } : {}),
      ...(changedAt ? { changed_at: changedAt } : {}),
    })
    .execute()
  return id
}

/** Updates fields of a topic that still has this revision. */
export async function updateTopic(
  transaction: Transaction<Database>,
  { file }: TopicContext,
  {
    before,
    revision,
    topicId,
    values,
  }: { readonly topicId: string; readonly revision: number; readonly values: TopicValues; readonly before: TopicRow },
): Promise<void> {
  const changed = await transaction
    .updateTable('topic')
    .set((topic) => ({ ...toColumns(values, before), revision: topic('revision', '+', 1) }))
    .where('file_id', '=', file.id)
    .where('id', '=', topicId)
    .where('revision', '=', revision)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new AppError('changed-meanwhile')
}

function toColumns(values: TopicValues, before: Pick<TopicRow, 'title' | 'description'>) {
  const { anchor, assignee, description, dueDate, labels, priority, stage, status, title, type } = values
  const textFields = { title, description, type, priority, stage }
  const definedFields = Object.fromEntries(Object.entries(textFields).filter(([, text]) => text !== undefined))
  return {
    ...(definedFields as { [Name in keyof typeof textFields]?: string }),
    ...(title === undefined && description === undefined
      ? {}
      : { search_text: searchText(title ?? before.title, description ?? before.description) }),
    ...(status === undefined ? {} : { status, is_closed: isClosedStatus(status) }),
    ...(labels === undefined ? {} : { labels: [...new Set(labels)] }),
    ...(dueDate === undefined ? {} : { due_date: dueDate }),
    ...(anchor === undefined ? {} : { anchor: anchor === null ? null : JSON.stringify(anchor) }),
    ...(assignee === undefined ? {} : { assignee_id: assignee?.id ?? null, assignee_name: assignee?.name ?? '' }),
  }
}

function searchText(title: string, description: string): string {
  return foldForSearch(`${title}\n${description}`)
}

/** Converts the values; the assignee has to be a member, and the refusal is the same for unknown users. */
async function toTopicValues(
  transaction: Transaction<Database>,
  topicContext: TopicContext,
  form: Omit<TopicChange, 'revision'>,
): Promise<TopicValues> {
  const { assigneeId, mentions: _, ...values } = form
  if (assigneeId === undefined) return withoutExtras(values)
  if (assigneeId === null) return { ...withoutExtras(values), assignee: null }
  const [assignee] = await findMembers(transaction, topicContext, [assigneeId])
  if (!assignee) throw new AppError('not-a-member')
  return { ...withoutExtras(values), assignee }
}

/** Removes the fields without a column: a form may carry a viewpoint, a change its revision. */
function withoutExtras(values: TopicValues & Record<string, unknown>): TopicValues {
  const { anchor, description, dueDate, labels, priority, stage, status, title, type } = values
  return { anchor, description, dueDate, labels, priority, stage, status, title, type }
}
