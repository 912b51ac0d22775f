import { extensionOf, type FileRecord } from '@kamar/contracts'

export const sortKeys = ['date', 'name', 'size'] as const
export type SortKey = (typeof sortKeys)[number]

/** What of the list is shown, and in which order (specification section 4, "File list view state"). */
export interface Arrangement {
  readonly sortKey: SortKey
  readonly ascending: boolean
  /** An extension with the dot, or 'all'. */
  readonly type: string
  readonly search: string
  /** A file that was just uploaded stays on top, whatever the order is. */
  readonly pinnedId: string | null
}

export const defaultArrangement: Arrangement = {
  sortKey: 'date',
  ascending: false,
  type: 'all',
  search: '',
  pinnedId: null,
}

// "Storey 2" comes before "Storey 10".
const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

const compareBy: Record<SortKey, (a: FileRecord, b: FileRecord) => number> = {
  date: (a, b) => Date.parse(a.updated_at) - Date.parse(b.updated_at),
  name: (a, b) => names.compare(a.description, b.description),
  size: (a, b) => a.size - b.size,
}

/** The files that match search and type, sorted; equal ones keep the order of the list. */
export function arrangeFiles(files: readonly FileRecord[], arrangement: Arrangement): FileRecord[] {
  const { sortKey, ascending, pinnedId } = arrangement
  const compare = compareBy[sortKey]
  const sorted = files
    .filter((file) => matches(file, arrangement))
    .sort((a, b) => (ascending ? compare(a, b) : compare(b, a)))
  const pinned = sorted.findIndex(({ id }) => id === pinnedId)
  if (pinned > 0) sorted.unshift(...sorted.splice(pinned, 1))
  return sorted
}

export function matches(file: FileRecord, { search, type }: Pick<Arrangement, 'search' | 'type'>): boolean {
  if (type !== 'all' && extensionOf(file.description) !== type) return false
  return file.description.toLowerCase().includes(search.trim().toLowerCase())
}

/** Extensions that occur, for the type filter. */
export function typesOf(files: readonly FileRecord[]): string[] {
  return [...new Set(files.map(({ description }) => extensionOf(description)))].filter(Boolean).sort()
}
