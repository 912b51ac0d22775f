import type { FileRecord, FileSort } from '@kamar/contracts'
import { storage, storageKeys } from '../storage.js'

export const sortKeys = ['date', 'name', 'size'] as const satisfies readonly FileSort[]
export type SortKey = (typeof sortKeys)[number]

/** Order of the file list (specification section 4, "File list view state"). */
export interface FileOrder {
  readonly sortKey: SortKey
  readonly ascending: boolean
}

/** Newest first. */
export const defaultFileOrder: FileOrder = { sortKey: 'date', ascending: false }

/** Stores the order that the file list displays, for other lists of the same files. */
export function storeFileOrder({ sortKey, ascending }: FileOrder): void {
  storage.writeJson(storageKeys.fileOrder, { sortKey, ascending })
}

/** Returns the order that the file list displayed last; the default before. */
export function readFileOrder(): FileOrder {
  const { sortKey, ascending } = (storage.readJson(storageKeys.fileOrder) ?? {}) as Partial<FileOrder>
  const storedKey = sortKeys.find((key) => key === sortKey)
  return storedKey === undefined ? defaultFileOrder : { sortKey: storedKey, ascending: ascending === true }
}

type SortValue = string | number

const valueOf: Record<SortKey, (file: FileRecord) => SortValue> = {
  date: (file) => Date.parse(file.updated_at),
  name: (file) => file.description,
  size: (file) => file.size,
}

// "Storey 2" comes before "Storey 10".
const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

function compare(a: SortValue, b: SortValue): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : names.compare(String(a), String(b))
}

/** Sorts the files; the sort is stable. Reads each value once: ten thousand dates parse slowly. */
export function sortFiles(files: readonly FileRecord[], { sortKey, ascending }: FileOrder): FileRecord[] {
  const direction = ascending ? 1 : -1
  return files
    .map((file) => ({ file, value: valueOf[sortKey](file) }))
    .sort((a, b) => direction * compare(a.value, b.value))
    .map(({ file }) => file)
}
