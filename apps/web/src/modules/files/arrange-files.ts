import { getFileExtension } from '@kamar/core'
import type { FileRecord } from '@kamar/contracts'
import { defaultFileOrder, type FileOrder } from '../../platform/files/file-order.js'

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
  ...defaultFileOrder,
  type: 'all',
  search: '',
  scope: 'all',
  pinnedId: null,
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
