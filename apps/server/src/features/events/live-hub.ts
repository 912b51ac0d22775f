import type { LiveEvent } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { TranslationEvents } from '@kamar/translation'
import type { Kysely } from 'kysely'
import type { AccountNews } from '../shared/account-news.js'
import { findAccountRecord } from '../shared/account-records.js'
import { exampleProjectId } from '../shared/example-project.js'
import type { FileNews } from '../shared/file-news.js'
import { Gathering } from '../shared/gathering.js'
import { fileRecordOf, selectFiles, selectFilesOfSeveral } from '../shared/file-records.js'
import type { LiveNews, LiveNewsItem } from '../shared/live-news.js'

/** One open connection of an account. */
export interface LiveConnection {
  readonly accountId: string
  readonly sessionFamily: string
  send(event: LiveEvent): void
  /** Ends it from our side. */
  end(): void
}

export interface LiveHubOptions {
  readonly database: Kysely<Database>
  readonly translations: TranslationEvents
  readonly news: FileNews
  readonly accountNews: AccountNews
  /** What other features tell people. */
  readonly liveNews: LiveNews
  /** Which sign-ins still live. */
  readonly livingFamilies: (families: readonly string[]) => Promise<ReadonlySet<string>>
  readonly onError: (error: unknown) => void
}

/** Progress comes in faster than anybody reads; several changes of one file become one message. */
const gatherMilliseconds = 150
/** How long a connection may outlive its sign-in. */
const watchMilliseconds = 1000
const mostConnectionsPerAccount = 20

type ChangedTranslations = ReadonlyMap<string, { readonly manifest: boolean }>

function hasNewManifest(translations: ChangedTranslations, row: { readonly translation_id: string | null }): boolean {
  return translations.get(row.translation_id ?? '')?.manifest ?? false
}

/**
 * Tells open connections what changed. Messages carry the state as it is in the database when they are sent, so gathering
 * them loses nothing but steps in between, and the last one is always the final state.
 */
export class LiveHub {
  readonly #options: LiveHubOptions
  readonly #connections = new Set<LiveConnection>()
  readonly #changedTranslations = new Map<string, { readonly manifest: boolean }>()
  readonly #changedFiles = new Set<string>()
  readonly #toldRevisions = new Map<string, number>()
  readonly #stopListening: readonly (() => void)[]
  readonly #watch: NodeJS.Timeout
  readonly #gathering = new Gathering(gatherMilliseconds, () => this.#run(this.#flush()))

