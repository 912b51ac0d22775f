import { AppError } from '@kamar/core'
import type { Database } from '@kamar/database'
import type { Transaction } from 'kysely'
import { lockFile } from '../../domain/versions/insert-version.js'
import type { TopicContext } from './topic-access.js'

/** Request that may have arrived before. */
interface RepeatableRequest {
  readonly table: 'comment' | 'topic_attachment'
  readonly topicId: string
  readonly key: string | undefined
}

/** Finds what was added to a topic with this key; two concurrent requests wait for each other. */
export async function findSent(
  transaction: Transaction<Database>,
  { actor, file }: TopicContext,
  { key, table, topicId }: RepeatableRequest,
): Promise<string | null> {
  if (key === undefined) return null
  await lockFile(transaction, file.id)
  const row = await transaction
    .selectFrom(table)
    .select(['id', 'author_id'])
    .where('topic_id', '=', topicId)
    .where('guid', '=', key)
    .executeTakeFirst()
  if (row && row.author_id !== actor.accountId) throw new AppError('already-exists')
  return row?.id ?? null
}
