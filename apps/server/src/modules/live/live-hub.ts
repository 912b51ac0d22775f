import type { LiveEvent } from '@kamar/contracts'
import { sql } from 'kysely'
import type { AddressedLiveEvent, FileRemoval, ServerEvents } from '../../platform/events/server-events.js'
import { findAccountRecord } from '../../domain/accounts/account-records.js'
import { exampleProjectId } from '../../domain/projects/example-project.js'
import type { Subscriptions } from '../../domain/server-module.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { TrailingThrottle } from '../../platform/trailing-throttle.js'
import { toFileRecord, selectFiles, selectFilesOfSeveral } from '../../domain/files/file-records.js'

/** Open connection of an account. */
export interface LiveConnection {
  readonly accountId: string
  readonly sessionFamily: string
  send(event: LiveEvent): void
  /** Closes it from the server's side. */
  end(): void
}

/** Throttle of progress: several changes of one file within it become one message. */
const gatherMilliseconds = 150
const maxConnectionsPerAccount = 20

type ChangedTranslations = ReadonlyMap<string, { readonly manifest: boolean }>

type Audience = { readonly areaId: string } | { readonly fileId: string } | { readonly projectId: string }

function selectAreas(to: Audience) {
  if ('areaId' in to) return sql<string>`(select ${to.areaId}::uuid)`
  if ('fileId' in to) return sql<string>`(select area_id from file where id = ${to.fileId})`
  return sql<string>`(select id from folder where project_id = ${to.projectId})`
}

function hasNewManifest(translations: ChangedTranslations, row: { readonly translation_id: string | null }): boolean {
  return translations.get(row.translation_id ?? '')?.manifest ?? false
}

/**
 * Notifies open connections of changes. Messages carry the database state at the time they are sent, so throttling
 * loses only steps in between, and the last one is always the final state.
 */
export class LiveHub {
  readonly #context: ModuleContext
  readonly #connections = new Set<LiveConnection>()
  readonly #changedTranslations = new Map<string, { readonly manifest: boolean }>()
  readonly #changedFiles = new Set<string>()
  readonly #notifiedRevisions = new Map<string, number>()
  readonly #throttle = new TrailingThrottle(gatherMilliseconds, () => this.#run(this.#flush()))

  constructor(context: ModuleContext) {
    this.#context = context
  }

  /** Listeners of the events that reach open connections. */
  get subscriptions(): Subscriptions {
    return {
      translation: (event) => this.#noteTranslation(event),
      file: (event) => this.#noteFile(event),
      account: (accountId) => this.#run(this.#notifyAccount(accountId)),
      live: (item) => this.#run(this.#dispatch(item)),
      // Pages reload everything when their connection ends, including what they may have missed.
      gap: () => this.endAll(),
    }
  }

