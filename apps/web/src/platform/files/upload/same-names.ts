import { type FileRecord, limits, numberedFileName, takeFileName, toNameKey } from '@kamar/contracts'
import { api } from '../../api/api.js'
import { createObservable, type Observable } from '../../observable.js'
import type { UploadRequest } from './upload-queue.js'

/** Choice for files whose names already exist. */
export type SameNameChoice = 'version' | 'both' | 'skip'

export interface SameName {
  readonly file: File
  readonly existing: FileRecord
}

export interface SameNameDecision {
  readonly choice: SameNameChoice
  /** The uploader's note on the new versions. */
  readonly note: string
}

/** Data of the prompt before a batch is sent. */
export interface SameNamePrompt {
  readonly conflicts: readonly SameName[]
  /** Null cancels the upload of the whole batch. */
  readonly decide: (decision: SameNameDecision | null) => void
}

/** The prompt on screen. */
export const sameNamePrompt: Observable<SameNamePrompt | null> = createObservable<SameNamePrompt | null>(null)

/**
 * Returns the uploads of a batch to a folder, or to the personal project. Prompts once for all names that already exist. Files with the same name within the
 * batch are numbered. Without a response from the server every file is uploaded as a new file, so that nothing is lost.
 */
export async function resolveSameNames(
  files: readonly File[],
  folderId: string | null = null,
): Promise<readonly UploadRequest[]> {
  const batch = numberRepeated(files)
  const requests = await decideRequests(batch, folderId)
  return folderId === null ? requests : requests.map((request) => ({ purpose: { folderId }, ...request }))
}

async function decideRequests(batch: readonly File[], folderId: string | null): Promise<readonly UploadRequest[]> {
  const existing = await findExisting(
    batch.map(({ name }) => name),
    folderId,
  )
  const conflicts = batch.flatMap((file) => {
    const match = existing.get(toNameKey(file.name))
    return match ? [{ file, existing: match }] : []
  })
  if (conflicts.length === 0) return batch.map((file) => ({ file }))
  const decision = await promptDecision(conflicts)
  if (decision === null) return []
  return applyDecision(batch, existing, { ...decision, folderId })
}

function promptDecision(conflicts: readonly SameName[]): Promise<SameNameDecision | null> {
  return new Promise((resolve) => {
    // A new batch cancels one whose prompt is still open.
    sameNamePrompt.get()?.decide(null)
    sameNamePrompt.set({
      conflicts,
      decide(decision) {
        sameNamePrompt.set(null)
        resolve(decision)
      },
    })
  })
}

type Existing = ReadonlyMap<string, FileRecord>

async function applyDecision(
  batch: readonly File[],
  existing: Existing,
  { choice, folderId, note }: SameNameDecision & { readonly folderId: string | null },
): Promise<readonly UploadRequest[]> {
  const conflicts = batch.filter(({ name }) => existing.has(toNameKey(name)))
  const renamed = choice === 'both' ? await renameAll(conflicts, batch, folderId) : new Map<File, File>()
  return batch.flatMap((file): UploadRequest[] => {
    const match = existing.get(toNameKey(file.name))
    if (!match) return [{ file }]
    if (choice === 'skip') return []
    return choice === 'version'
      ? [{ file, purpose: { fileId: match.id, note } }]
      : [{ file: renamed.get(file) ?? file }]
  })
}

async function findExisting(names: readonly string[], folderId: string | null): Promise<Existing> {
  const existing = new Map<string, FileRecord>()
  for (let start = 0; start < names.length; start += limits.maxLookedUpNames) {
    const part = names.slice(start, start + limits.maxLookedUpNames)
    const body = folderId === null ? { names: part } : { names: part, folder: folderId }
    const match = await api.call('findFilesByName', { body }).catch(() => [])
    for (const file of match) existing.set(toNameKey(file.description), file)
  }
  return existing
}

/** Numbers that are checked in one request: `House (2).ifc` to `House (21).ifc`. */
const candidateNumbers = Array.from({ length: 20 }, (_, index) => index + 2)

async function renameAll(
  files: readonly File[],
  batch: readonly File[],
  folderId: string | null,
): Promise<ReadonlyMap<File, File>> {
  const candidates = files.flatMap(({ name }) => candidateNumbers.map((number) => numberedFileName(name, number)))
  const usedKeys = new Set([
    ...(await findExisting(candidates, folderId)).keys(),
    ...batch.map(({ name }) => toNameKey(name)),
  ])
  return new Map(files.map((file) => [file, withFreeName(file, usedKeys)]))
}

function numberRepeated(files: readonly File[]): readonly File[] {
  const usedKeys = new Set<string>()
  return files.map((file) => withFreeName(file, usedKeys))
}

function withFreeName(file: File, usedKeys: Set<string>): File {
  const name = takeFileName(file.name, usedKeys)
  return name === file.name ? file : new File([file], name, { type: file.type, lastModified: file.lastModified })
}
