import { type FileRecord, limits, numberedFileName } from '@kamar/contracts'
import { api } from '../api/api.js'
import { createObservable, type Observable } from '../observable.js'
import type { UploadRequest } from './upload-queue.js'

/** What becomes of files whose names exist already. */
export type SameNameChoice = 'version' | 'both' | 'skip'

export interface SameName {
  readonly file: File
  readonly existing: FileRecord
}

export interface SameNameAnswer {
  readonly choice: SameNameChoice
  /** What the uploader says about the new versions. */
  readonly note: string
}

/** What is asked before a batch is sent, in a dialog. */
export interface SameNameQuestion {
  readonly conflicts: readonly SameName[]
  /** Null: nothing of the batch is uploaded. */
  readonly answer: (answer: SameNameAnswer | null) => void
}

/** The question on the screen. */
export const sameNameQuestion: Observable<SameNameQuestion | null> = createObservable<SameNameQuestion | null>(null)

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase()

/**
 * What to upload of a batch: of names that exist already one is asked, once for all of them. Files of one name within the
 * batch are numbered. Without a response of the server every file is uploaded as a file of its own: nothing is lost.
 */
export async function resolveSameNames(files: readonly File[]): Promise<readonly UploadRequest[]> {
  const batch = numberRepeated(files)
  const existing = await findExisting(batch.map(({ name }) => name))
  const conflicts = batch.flatMap((file) => {
    const found = existing.get(keyOf(file.name))
    return found ? [{ file, existing: found }] : []
  })
  if (conflicts.length === 0) return batch.map((file) => ({ file }))
  const answer = await ask(conflicts)
  if (answer === null) return []
  return applyAnswer(batch, existing, answer)
}

function ask(conflicts: readonly SameName[]): Promise<SameNameAnswer | null> {
  return new Promise((resolve) => {
    // A batch that was begun while another one is asked about gives way.
    sameNameQuestion.get()?.answer(null)
    sameNameQuestion.set({
      conflicts,
      answer(answer) {
        sameNameQuestion.set(null)
        resolve(answer)
      },
    })
  })
}

type Existing = ReadonlyMap<string, FileRecord>

async function applyAnswer(
  batch: readonly File[],
  existing: Existing,
  { choice, note }: SameNameAnswer,
): Promise<readonly UploadRequest[]> {
  const conflicts = batch.filter(({ name }) => existing.has(keyOf(name)))
  const renamed = choice === 'both' ? await renameAll(conflicts, batch) : new Map<File, File>()
  return batch.flatMap((file): UploadRequest[] => {
    const found = existing.get(keyOf(file.name))
    if (!found) return [{ file }]
    if (choice === 'skip') return []
    return choice === 'version'
      ? [{ file, purpose: { fileId: found.id, note } }]
      : [{ file: renamed.get(file) ?? file }]
  })
}

async function findExisting(names: readonly string[]): Promise<Existing> {
  const existing = new Map<string, FileRecord>()
  for (let start = 0; start < names.length; start += limits.maxLookedUpNames) {
    const part = names.slice(start, start + limits.maxLookedUpNames)
    const found = await api.call('findFilesByName', { body: { names: part } }).catch(() => [])
    for (const file of found) existing.set(keyOf(file.description), file)
  }
  return existing
}

/** Numbers that are tried at once: `House (2).ifc` to `House (21).ifc`. */
const triedNumbers = Array.from({ length: 20 }, (_, index) => index + 2)

async function renameAll(files: readonly File[], batch: readonly File[]): Promise<ReadonlyMap<File, File>> {
  const candidates = files.flatMap(({ name }) => triedNumbers.map((number) => numberedFileName(name, number)))
  const taken = new Set([...(await findExisting(candidates)).keys(), ...batch.map(({ name }) => keyOf(name))])
  return new Map(files.map((file) => [file, withFreeName(file, taken)]))
}

function numberRepeated(files: readonly File[]): readonly File[] {
  const taken = new Set<string>()
  return files.map((file) => {
    if (taken.has(keyOf(file.name))) return withFreeName(file, taken)
    taken.add(keyOf(file.name))
    return file
  })
}

function withFreeName(file: File, taken: Set<string>): File {
  let number = 2
  while (taken.has(keyOf(numberedFileName(file.name, number)))) number += 1
  const name = numberedFileName(file.name, number)
  taken.add(keyOf(name))
  return new File([file], name, { type: file.type, lastModified: file.lastModified })
}