  /** Adds a connection; an account with too many loses its oldest. Returns a function that removes it. */
  connect(connection: LiveConnection): () => void {
    const others = [...this.#connections].filter((other) => other.accountId === connection.accountId)
    if (others.length >= maxConnectionsPerAccount) this.#drop(others[0])
    this.#connections.add(connection)
    return () => this.#connections.delete(connection)
  }

  /** Ends every connection when the server stops. */
  close(): void {
    this.#throttle.stop()
    this.endAll()
  }

  /** Ends every connection; pages reconnect and read what they may have missed. */
  endAll(): void {
    for (const connection of this.#connections) this.#drop(connection)
  }

  #noteTranslation({ manifestRevision, translationId }: ServerEvents['translation']): void {
    const hasNewRevision = manifestRevision > (this.#notifiedRevisions.get(translationId) ?? 0)
    this.#notifiedRevisions.set(translationId, manifestRevision)
    const earlier = this.#changedTranslations.get(translationId)
    this.#changedTranslations.set(translationId, { manifest: hasNewRevision || (earlier?.manifest ?? false) })
    this.#throttle.note()
  }

  #noteFile(event: ServerEvents['file']): void {
    if (event.type === 'removed') {
      this.#run(this.#notifyRemoved(event))
      return
    }
    this.#changedFiles.add(event.fileId)
    this.#throttle.note()
  }

  /** Ends the connections whose sign-in has ended. */
  async endSignedOut(): Promise<void> {
    const families = [...new Set([...this.#connections].map((connection) => connection.sessionFamily))]
    const activeFamilies = await this.#context.domain.sessions.findActiveFamilies(families)
    for (const connection of this.#connections) {
      if (!activeFamilies.has(connection.sessionFamily) && families.includes(connection.sessionFamily))
        this.#drop(connection)
    }
  }

  #drop(connection: LiveConnection | undefined): void {
    if (!connection) return
    this.#connections.delete(connection)
    connection.end()
  }

  #run(work: Promise<void>): void {
    work.catch((error: unknown) => this.#context.log.error({ err: error }, 'live event delivery failed'))
  }

  async #flush(): Promise<void> {
    const translations = new Map(this.#changedTranslations)
    const files = [...this.#changedFiles]
    this.#changedTranslations.clear()
    this.#changedFiles.clear()
    if (this.#notifiedRevisions.size > 10_000) this.#notifiedRevisions.clear()
    if (this.#connections.size === 0) return
    await this.#notifyMembers(translations, files)
    await this.#notifyAboutExamples(translations)
  }

  async #notifyMembers(translations: ChangedTranslations, files: readonly string[]): Promise<void> {
    const listening = [...new Set([...this.#connections].map((connection) => connection.accountId))]
    const rows = await selectFilesOfSeveral(this.#context.database, listening)
      .where('file.deleted_at', 'is', null)
      .where((row) =>
        row.or([
          ...(translations.size > 0 ? [row('version.translation_id', 'in', [...translations.keys()])] : []),
          ...(files.length > 0 ? [row('file.id', 'in', files)] : []),
        ]),
      )
      .execute()
    for (const row of rows) {
      this.#send(row.account_id, { type: 'file', file: toFileRecord(row) })
      if (hasNewManifest(translations, row)) this.#send(row.account_id, { type: 'manifest', urn: row.urn })
    }
  }

  async #notifyAboutExamples(translations: ChangedTranslations): Promise<void> {
    if (![...translations.values()].some(({ manifest }) => manifest)) return
    const rows = await selectFiles(this.#context.database)
      .where('file.deleted_at', 'is', null)
      .where('file.project_id', '=', exampleProjectId)
      .where('version.translation_id', 'in', [...translations.keys()])
      .execute()
    for (const row of rows) {
      if (hasNewManifest(translations, row)) this.#sendToAll({ type: 'manifest', urn: row.urn })
    }
  }

  async #dispatch({ to, event }: AddressedLiveEvent): Promise<void> {
    if (this.#connections.size === 0) return
    if ('accountIds' in to) {
      for (const accountId of to.accountIds) this.#send(accountId, event)
      return
    }
    for (const accountId of await this.#listAccountIds(to)) this.#send(accountId, event)
  }

  async #notifyRemoved({ areaId, fileId }: FileRemoval): Promise<void> {
    if (this.#connections.size === 0) return
    for (const accountId of await this.#listAccountIds({ areaId }))
      this.#send(accountId, { type: 'file-removed', id: fileId })
  }

  async #listAccountIds(to: Audience): Promise<readonly string[]> {
    const rows = await this.#context.database
      .selectFrom('access')
      .select('account_id')
      .distinct()
      .where('area_id', 'in', selectAreas(to))
      .execute()
    return rows.map((row) => row.account_id)
  }

  async #notifyAccount(accountId: string): Promise<void> {
    if (![...this.#connections].some((connection) => connection.accountId === accountId)) return
    const account = await findAccountRecord(this.#context.database, accountId)
    if (account) this.#send(accountId, { type: 'account', account })
  }

  #send(accountId: string, event: LiveEvent): void {
    for (const connection of this.#connections) if (connection.accountId === accountId) connection.send(event)
  }

  #sendToAll(event: LiveEvent): void {
    for (const connection of this.#connections) connection.send(event)
  }
}
