import type { Database } from '@kamar/database'
import { AppError } from '@kamar/core'
import type { UserReference } from '@kamar/contracts'
import { sql, type Kysely } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { type Action, can } from '../../platform/authorization/permissions.js'
import { findUsableFile, isIdentifier, type OwnedFileRow, subjectOf } from '../../domain/files/file-records.js'
import { findTopicRow, type TopicRow } from './topic-rows.js'
import type { UnitOfWork } from '../../platform/unit-of-work.js'

/** The caller and the file of a topic request. */
export interface TopicContext {
  readonly actor: AccountActor
  readonly file: OwnedFileRow
}

/** Opens the file, if the actor may perform the action on its topics. */
export async function openTopicContext(
  connection: Kysely<Database>,
  actor: AccountActor,
  { fileId, action }: { readonly fileId: string; readonly action: Action },
): Promise<TopicContext> {
  return { actor, file: await findUsableFile(connection, actor, { id: fileId, action }) }
}

export function hasPermission({ actor, file }: TopicContext, action: Action): boolean {
  return can(actor, action, subjectOf(file))
}

/** Returns whether the actor may change or delete a contribution of this author: their own, or as a moderator. */
export function canModerate(topicContext: TopicContext, authorId: string | null): boolean {
  return (
    hasPermission(topicContext, 'topic:moderate') ||
    (hasPermission(topicContext, 'topic:write') && authorId === topicContext.actor.accountId)
  )
}

/** Returns whether the actor may change a topic: its author, its assignee and editors may. */
export function canChangeTopic(
  topicContext: TopicContext,
  topic: Pick<TopicRow, 'author_id' | 'assignee_id'>,
): boolean {
  return canModerate(topicContext, topic.author_id) || canModerate(topicContext, topic.assignee_id)
}

export async function findTopic(connection: Kysely<Database>, { file }: TopicContext, id: string): Promise<TopicRow> {
  const row = await findTopicRow(connection, file.id, id)
  if (!row) throw new AppError('not-found')
  return row
}

/** Finds a version of the file by its number; the current one by default. */
export async function findVersionId(
  connection: Kysely<Database>,
  { file }: TopicContext,
  number: number | undefined,
): Promise<string> {
  if (number === undefined) return file.version_id
  const row = await connection
    .selectFrom('file_version')
    .select('id')
    .where('file_id', '=', file.id)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) throw new AppError('invalid-input', { field: 'body.fileVersion' })
  return row.id
}

/** Filters the ids to people who see the file: for all others not even their existence is revealed. */
export async function findMembers(
  connection: Kysely<Database>,
  { file }: TopicContext,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly name: string }[]> {
  const memberIds = ids.filter(isIdentifier)
  if (memberIds.length === 0) return []
  return connection
    .selectFrom('access')
    .innerJoin('account', 'account.id', 'access.account_id')
    .select(['account.id', 'account.name'])
    .where('access.area_id', '=', file.area_id)
    .where('account.id', '=', sql<string>`any(${memberIds}::uuid[])`)
    .orderBy('account.id')
    .execute()
}

/** Returns the names of mentioned users, some of whom may have left since. */
export async function nameMentioned(
  connection: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UserReference>> {
  if (ids.length === 0) return new Map()
  const rows = await connection
    .selectFrom('account')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Publishes a change of a topic to the open pages of those who see its file. */
export function publishTopic(
  { publish }: UnitOfWork,
  { file }: TopicContext,
  event: { readonly topicId: string; readonly change: 'created' | 'changed' | 'removed'; readonly revision?: number },
): void {
  publish('live', {
    to: { fileId: file.id },
    event: { type: 'topic', fileId: file.id, revision: null, ...event },
  })
}
