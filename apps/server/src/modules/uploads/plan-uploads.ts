import { getFileExtension, grouped } from '@kamar/core'
import { folderLimits, takeFileName, type PlannedUpload, type UploadPlan, type UploadPlanForm } from '@kamar/contracts'
import { type Database, foldForSearch } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { readUploadRules } from '../../domain/files/upload-rules.js'
import { findUsableFolder, hasUniqueNames, listAccountFolders } from '../../domain/folders/folder-records.js'
import { assertLimit, type PlannedFolder, PlannedTree } from '../../domain/folders/planned-tree.js'
import { readFreeBytes } from '../../domain/quota/reserve-quota.js'
import { parseUploadPath } from './upload-paths.js'

type Entry = UploadPlanForm['entries'][number]
type Refusal = NonNullable<PlannedUpload['refusal']>

/** Files that are accepted. */
interface UploadRules {
  readonly extensions: readonly string[]
  readonly limitBytes: number
}

/**
 * Plans an upload of files with their paths to a folder: the names that they get, which of them are refused, and which
 * exist already. Throws `not-found`, `not-allowed`, and `too-many` where a limit of folders or files would be exceeded.
 */
export async function planUploads(
  database: Kysely<Database>,
  actor: AccountActor,
  { entries, folderId, limitBytes }: UploadPlanForm & { readonly limitBytes: number },
): Promise<UploadPlan> {
  const target = await findUsableFolder(database, actor, { id: folderId, action: 'folder:create' })
  const tree = new PlannedTree(target, await listAccountFolders(database, actor.accountId, target.project_id))
  const rules = { ...(await readUploadRules(database)), limitBytes }
  const nameKeys: NameKeys = new Map()
  const planned = entries.map((entry) => planEntry(entry, { nameKeys, rules, tree }))
  tree.assertLimits()
  const existing = await findExisting(database, tree, planned)
  assertFileLimits(nameKeys, existing)
  return {
    entries: planned.map(({ folder, upload }, index) => ({
      ...upload,
      existing: toConflict(existing.get(toFileKey(folder, upload.name)), entries[index]),
    })),
    freeBytes: await readFreeBytes(database, target.project_id),
  }
}

interface PlannedEntry {
  readonly upload: Omit<PlannedUpload, 'existing'>
  /** Null for a refused file. */
  readonly folder: PlannedFolder | null
}

/** Keys of the names of planned files, by their folders. */
type NameKeys = Map<PlannedFolder, Set<string>>

interface PlanContext {
  readonly nameKeys: NameKeys
  readonly rules: UploadRules
  readonly tree: PlannedTree
}

function planEntry({ path, sizeBytes }: Entry, { nameKeys, rules, tree }: PlanContext): PlannedEntry {
  const parsed = parseUploadPath(path)
  if (!parsed) return toRefused({ folders: [], name: path, isRenamed: false }, refuse('path-unsafe'))
  const upload = { folders: [...parsed.folders], name: parsed.name, isRenamed: parsed.isRenamed }
  const refusal = findRefusal(parsed.name, sizeBytes, rules)
  if (refusal) return toRefused(upload, refusal)
  const folder = tree.enter(parsed.folders)
  if (!folder) return toRefused(upload, refuse('folder-too-deep', { most: folderLimits.levels }))
  if (!folder.canChange) return toRefused(upload, refuse('not-allowed'))
  const name = addFile(nameKeys, folder, parsed.name)
  const isRenamed = parsed.isRenamed || name !== parsed.name
  return { upload: { folders: [...folder.names], name, isRenamed, refusal: null }, folder }
}

/** Adds a file to a folder; returns its name, with a number in it where a planned one has the same. */
function addFile(nameKeys: NameKeys, folder: PlannedFolder, fileName: string): string {
  if (folder.row && !hasUniqueNames(folder.row)) return fileName
  const usedKeys = nameKeys.get(folder) ?? new Set()
  nameKeys.set(folder, usedKeys)
  return takeFileName(fileName, usedKeys, foldForSearch)
}

const toRefused = (upload: Omit<PlannedEntry['upload'], 'refusal'>, refusal: Refusal): PlannedEntry => ({
  upload: { ...upload, refusal },
  folder: null,
})

const refuse = (code: Refusal['code'], parameters: Refusal['parameters'] = {}): Refusal => ({ code, parameters })

function findRefusal(name: string, sizeBytes: number, { extensions, limitBytes }: UploadRules): Refusal | null {
  const extension = getFileExtension(name)
  if (!extensions.includes(extension)) return refuse('unsupported-format', { extension: extension || name })
  if (sizeBytes === 0) return refuse('empty-file')
  return sizeBytes > limitBytes ? refuse('file-too-large', { limit: limitBytes }) : null
}

interface ExistingFile {
  readonly id: string
  readonly folder_id: string
  readonly search_name: string
  readonly size_bytes: number
  readonly modified_at: Date | null
}

/** Finds the files of the planned folders that have a planned name, the newest of several. */
async function findExisting(
  database: Kysely<Database>,
  tree: PlannedTree,
  planned: readonly PlannedEntry[],
): Promise<ReadonlyMap<string, ExistingFile>> {
  const folderIds = tree.list().flatMap(({ row }) => (row ? [row.id] : []))
  const names = planned.flatMap(({ folder, upload }) => (folder?.row ? [foldForSearch(upload.name)] : []))
  const rows = await database
    .selectFrom('file')
    .innerJoin('file_version as version', 'version.id', 'file.current_version_id')
    .select(['file.id', 'file.folder_id', 'file.search_name', 'version.size_bytes', 'version.modified_at'])
    .where('file.folder_id', '=', sql<string>`any(${folderIds}::uuid[])`)
    .where('file.search_name', '=', sql<string>`any(${names}::text[])`)
    .where('file.deleted_at', 'is', null)
    .orderBy('file.updated_at')
    .execute()
  return new Map(rows.map((row) => [`${row.folder_id}/${row.search_name}`, row]))
}

function assertFileLimits(nameKeys: NameKeys, existing: ReadonlyMap<string, ExistingFile>): void {
  const conflicts = grouped(existing.values(), (file) => file.folder_id)
  for (const [{ row }, usedKeys] of nameKeys) {
    const added = usedKeys.size - (conflicts.get(row?.id ?? '')?.length ?? 0)
    if (added > 0) assertLimit((row?.files ?? 0) + added, folderLimits.filesPerFolder)
  }
}

const toFileKey = (folder: PlannedFolder | null, name: string): string =>
  `${folder?.row?.id ?? ''}/${foldForSearch(name)}`

/** A file of equal size and time of change is the same: rsync's quick check. */
function toConflict(file: ExistingFile | undefined, entry: Entry | undefined): PlannedUpload['existing'] {
  if (!file || !entry) return null
  const isSame = file.size_bytes === entry.sizeBytes && file.modified_at?.getTime() === Date.parse(entry.modifiedAt)
  return { fileId: file.id, isSame }
}
