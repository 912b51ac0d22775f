import { useState } from 'react'
import { storage, storageKeys } from '../../shared/storage.js'
import { type Arrangement, defaultArrangement, type SortKey } from './arrange-files.js'

export type ViewMode = 'list' | 'grid'

/** Search, filter, order and view mode of the file manager, and the ways to change them. */
export interface FileView extends Arrangement {
  readonly mode: ViewMode
  readonly setSearch: (search: string) => void
  readonly setType: (type: string) => void
  /** The same key again turns the direction; another key begins with the direction people expect of it. */
  readonly sortBy: (key: SortKey) => void
  readonly setAscending: (ascending: boolean) => void
  readonly setMode: (mode: ViewMode) => void
  readonly pin: (id: string) => void
  readonly showAll: () => void
}

const storedMode = (): ViewMode => (storage.read(storageKeys.fileView) === 'grid' ? 'grid' : 'list')

export function useFileView(): FileView {
  const [arrangement, setArrangement] = useState(defaultArrangement)
  const [mode, setMode] = useState(storedMode)
  const change = (part: Partial<Arrangement>): void => setArrangement((current) => ({ ...current, ...part }))
  return {
    ...arrangement,
    mode,
    setSearch: (search) => change({ search }),
    setType: (type) => change({ type }),
    sortBy: (sortKey) =>
      setArrangement((current) => ({
        ...current,
        pinnedId: null,
        sortKey,
        ascending: current.sortKey === sortKey ? !current.ascending : sortKey === 'name',
      })),
    setAscending: (ascending) => change({ ascending, pinnedId: null }),
    setMode(next) {
      storage.write(storageKeys.fileView, next)
      setMode(next)
    },
    pin: (pinnedId) => change({ pinnedId, search: '', type: 'all' }),
    showAll: () => change({ search: '', type: 'all' }),
  }
}
