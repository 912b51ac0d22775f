import { collaborationLimits, type Draft } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { assertFewerRows } from '../../platform/database/count-rows.js'
import { findUsableFile } from '../../domain/files/file-records.js'
import type { ModuleContext } from '../../domain/module-context.js'

interface DraftKey {
  readonly accountId: string
  readonly fileId: string
}

/** Stores one draft for each account and file. Whoever may open a file may draw and measure on it. */
export class DraftService {
  readonly #context: Pick<ModuleContext, 'database' | 'now'>

  constructor(context: Pick<ModuleContext, 'database' | 'now'>) {
    this.#context = context
  }

  async get(actor: AccountActor, fileId: string): Promise<Draft | null> {
    const { database } = this.#context
    await findUsableFile(database, actor, { id: fileId, action: 'file:read' })
    return readDraft(database, { accountId: actor.accountId, fileId })
  }

  /** Stores a draft, unless the stored one was changed later; returns the stored one. */
  async save(actor: AccountActor, fileId: string, { changedAt, views }: Draft): Promise<Draft> {
    const { database, now } = this.#context
    const { accountId } = actor
    await findUsableFile(database, actor, { id: fileId, action: 'file:read' })
    // A device whose clock is ahead must not win over all later changes.
    const time = new Date(Math.min(Date.parse(changedAt), now().getTime()))
    const content = { views: JSON.stringify(views), changed_at: time }
    return database.transaction().execute(async (transaction) => {
      const others = transaction.selectFrom('draft').where('account_id', '=', accountId)
      await assertFewerRows(others.where('file_id', '!=', fileId), collaborationLimits.draftsPerAccount)
      await transaction
        .insertInto('draft')
        .values({ account_id: accountId, file_id: fileId, ...content })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'file_id']).doUpdateSet(content).where('draft.changed_at', '<=', time),
        )
        .execute()
      return (await readDraft(transaction, { accountId, fileId })) ?? { views, changedAt }
    })
  }
}

async function readDraft(connection: Kysely<Database>, { accountId, fileId }: DraftKey): Promise<Draft | null> {
  const row = await connection
    .selectFrom('draft')
    .select(['views', 'changed_at'])
    .where('account_id', '=', accountId)
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  return row ? { views: row.views as unknown as Draft['views'], changedAt: row.changed_at.toISOString() } : null
}
