import type {
  AdminExtension,
  AdminExtensionChange,
  AuditAction,
  ExtensionAdministration,
  ExtensionAudience,
} from '@kamar/contracts'
import { AppError } from '@kamar/core'
import { appendAuditEvent } from '@kamar/database'
import { sql } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { isIdentifier } from '../../domain/files/file-records.js'
import { adminRecord, extensionColumns, type ExtensionRow, readSources, sourcesKey } from './extension-records.js'
import { toColumns, type ExtensionService } from './extension-service.js'
import { writeSetting } from '../../platform/database/settings.js'

/** Manages extensions on behalf of administrators; every change is in the audit trail. */
export class ExtensionAdministrator {
  readonly #service: ExtensionService

  constructor(service: ExtensionService) {
    this.#service = service
  }

  async read(): Promise<ExtensionAdministration> {
    const { database } = this.#service
    const rows = await database
      .selectFrom('viewer_extension')
      .select(extensionColumns)
      .select((query) =>
        query
          .selectFrom('extension_installation')
          .select(sql<number>`count(*)::int`.as('count'))
          .whereRef('extension_installation.extension_id', '=', 'viewer_extension.id')
          .where('extension_installation.installed', '=', true)
          .as('installations'),
      )
      .orderBy('name')
      .execute()
    const extensions = rows.map((row) => adminRecord(row, row.installations ?? 0))
    return { sources: [...(await readSources(database))], extensions }
  }

  async saveSources(actor: AccountActor, origins: readonly string[]): Promise<ExtensionAdministration> {
    // `href` ends an origin with a slash, so that duplicates are recognised.
    const sources = [...new Set(origins.map((text) => new URL(text).href))]
    await this.#service.database.transaction().execute(async (transaction) => {
      await writeSetting(transaction, sourcesKey, sources)
      await appendAuditEvent(transaction, {
        actor: actor.accountId,
        action: 'extension.sources',
        subject: 'deployment',
        details: { sources },
      })
    })
    return this.read()
  }

  async add(actor: AccountActor, manifestUrl: string, audience: ExtensionAudience): Promise<AdminExtension> {
    return adminRecord(await this.#service.add(actor, manifestUrl, audience), 0)
  }

  change(actor: AccountActor, id: string, change: AdminExtensionChange): Promise<AdminExtension> {
    const { enabled, audience } = change
    const values = { ...(enabled === undefined ? {} : { enabled }), ...(audience === undefined ? {} : { audience }) }
    if (Object.keys(values).length === 0) throw new AppError('invalid-input')
    return this.#update(actor, id, { action: 'extension.change', values, details: values })
  }

  /**
   * Fetches the newest version of the same extension; users who granted fewer permissions than it requests are prompted
   * again.
   */
  async fetchAgain(actor: AccountActor, id: string): Promise<AdminExtension> {
    const before = await this.#row(id)
    const fetched = await this.#service.fetch(before.manifest_url)
    if (fetched.manifest.id !== before.identifier) throw new AppError('extension-unreadable')
    const { version, integrity } = fetched.manifest
    const values = { ...toColumns(fetched), fetched_at: new Date() }
    return this.#update(actor, id, { action: 'extension.fetch', values, details: { version, integrity } })
  }

  async remove(actor: AccountActor, id: string): Promise<undefined> {
    const row = await this.#row(id)
    await this.#service.database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('viewer_extension').where('id', '=', id).execute()
      await appendAuditEvent(transaction, {
        actor: actor.accountId,
        action: 'extension.remove',
        subject: id,
        details: { identifier: row.identifier },
      })
    })
  }

  async #update(
    actor: AccountActor,
    id: string,
    { action, values, details }: { action: AuditAction; values: object; details: Readonly<Record<string, unknown>> },
  ): Promise<AdminExtension> {
    const before = await this.#row(id)
    await this.#service.database.transaction().execute(async (transaction) => {
      await transaction.updateTable('viewer_extension').set(values).where('id', '=', id).execute()
      await appendAuditEvent(transaction, {
        actor: actor.accountId,
        action,
        subject: id,
        details: { identifier: before.identifier, ...details },
      })
    })
    const { extensions } = await this.read()
    const changed = extensions.find((extension) => extension.id === id)
    if (changed === undefined) throw new AppError('not-found')
    return changed
  }

  async #row(id: string): Promise<ExtensionRow> {
    const query = this.#service.database.selectFrom('viewer_extension').select(extensionColumns)
    const row = isIdentifier(id) ? await query.where('id', '=', id).executeTakeFirst() : undefined
    if (!row) throw new AppError('not-found')
    return row
  }
}
