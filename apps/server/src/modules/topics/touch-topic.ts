import type { AuditAction } from '@kamar/contracts'
import { appendAuditEvent, type Database, type JsonObject } from '@kamar/database'
import { sql, type Transaction } from 'kysely'
import { nameActor } from '../../domain/accounts/user-names.js'
import type { TopicContext } from './topic-access.js'

/**
 * Records an action on a topic: moves the topic to the top of the list and adds the action to its history. Its revision
 * stays, so that concurrent changes of its fields do not conflict.
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
