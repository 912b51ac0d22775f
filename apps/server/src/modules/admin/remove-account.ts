import type { AdminUserRemoval } from '@kamar/contracts'
import { appendAuditEvents, type Database } from '@kamar/database'
import { cancelTranslation, type TranslationContext } from '@kamar/translation'
import { type Kysely, sql, type Transaction } from 'kysely'
import { transferProjects } from '../../domain/projects/transfer-projects.js'
import { removeApplicationsByOwner } from '../../domain/quota/application-storage.js'

/** Translations that no user waits for any more. */
export interface Abandoned {
  /** Cancels the translation; called after the transaction, because until then a user still waits. */
  cancel(context: TranslationContext): Promise<void>
}

/** Describes what deleting an account removes; returns null when there is no such account. */
export async function describeRemoval(database: Kysely<Database>, id: string): Promise<AdminUserRemoval | null> {
  const { rows } = await sql<AdminUserRemoval>`
    select account.name, account.email,
      count(file.id) filter (where file.deleted_at is null)::int as files,
      count(file.id) filter (where file.deleted_at is not null)::int as "binFiles",
      account.used_bytes as bytes,
      (select count(distinct family_id)::int from refresh_session
        where account_id = account.id and revoked_at is null and rotated_at is null and expires_at > now()) as "signIns"
    from account
    left join project on project.owner_id = account.id
    left join file on file.project_id = project.id
    where account.id = ${id} and account.kind = 'person'
    group by account.id`.execute(database)
  return rows[0] ?? null
}

/**
 * Deletes an account inside the caller's transaction: all of it, or nothing. Its projects are deleted or go to the
 * heir.
 */
export async function removeAccount(
  transaction: Transaction<Database>,
  { id, newOwnerId, actorId }: { readonly id: string; readonly newOwnerId: string | null; readonly actorId: string },
): Promise<Abandoned> {
  // The account's applications end with it, and what they stored; an heir takes over files only.
  await removeApplicationsByOwner(transaction, id)
  const translations = newOwnerId === null ? await purgeProjects(transaction, id, actorId) : []
  if (newOwnerId !== null) await giveProjects(transaction, id, newOwnerId)
  await transaction.deleteFrom('account').where('id', '=', id).execute()
  return {
    async cancel(context) {
      for (const translation of translations) await cancelUnlessAwaited(context, translation)
    },
  }
}

/** Deletes rows only: housekeeping removes bytes that are used nowhere else. */
async function purgeProjects(transaction: Transaction<Database>, ownerId: string, actorId: string): Promise<string[]> {
  const { rows } = await sql<{ translation_id: string }>`
    select distinct translation_id from file_version
    join file on file.id = file_version.file_id join project on project.id = file.project_id
    where project.owner_id = ${ownerId} and translation_id is not null`.execute(transaction)
  const files = await sql<{ id: string; name: string }>`
    delete from file using project where project.id = file.project_id and project.owner_id = ${ownerId}
    returning file.id, file.description as name`.execute(transaction)
  await appendAuditEvents(
    transaction,
    files.rows.map(({ id, name }) => ({ actor: actorId, action: 'file.purge', subject: id, details: { name } })),
  )
  await transaction.deleteFrom('project').where('owner_id', '=', ownerId).execute()
  return rows.map((row) => row.translation_id)
}

/**
 * Transfers the projects. The heir is charged for them, but not for the fonts of the account; exceeding the plan only
 * stops new uploads.
 */
async function giveProjects(transaction: Transaction<Database>, ownerId: string, newOwnerId: string): Promise<void> {
  await transferProjects(transaction, ownerId, newOwnerId)
  await sql`
    update account set used_bytes = used_bytes + (select used_bytes from account where id = ${ownerId})
      - (select coalesce(sum(size_bytes), 0) from drawing_font where account_id = ${ownerId})
    where id = ${newOwnerId}`.execute(transaction)
}

async function cancelUnlessAwaited(context: TranslationContext, translationId: string): Promise<void> {
  const other = await context.database
    .selectFrom('file_version')
    .innerJoin('file', 'file.id', 'file_version.file_id')
    .select('file.id')
    .where('file_version.translation_id', '=', translationId)
    .where('file.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!other) await cancelTranslation(context, translationId)
}
