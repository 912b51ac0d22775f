import { randomBytes } from 'node:crypto'
import { AppError } from '@kamar/core'
import { type Download, type DownloadForm, limits } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import type { AccountActor } from '../../../platform/authorization/actor.js'
import { can } from '../../../platform/authorization/permissions.js'
import { computeSha256 } from '../../../platform/secrets/sha256.js'
import { type OwnedFileRow, selectAccountFiles, subjectOf } from '../../../domain/files/file-records.js'
import { readMatching } from '../../../domain/files/matching-files.js'
import { findUsableFolder, isInSubtree, selectAccountFolders } from '../../../domain/folders/folder-records.js'
import { type ArchiveEntry, ArchivePaths } from './archive-paths.js'

/** Contents of an archive, as its account sees them now. */
export interface Archive {
  readonly accountId: string
  readonly name: string
  readonly entries: readonly ArchiveEntry[]
  /** Paths of the folders. */
  readonly folders: readonly string[]
}

/** Time in which the browser has to open the address of an archive. */
const validSeconds = 60

/** Prepares ZIP archives of files and folders, and opens each once. */
export class DownloadService {
  readonly #database: Kysely<Database>

  constructor(database: Kysely<Database>) {
    this.#database = database
  }

  /** Throws `not-found` for a file or folder that the actor does not see, and `too-many`. */
  async create(actor: AccountActor, form: DownloadForm): Promise<Download> {
    const rows = await this.#findFiles(actor, form)
    if (rows.length > limits.maxArchivedFiles) throw new AppError('too-many', { most: limits.maxArchivedFiles })
    const secret = randomBytes(32).toString('base64url')
    await this.#database
      .deleteFrom('download')
      .where('expires_at', '<', sql<Date>`now()`)
      .execute()
    await this.#database
      .insertInto('download')
      .values({
        secret_hash: computeSha256(secret),
        account_id: actor.accountId,
        file_ids: rows.map(({ id }) => id),
        folder_ids: form.folderIds,
        expires_at: sql<Date>`now() + make_interval(secs => ${validSeconds})`,
      })
      .execute()
    const sizeBytes = rows.reduce((sum, row) => sum + row.size_bytes, 0)
    return { url: `/api/downloads/${secret}`, files: rows.length, sizeBytes }
  }

  async #findFiles(actor: AccountActor, { filter, folderIds, ids }: DownloadForm): Promise<readonly OwnedFileRow[]> {
    if (filter) return readMatching(this.#database, actor.accountId, filter)
    for (const id of folderIds) await findUsableFolder(this.#database, actor, { id })
    const requestedIds = new Set(ids)
    const rows = await selectAccountFiles(this.#database, actor.accountId)
      .where('file.deleted_at', 'is', null)
      .where(
        sql<boolean>`(file.id = any(${ids}::uuid[]) or file.folder_id in (
          select folder.id from folder
          where folder.deleted_at is null
            and (folder.id = any(${folderIds}::uuid[]) or folder.ancestors && ${folderIds}::uuid[])))`,
      )
      .execute()
    const readable = rows.filter((row) => can(actor, 'file:read', subjectOf(row)))
    if (readable.filter(({ id }) => requestedIds.has(id)).length < requestedIds.size) throw new AppError('not-found')
    return readable
  }

  /** Throws `link-not-valid` for an address that was used or is too old. */
  async assertValid(secret: string): Promise<void> {
    const row = await this.#database
      .selectFrom('download')
      .select('account_id')
      .where('secret_hash', '=', computeSha256(secret))
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst()
    if (!row) throw new AppError('link-not-valid')
  }

  /**
   * Finds the contents of the archive of an address, which is not valid afterwards. Whoever lost access to a file
   * meanwhile does not get it. Throws `link-not-valid`.
   */
  async open(secret: string): Promise<Archive> {
    const row = await this.#database
      .deleteFrom('download')
      .using('account')
      .whereRef('account.id', '=', 'download.account_id')
      .where('download.secret_hash', '=', computeSha256(secret))
      .where('download.expires_at', '>', sql<Date>`now()`)
      .where('account.status', '<>', 'rejected')
      .returning(['download.account_id', 'download.file_ids', 'download.folder_ids'])
      .executeTakeFirst()
    if (!row) throw new AppError('link-not-valid')
    const rows = await selectAccountFiles(this.#database, row.account_id)
      .where('file.id', '=', sql<string>`any(${row.file_ids}::uuid[])`)
      .where('file.deleted_at', 'is', null)
      .orderBy('file.sort_name')
      .orderBy('file.id')
      .execute()
    return this.#toArchive({ accountId: row.account_id, folderIds: row.folder_ids, rows })
  }

  async #toArchive({ accountId, folderIds, rows }: ArchiveContents): Promise<Archive> {
    const folders = await selectAccountFolders(this.#database, accountId)
      .select('project.name as project_name')
      .where((where) => where.or(folderIds.map((id) => isInSubtree(id))))
      .execute()
    const [selected] = folders.filter(({ id }) => id === folderIds[0])
    const paths = new ArchivePaths(folders, folderIds, selected?.project_name ?? '')
    const date = new Date().toISOString().slice(0, 10)
    return {
      accountId,
      name: folderIds.length === 1 && selected ? paths.getFolderPath(selected.id).slice(0, -1) : `Kamar ${date}`,
      entries: paths.toEntries(rows),
      folders: [...new Set(folders.filter(({ role }) => role !== null).map(({ id }) => paths.getFolderPath(id)))],
    }
  }
}

interface ArchiveContents {
  readonly accountId: string
  readonly folderIds: readonly string[]
  readonly rows: readonly OwnedFileRow[]
}