  constructor(options: LiveHubOptions) {
    this.#options = options
    this.#stopListening = [
      options.translations.subscribe((event) => {
        const told = this.#toldRevisions.get(event.translationId)
        const manifest = event.manifestRevision > (told ?? 0)
        this.#toldRevisions.set(event.translationId, event.manifestRevision)
        const earlier = this.#changedTranslations.get(event.translationId)
        this.#changedTranslations.set(event.translationId, { manifest: manifest || (earlier?.manifest ?? false) })
        this.#gathering.note()
      }),
      options.news.subscribe(({ type, projectId, fileId }) => {
        if (type === 'removed') {
          this.#run(this.#tellRemoved(projectId, fileId))
          return
        }
        this.#changedFiles.add(fileId)
        this.#gathering.note()
      }),
      options.accountNews.subscribe((accountId) => this.#run(this.#tellAccount(accountId))),
      options.liveNews.subscribe((item) => this.#run(this.#tell(item))),
    ]
    this.#watch = setInterval(() => this.#run(this.#endDeadSessions()), watchMilliseconds)
    this.#watch.unref()
  }

  /** Adds a connection; an account with too many loses its oldest. Returns the way to remove it. */
  connect(connection: LiveConnection): () => void {
    const others = [...this.#connections].filter((other) => other.accountId === connection.accountId)
    if (others.length >= mostConnectionsPerAccount) this.#drop(others[0])
    this.#connections.add(connection)
    return () => this.#connections.delete(connection)
  }

  /** Ends every connection; for a server that stops. */
  close(): void {
    clearInterval(this.#watch)
    this.#gathering.stop()
    for (const stop of this.#stopListening) stop()
    this.endAll()
  }

  /** Ends every connection; pages come back and read what they may have missed. */
  endAll(): void {
    for (const connection of this.#connections) this.#drop(connection)
  }

  #drop(connection: LiveConnection | undefined): void {
    if (!connection) return
    this.#connections.delete(connection)
    connection.end()
  }

  #run(work: Promise<void>): void {
    work.catch(this.#options.onError)
  }

  async #flush(): Promise<void> {
    const translations = new Map(this.#changedTranslations)
    const files = [...this.#changedFiles]
    this.#changedTranslations.clear()
    this.#changedFiles.clear()
    if (this.#toldRevisions.size > 10_000) this.#toldRevisions.clear()
    if (this.#connections.size === 0) return
    await this.#tellMembers(translations, files)
    await this.#tellOfExamples(translations)
  }

  async #tellMembers(translations: ChangedTranslations, files: readonly string[]): Promise<void> {
    const listening = [...new Set([...this.#connections].map((connection) => connection.accountId))]
    const rows = await selectFilesOfSeveral(this.#options.database, listening)
      .where('file.deleted_at', 'is', null)
      .where((row) =>
        row.or([
          ...(translations.size > 0 ? [row('version.translation_id', 'in', [...translations.keys()])] : []),
          ...(files.length > 0 ? [row('file.id', 'in', files)] : []),
        ]),
      )
      .execute()
    for (const row of rows) {
      this.#send(row.account_id, { type: 'file', file: fileRecordOf(row) })
      if (hasNewManifest(translations, row)) this.#send(row.account_id, { type: 'manifest', urn: row.urn })
    }
  }

  async #tellOfExamples(translations: ChangedTranslations): Promise<void> {
    if (![...translations.values()].some(({ manifest }) => manifest)) return
    const rows = await selectFiles(this.#options.database)
      .where('file.deleted_at', 'is', null)
      .where('file.project_id', '=', exampleProjectId)
      .where('version.translation_id', 'in', [...translations.keys()])
      .execute()
    for (const row of rows) {
      if (hasNewManifest(translations, row)) this.#sendToAll({ type: 'manifest', urn: row.urn })
    }
  }

  async #tell({ to, event }: LiveNewsItem): Promise<void> {
    if (this.#connections.size === 0) return
    if ('accountIds' in to) {
      for (const accountId of to.accountIds) this.#send(accountId, event)
      return
    }
    for (const accountId of await this.#membersOf(to.projectId)) this.#send(accountId, event)
  }

  async #tellRemoved(projectId: string, fileId: string): Promise<void> {
    if (this.#connections.size === 0) return
    for (const accountId of await this.#membersOf(projectId))
      this.#send(accountId, { type: 'file-removed', id: fileId })
  }

  async #membersOf(projectId: string): Promise<readonly string[]> {
    const members = await this.#options.database
      .selectFrom('membership')
      .select('account_id')
      .where('project_id', '=', projectId)
      .execute()
    return members.map((member) => member.account_id)
  }

  async #tellAccount(accountId: string): Promise<void> {
    if (![...this.#connections].some((connection) => connection.accountId === accountId)) return
    const account = await findAccountRecord(this.#options.database, accountId)
    if (account) this.#send(accountId, { type: 'account', account })
  }

  async #endDeadSessions(): Promise<void> {
    const families = [...new Set([...this.#connections].map((connection) => connection.sessionFamily))]
    const living = await this.#options.livingFamilies(families)
    for (const connection of this.#connections) {
      if (!living.has(connection.sessionFamily) && families.includes(connection.sessionFamily)) this.#drop(connection)
    }
  }

  #send(accountId: string, event: LiveEvent): void {
    for (const connection of this.#connections) if (connection.accountId === accountId) connection.send(event)
  }

  #sendToAll(event: LiveEvent): void {
    for (const connection of this.#connections) connection.send(event)
  }
}
