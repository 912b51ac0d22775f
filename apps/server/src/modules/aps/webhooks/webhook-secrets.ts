import { ProtocolError } from '@kamar/aps'
import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import type { Sealer } from '../../../platform/secrets/sealer.js'

/** Stores the secrets that sign events: one of an application, or one of a webhook. */
export class WebhookSecrets {
  readonly #database: Kysely<Database>
  readonly #sealer: Sealer

  constructor(database: Kysely<Database>, sealer: Sealer) {
    this.#database = database
    this.#sealer = sealer
  }

  /** Throws 400 where there is one already. */
  async create(applicationId: string, token: string): Promise<void> {
    const insertedRow = await this.#database
      .insertInto('webhook_token')
      .values({ application_id: applicationId, sealed_token: this.#sealer.seal(token, applicationId) })
      .onConflict((conflict) => conflict.column('application_id').doNothing())
      .returning('application_id')
      .executeTakeFirst()
    if (!insertedRow) throw new ProtocolError(400, 'A token exists already; replace it by PUT')
  }

  /** Throws 404 where there is none. */
  async replace(applicationId: string, token: string): Promise<void> {
    const replaced = await this.#database
      .updateTable('webhook_token')
      .set({ sealed_token: this.#sealer.seal(token, applicationId) })
      .where('application_id', '=', applicationId)
      .returning('application_id')
      .executeTakeFirst()
    if (!replaced) throw new ProtocolError(404, 'There is no token')
  }

  /** Throws 404 where there is none. */
  async remove(applicationId: string): Promise<void> {
    const removed = await this.#database
      .deleteFrom('webhook_token')
      .where('application_id', '=', applicationId)
      .returning('application_id')
      .executeTakeFirst()
    if (!removed) throw new ProtocolError(404, 'There is no token')
  }

  /** Seals the secret of one webhook for its row. */
  seal(hookId: string, token: string): string {
    return this.#sealer.seal(token, hookId)
  }

  /** Finds the secret that signs the events of a webhook; returns null for no signature. */
  async findSecret(hook: {
    readonly id: string
    readonly application_id: string
    readonly sealed_token: string | null
  }): Promise<string | null> {
    if (hook.sealed_token !== null) return this.#sealer.open(hook.sealed_token, hook.id)
    const row = await this.#database
      .selectFrom('webhook_token')
      .select('sealed_token')
      .where('application_id', '=', hook.application_id)
      .executeTakeFirst()
    return row ? this.#sealer.open(row.sealed_token, hook.application_id) : null
  }
}
