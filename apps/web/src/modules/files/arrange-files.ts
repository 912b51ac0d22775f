import { getFileExtension } from '@kamar/core'
import { type FileRecord } from '@kamar/contracts'

export const sortKeys = ['date', 'name', 'size'] as const
export type SortKey = (typeof sortKeys)[number]

/** Order and filter of the file list (specification section 4, "File list view state"). */
export interface FileOrder {
  readonly sortKey: SortKey
  readonly ascending: boolean
}
export const fileScopes = ['all', 'mine', 'shared'] as const
export type FileScope = (typeof fileScopes)[number]

export interface FileFilter {
  /** Extension with the dot, or 'all'. */
  readonly type: string
  readonly search: string
  /** All files, the user's own, or those that others share. */
  readonly scope: FileScope
}
export interface Arrangement extends FileOrder, FileFilter {
  /** A newly uploaded file stays on top in any order. */
  readonly pinnedId: string | null
}

export const defaultArrangement: Arrangement = {
  sortKey: 'date',
  ascending: false,
  type: 'all',
  search: '',
  scope: 'all',
  pinnedId: null,
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

/** Returns the files that match search and type, in their order, the pinned one first. */
export function filterFiles(files: readonly FileRecord[], filter: FileFilter, pinnedId: string | null = null) {
  const query = filter.search.trim().toLowerCase()
  const visible = files.filter(
    ({ description, sharing }) =>
      (filter.scope === 'all' || (filter.scope === 'mine') === (sharing?.mine ?? true)) &&
      (filter.type === 'all' || getFileExtension(description) === filter.type) &&
      description.toLowerCase().includes(query),
  )
  const pinned = visible.findIndex(({ id }) => id === pinnedId)
  if (pinned > 0) visible.unshift(...visible.splice(pinned, 1))
  return visible
}

/** Lists the extensions of the files, for the type filter. */
export function listTypes(files: readonly FileRecord[]): string[] {
  return [...new Set(files.map(({ description }) => getFileExtension(description)))].filter(Boolean).sort()
}
