import type { AuditAction } from '@kamar/contracts'
import { appendAuditEvent, type Database, type JsonObject } from '@kamar/database'
import { sql, type Transaction } from 'kysely'
import { nameActor } from '../shared/user-names.js'
import type { TopicContext } from './topic-access.js'

/**
 * Notes that something was done to a topic: it moves to the top of the list and the deed into its history. Its revision
 * stays: whoever changes a field of it meanwhile is in nobody's way.
 */
export async function touchTopic(
  transaction: Transaction<Database>,
  { actor }: TopicContext,
  {
    action,
    details,
    topicId,
  }: { readonly topicId: string; readonly action: AuditAction; readonly details?: JsonObject },
): Promise<void> {
  const { id, name } = await nameActor(transaction, actor)
  await transaction
    .updateTable('topic')
    .set({ changed_at: sql`now()`, changed_by_id: id, changed_by_name: name })
    .where('id', '=', topicId)
    .execute()
  const event = { actor: id, action, subject: topicId }
  await appendAuditEvent(transaction, details === undefined ? event : { ...event, details })
}
