import { AppError } from '@kamar/core'
import {
  applicationLimits,
  type AuditAction,
  type ClientApplication,
  type ClientSecret,
  type ProtocolScope,
} from '@kamar/contracts'
import { appendAuditEvent, type Database, newId } from '@kamar/database'
import { sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../../platform/authorization/actor.js'
import type { ModuleContext } from '../../../domain/module-context.js'
import { removeApplication } from '../../../domain/quota/application-storage.js'
import { isIdentifier } from '../../../domain/files/file-records.js'
import { findApplication, listApplications } from './application-records.js'
import { newClientId, newClientSecret } from './client-secret.js'
import { computeSha256 } from '../../../platform/secrets/sha256.js'
import { assertFewerRows } from '../../../platform/database/count-rows.js'

/** Fields that a user enters for a new application. */
export interface NewApplication {
  readonly name: string
  readonly scopes: readonly ProtocolScope[]
}

/** Manages the client applications of an account: creates, renews secrets, revokes, removes. */
export class ApplicationService {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  list({ accountId }: AccountActor): Promise<ClientApplication[]> {
    return listApplications(this.#context.database, accountId)
  }

  /** Creates an application; only this response contains the secret. Throws `too-many` at the account's limit. */
  async create({ accountId }: AccountActor, { name, scopes }: NewApplication): Promise<ClientSecret> {
    const [id, secret] = [newId(), newClientSecret()]
    return this.#context.database.transaction().execute(async (transaction) => {
      await assertApplicationLimit(transaction, accountId)
      await transaction
        .insertInto('application')
        .values({
          id,
          client_id: newClientId(),
          owner_id: accountId,
          name,
          secret_hash: computeSha256(secret),
          scopes: JSON.stringify(scopes),
        })
        .execute()
      await appendAuditEvent(transaction, {
        actor: accountId,
        action: 'application.create',
        subject: id,
        details: { name, scopes },
      })
      return { application: await this.#find(transaction, accountId, id), secret }
    })
  }

  /** Replaces the secret; the old one and all its tokens become void. A revoked application becomes active again. */
  async renewSecret({ accountId }: AccountActor, id: string): Promise<ClientSecret> {
    const secret = newClientSecret()
    return this.#change(accountId, { id, action: 'application.new-secret' }, async (transaction) => {
      await transaction
        .updateTable('application')
        .set({
          secret_hash: computeSha256(secret),
          secret_version: sql`secret_version + 1`,
          secret_made_at: this.#context.now(),
          revoked_at: null,
        })
        .where('id', '=', id)
        .execute()
      return { application: await this.#find(transaction, accountId, id), secret }
    })
  }

  /** Revokes access; what the application stored stays until it is removed. */
  async revoke({ accountId }: AccountActor, id: string): Promise<ClientApplication> {
    return this.#change(accountId, { id, action: 'application.revoke' }, async (transaction) => {
      await transaction
        .updateTable('application')
        .set({ revoked_at: this.#context.now(), secret_version: sql`secret_version + 1` })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .execute()
      return this.#find(transaction, accountId, id)
    })
  }

  /** Removes an application with everything it stored, and frees its quota. */
  async remove({ accountId }: AccountActor, id: string): Promise<undefined> {
    return this.#change(accountId, { id, action: 'application.remove' }, async (transaction) => {
      await removeApplication(transaction, id)
      return undefined
    })
  }

  #change<Result>(
    accountId: string,
    { id, action }: { readonly id: string; readonly action: AuditAction },
    change: (transaction: Transaction<Database>) => Promise<Result>,
  ): Promise<Result> {
    return this.#context.database.transaction().execute(async (transaction) => {
      const { name } = await this.#find(transaction, accountId, id)
      await appendAuditEvent(transaction, { actor: accountId, action, subject: id, details: { name } })
      return change(transaction)
    })
  }

  async #find(transaction: Transaction<Database>, accountId: string, id: string): Promise<ClientApplication> {
    const application = isIdentifier(id) ? await findApplication(transaction, accountId, id) : null
    if (!application) throw new AppError('not-found')
    return application
  }
}

async function assertApplicationLimit(transaction: Transaction<Database>, accountId: string): Promise<void> {
  // Locked, so that two concurrent requests do not both take the last place.
  await transaction.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
  const owned = transaction.selectFrom('application').where('owner_id', '=', accountId)
  await assertFewerRows(owned, applicationLimits.maxApplications)
}
