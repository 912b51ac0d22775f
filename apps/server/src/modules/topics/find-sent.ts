import { AppError } from '@kamar/core'
import type { Database } from '@kamar/database'
import { sql, type Transaction } from 'kysely'
import { lockFile } from '../../domain/versions/insert-version.js'
import type { TopicContext } from './topic-access.js'

/** Request that may have arrived before. */
interface RepeatableRequest {
  readonly key: string | undefined
  /** What was added to this topic; without it, the topic itself. */
  readonly addition?: { readonly table: 'comment' | 'topic_attachment'; readonly topicId: string }
}

/** Finds what was created with this key; two concurrent requests wait for each other. */
export async function findSent(
  transaction: Transaction<Database>,
  { actor, file }: TopicContext,
  { addition, key }: RepeatableRequest,
): Promise<string | null> {
  if (key === undefined) return null
  await lockFile(transaction, file.id)
  const scope = addition
    ? sql`${sql.table(addition.table)} where topic_id = ${addition.topicId}`
    : sql`topic where file_id = ${file.id}`
  const { rows } = await sql<{ id: string; author_id: string | null }>`
    select id, author_id from ${scope} and guid = ${key}`.execute(transaction)
  const [row] = rows
  if (row && row.author_id !== actor.accountId) throw new AppError('already-exists')
  return row?.id ?? null
}
