import { AppError } from '@kamar/core'
import {
  type BinnedFile,
  type FileFilter,
  type FileListQuery,
  type FileRecord,
  type FileTypeCount,
  limits,
} from '@kamar/contracts'
import { appendAuditEvent, fileNameKeys, foldForSearch } from '@kamar/database'
import { retryTranslation } from '@kamar/translation'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { type Action, can } from '../../platform/authorization/permissions.js'
import {
  toBinnedFile,
  toFileRecord,
  queryAccountFiles,
  findAccountFile,
  findUsableFile,
  type OwnedFileRow,
  selectAccountFiles,
  subjectOf,
} from '../../domain/files/file-records.js'
import { binFiles, restoreFile } from '../../domain/files/bin-files.js'
import { readMatching } from '../../domain/files/matching-files.js'
import { findActiveFolder, hasUniqueNames } from '../../domain/folders/folder-records.js'
import { assertFileNameFree } from '../../domain/folders/names.js'
import { lockProjects } from '../../domain/projects/lock-projects.js'
import { purgeFiles, purgeFolders, tomorrow } from '../../domain/files/purge-files.js'
import { cancelUnlessNeeded } from '../../domain/versions/cancel-unless-needed.js'
import { SingleFlight } from '../../platform/single-flight.js'
import type { ModuleContext } from '../../domain/module-context.js'
import type { UnitOfWork } from '../../platform/unit-of-work.js'
import { requestTranslation } from '../../domain/versions/request-translation.js'
import { type FilePage, findByName, listFilePage } from './file-pages.js'

/** Page of files as in the API, shared by all concurrent requests for it. */
export interface ListedFiles extends Omit<FilePage, 'rows'> {
  /** Frozen. */
  readonly files: FileRecord[]
}

/** Pages are cached until a change; whole lists of ten thousand are not. */
const maxCachedFiles = 200

/** Manages the files of an account: list, bin, restore, translate again. */
export class FileService {
  readonly #context: ModuleContext
  readonly #lists: SingleFlight<ListedFiles>

  constructor(context: ModuleContext) {
    this.#context = context
    const isCacheable = ({ files }: ListedFiles): boolean => files.length <= maxCachedFiles
    this.#lists = new SingleFlight({ changes: context.changes, isCacheable })
  }

