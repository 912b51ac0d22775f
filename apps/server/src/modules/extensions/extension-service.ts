import { AppError } from '@kamar/core'
import { type ExtensionChoice, extensionLimits, type UserExtension } from '@kamar/contracts'
import { appendAuditEvent, type Database, newId } from '@kamar/database'
import type { Kysely, Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { isIdentifier } from '../../domain/files/file-records.js'
import {
  extensionColumns,
  type ExtensionRow,
  isGranted,
  toUserExtension,
  readSources,
  type StoredChoice,
} from './extension-records.js'
import { fetchExtension, type FetchedExtension, isAllowedSource } from './fetch-extension.js'
import type { AddressGuard } from './fetch-guarded.js'

/**
 * Third-party extensions: fetched once, stored with their code, and served to users who granted the requested
 * permissions.
 */
export class ExtensionService {
  readonly database: Kysely<Database>
  readonly #guard: AddressGuard

  constructor(database: Kysely<Database>, guard: AddressGuard) {
    this.database = database
    this.#guard = guard
  }

  /** Lists the extensions of the deployment; one whose source is no longer allowed is omitted. */
  async list(actor: AccountActor): Promise<UserExtension[]> {
    const sources = await readSources(this.database)
    const rows = await this.database
      .selectFrom('viewer_extension')
      .select(extensionColumns)
      .where('enabled', '=', true)
      .orderBy('name')
      .execute()
    const choices = await this.database
      .selectFrom('extension_installation')
      .select(['extension_id', 'installed', 'granted'])
      .where('account_id', '=', actor.accountId)
      .execute()
    return rows
      .filter((row) => isAllowedSource(sources, row.manifest_url))
      .map((row) => toUserExtension(row, choices.find(({ extension_id: id }) => id === row.id) ?? null))
  }

  /** Installs an extension for one user; an unknown one is fetched, if its URL is allowed. */
  async install(actor: AccountActor, manifestUrl: string): Promise<UserExtension> {
    const row = (await this.#rowAt(manifestUrl)) ?? (await this.add(actor, manifestUrl, 'on-demand'))
    return this.choose(actor, row.id, { installed: true, granted: null })
  }

  /** Stores the decision of a user. */
  async choose(actor: AccountActor, id: string, { installed, granted }: ExtensionChoice): Promise<UserExtension> {
    const row = await this.#findAvailable(id)
    const choice: StoredChoice = { installed, granted: isGranted(row, granted) ? granted : null }
    await this.database.transaction().execute(async (transaction) => {
      const values = {
        installed,
        granted: choice.granted === null ? null : JSON.stringify(choice.granted),
        changed_at: new Date(),
      }
      await transaction
        .insertInto('extension_installation')
        .values({ account_id: actor.accountId, extension_id: row.id, ...values })
        .onConflict((conflict) => conflict.columns(['account_id', 'extension_id']).doUpdateSet(values))
        .execute()
      await appendAuditEvent(transaction, {
        actor: actor.accountId,
        action: 'extension.choose',
        subject: row.id,
        details: { identifier: row.identifier, installed, granted: choice.granted },
      })
    })
    return toUserExtension(row, choice)
  }

  /** Returns the module, for users who granted the requested permissions. */
  async code(actor: AccountActor, id: string): Promise<{ code: string; integrity: string }> {
    const row = await this.#findAvailable(id)
    const choice = await this.database
      .selectFrom('extension_installation')
      .select('granted')
      .where('account_id', '=', actor.accountId)
      .where('extension_id', '=', row.id)
      .executeTakeFirst()
    if (!isGranted(row, choice?.granted ?? null)) throw new AppError('not-allowed')
    const { code } = await this.database
      .selectFrom('viewer_extension')
      .select('code')
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow()
    return { code, integrity: row.integrity }
  }

  /** Fetches a new extension. */
  async add(actor: AccountActor, manifestUrl: string, audience: ExtensionRow['audience']): Promise<ExtensionRow> {
    const fetched = await this.fetch(manifestUrl)
    return this.database.transaction().execute(async (transaction) => {
      await assertExtensionLimit(transaction, fetched)
      const row = await transaction
        .insertInto('viewer_extension')
        .values({ id: newId(), ...toColumns(fetched), manifest_url: manifestUrl, audience, added_by: actor.accountId })
        .returning(extensionColumns)
        .executeTakeFirstOrThrow()
      await appendAuditEvent(transaction, {
        actor: actor.accountId,
        action: 'extension.add',
        subject: row.id,
        details: { identifier: row.identifier, version: row.version, manifestUrl, integrity: row.integrity },
      })
      return row
    })
  }

  /**
   * Fetches the current version at a URL; throws `extension-not-allowed` for URLs that the administrator did not allow.
   */
  async fetch(manifestUrl: string): Promise<FetchedExtension> {
    if (!isAllowedSource(await readSources(this.database), manifestUrl)) {
      throw new AppError('extension-not-allowed', { origin: new URL(manifestUrl).origin })
    }
    return fetchExtension(manifestUrl, this.#guard)
  }

  async #rowAt(manifestUrl: string): Promise<ExtensionRow | null> {
    const row = await this.database
      .selectFrom('viewer_extension')
      .select(extensionColumns)
      .where('manifest_url', '=', manifestUrl)
      .executeTakeFirst()
    return row ?? null
  }

  async #findAvailable(id: string): Promise<ExtensionRow> {
    if (!isIdentifier(id)) throw new AppError('not-found')
    const row = await this.database
      .selectFrom('viewer_extension')
      .select(extensionColumns)
      .where('id', '=', id)
      .where('enabled', '=', true)
      .executeTakeFirst()
    if (!row || !isAllowedSource(await readSources(this.database), row.manifest_url)) throw new AppError('not-found')
    return row
  }
}

/** Converts a fetched extension to columns. */
export function toColumns({ manifest, code }: FetchedExtension) {
  const { id, name, version, publisher, description, permissions, integrity } = manifest
  const listed = JSON.stringify(permissions)
  return { identifier: id, name, version, publisher, description, permissions: listed, integrity, code }
}

async function assertExtensionLimit(transaction: Transaction<Database>, { manifest }: FetchedExtension): Promise<void> {
  const rows = await transaction.selectFrom('viewer_extension').select('identifier').execute()
  if (rows.some(({ identifier }) => identifier === manifest.id)) throw new AppError('already-exists')
  const maxExtensions = extensionLimits.extensions
  if (rows.length >= maxExtensions) throw new AppError('too-many', { most: maxExtensions })
}