  /** Lists the matching files of the account; newest first by default. */
  list({ accountId }: AccountActor, query: FileListQuery): Promise<ListedFiles> {
    return this.#lists.run(JSON.stringify([accountId, query]), async () => {
      const { rows, ...page } = await listFilePage(this.#context.database, accountId, query)
      const files = rows.map(toFileRecord)
      Object.freeze(files)
      return { ...page, files }
    })
  }

  /** Lists the file types, most files first. */
  async listTypes(actor: AccountActor): Promise<FileTypeCount[]> {
    return queryAccountFiles(this.#context.database, actor.accountId)
      .select((row) => ['version.extension', row.fn.countAll<number>().as('files')])
      .where('file.deleted_at', 'is', null)
      .groupBy('version.extension')
      .orderBy('files', 'desc')
      .orderBy('version.extension')
      .execute()
  }

  /** Finds the newest file of each name, of all files or those of a folder, that the actor may add versions to. */
  async findByName(
    actor: AccountActor,
    requested: { readonly names: readonly string[]; readonly folder?: string | undefined },
  ): Promise<FileRecord[]> {
    const rows = await findByName(this.#context.database, actor.accountId, requested)
    const newest = new Map<string, OwnedFileRow>()
    for (const row of rows) {
      const key = foldForSearch(row.description)
      if (can(actor, 'file:change', subjectOf(row)) && !newest.has(key)) newest.set(key, row)
    }
    return [...newest.values()].map(toFileRecord)
  }

  /** Lists the bin, last deleted first, without what was deleted with a folder. */
  async listBin(actor: AccountActor): Promise<BinnedFile[]> {
    const rows = await selectAccountFiles(this.#context.database, actor.accountId)
      .where('file.deleted_at', 'is not', null)
      .where('file.deletion_id', 'is', null)
      .orderBy('file.deleted_at', 'desc')
      .orderBy('file.id', 'desc')
      .execute()
    return rows.filter((row) => can(actor, 'file:delete', subjectOf(row))).map(toBinnedFile)
  }

  async get(actor: AccountActor, id: string): Promise<FileRecord> {
    return toFileRecord(await this.find(actor, id, 'file:read'))
  }

  /** Finds a file outside the bin, if the actor may perform the action; otherwise it does not exist for them. */
  async find(actor: AccountActor, id: string, action: Action): Promise<OwnedFileRow> {
    return findUsableFile(this.#context.database, actor, { id, action })
  }

  /** Moves a file to the bin and stops its translation unless another file needs it. */
  async remove(actor: AccountActor, id: string): Promise<FileRecord> {
    const row = await this.find(actor, id, 'file:delete')
    await this.#bin(actor, [row])
    return toFileRecord(row)
  }

  /** Moves all files in the actor's own projects to the bin; returns their number. Files that others share stay. */
  async clear(actor: AccountActor): Promise<number> {
    const rows = await selectAccountFiles(this.#context.database, actor.accountId)
      .where('file.deleted_at', 'is', null)
      .execute()
    const removable = rows.filter((row) => row.mine === true && can(actor, 'file:delete', subjectOf(row)))
    await this.#bin(actor, removable)
    return removable.length
  }

  /** Moves all files to the bin that match a filter and that the actor may delete; returns their number. */
  async binMatching(actor: AccountActor, filter: FileFilter): Promise<number> {
    const rows = await readMatching(this.#context.database, actor.accountId, filter)
    const removable = rows.filter((row) => can(actor, 'file:delete', subjectOf(row)))
    await this.#bin(actor, removable)
    return removable.length
  }

  /** Permanently deletes one file of the bin, or all that the actor may delete; returns their number. */
  async purge(actor: AccountActor, id?: string): Promise<number> {
    const { database } = this.#context
    const rows = await selectAccountFiles(database, actor.accountId).where('file.deleted_at', 'is not', null).execute()
    const deletableRows = rows.filter(
      (row) => can(actor, 'file:delete', subjectOf(row)) && (id === undefined ? row.mine === true : row.id === id),
    )
    if (id !== undefined && deletableRows.length === 0) throw new AppError('not-found')
    await purgeFiles(
      database,
      deletableRows.map((row) => row.id),
      actor.accountId,
    )
    if (id === undefined) await purgeFolders(database, { before: tomorrow(), ownerId: actor.accountId })
    return deletableRows.length
  }

  /**
   * Restores a file from the bin, to the closest folder that still exists; a translation that stopped with it starts
   * again.
   */
  async restore(actor: AccountActor, id: string): Promise<FileRecord> {
    const { database, transact } = this.#context
    const row = await findAccountFile(database, actor.accountId, id)
    if (!row || row.deleted_at === null || !can(actor, 'file:delete', subjectOf(row))) throw new AppError('not-found')
    return transact(async (unit) => {
      const { transaction } = unit
      await lockProjects(transaction, [row.project_id])
      await restoreFile(unit, actor, row)
      return publishChange(unit, actor, id)
    })
  }

  /** Renames a file; its extension, which determines the format, stays. */
  async rename(actor: AccountActor, id: string, name: string): Promise<FileRecord> {
    const row = await this.find(actor, id, 'file:change')
    const description = withExtension(name, row.extension)
    return this.#context.transact(async (unit) => {
      const { transaction } = unit
      await lockProjects(transaction, [row.project_id])
      const folder = await findActiveFolder(transaction, row.folder_id)
      if (hasUniqueNames(folder)) await assertFileNameFree(transaction, row, description)
      await transaction
        .updateTable('file')
        .set({ description, ...fileNameKeys(description) })
        .where('id', '=', id)
        .execute()
      const details = { from: row.description, to: description }
      await appendAuditEvent(transaction, { actor: actor.accountId, action: 'file.rename', subject: id, details })
      return publishChange(unit, actor, id)
    })
  }

  /** Translates again: failed, cancelled, and results of an older version of Kamar. */
  async retry(actor: AccountActor, id: string): Promise<FileRecord> {
    const { domain, transact } = this.#context
    const row = await this.find(actor, id, 'file:change')
    const ticket = await transact((unit) => requestTranslation(unit, row, actor.accountId))
    if (ticket.state === 'failed') await retryTranslation(domain.translation, ticket.id)
    return transact((unit) => publishChange(unit, actor, id))
  }

  /**
   * Stops a translation, unless files of others have the same content, or an application waits for it: then it
   * continues.
   */
  async cancel(actor: AccountActor, id: string): Promise<FileRecord> {
    const row = await this.find(actor, id, 'file:change')
    await cancelUnlessNeeded(this.#context, row)
    return this.get(actor, id)
  }

  async #bin(actor: AccountActor, rows: readonly OwnedFileRow[]): Promise<void> {
    if (rows.length === 0) return
    await this.#context.transact((unit) => binFiles(unit, actor, rows))
    for (const row of rows) await cancelUnlessNeeded(this.#context, row)
  }
}

async function publishChange(unit: UnitOfWork, actor: AccountActor, id: string): Promise<FileRecord> {
  const row = await findUsableFile(unit.transaction, actor, { id, action: 'file:read' })
  unit.publish('file', { type: 'changed', fileId: row.id })
  return toFileRecord(row)
}

const pathOrControl = /[/\\\u0000-\u001f\u007f]/g

function withExtension(name: string, extension: string): string {
  const clean = name.replaceAll(pathOrControl, '-')
  const nameWithExtension = clean.toLowerCase().endsWith(extension) ? clean : `${clean}${extension}`
  if (nameWithExtension.length > limits.maxFileNameCharacters)
    throw new AppError('invalid-input', { field: 'body.description' })
  return nameWithExtension
}
