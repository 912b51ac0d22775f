import { useEffect } from 'react'
import { type SortKey, sortKeys, storeFileOrder } from '../../platform/files/file-order.js'
import { storage, storageKeys } from '../../platform/storage.js'
import { useUrlState } from '../../platform/use-url-state.js'
import { type Arrangement, defaultArrangement, type FileScope, fileScopes } from './arrange-files.js'

export type ViewMode = 'list' | 'grid'

/** Search, filter, order and view mode of the file manager, and functions that change them. */
export interface FileView extends Arrangement {
  readonly mode: ViewMode
  readonly setSearch: (search: string) => void
  readonly setType: (type: string) => void
  readonly setScope: (scope: FileScope) => void
  /** Sorts by a key; the same key again reverses the direction, another one starts with its usual direction. */
  readonly sortBy: (key: SortKey) => void
  readonly setAscending: (ascending: boolean) => void
  readonly setMode: (mode: ViewMode) => void
  readonly pin: (id: string) => void
  readonly showAll: () => void
}

interface ViewState extends Arrangement {
  readonly mode: ViewMode
}

const storedMode = (): ViewMode => (storage.read(storageKeys.fileView) === 'grid' ? 'grid' : 'list')

/** Provides the view state, which is in the URL too, so that it survives a reload and can be shared. */
export function useFileView(): FileView {
  const [state, setState] = useUrlState({ read: readAddress, write: writeAddress })
  const { sortKey, ascending } = state
  useEffect(() => storeFileOrder({ sortKey, ascending }), [sortKey, ascending])
  const change = (part: Partial<ViewState>): void => setState((current) => ({ ...current, ...part }))
  return {
    ...state,
    setSearch: (search) => change({ search }),
    setType: (type) => change({ type }),
    setScope: (scope) => change({ scope }),
    sortBy: (sortKey) =>
      setState((current) => ({
        ...current,
        pinnedId: null,
        sortKey,
        ascending: current.sortKey === sortKey ? !current.ascending : sortKey === 'name',
      })),
    setAscending: (ascending) => change({ ascending, pinnedId: null }),
    setMode(mode) {
      storage.write(storageKeys.fileView, mode)
      change({ mode })
    },
    pin: (pinnedId) => change({ pinnedId, search: '', type: 'all', scope: 'all' }),
    showAll: () => change({ search: '', type: 'all', scope: 'all' }),
  }
}

function readAddress(parameters: URLSearchParams): ViewState {
  const sortKey = sortKeys.find((key) => key === parameters.get('sort')) ?? defaultArrangement.sortKey
  const type = parameters.get('type') ?? ''
  const mode = parameters.get('view')
  return {
    ...defaultArrangement,
    sortKey,
    ascending: parameters.has('order') ? parameters.get('order') === 'asc' : sortKey === 'name',
    type: /^\.[a-z0-9]{1,16}$/.test(type) ? type : 'all',
    search: parameters.get('search') ?? '',
    scope: fileScopes.find((scope) => scope === parameters.get('scope')) ?? 'all',
    mode: mode === 'grid' || mode === 'list' ? mode : storedMode(),
  }
}

/** Formats the URL: only values that differ from the default; other parameters stay. */
function writeAddress(state: ViewState, parameters: URLSearchParams): string {
  const next = new URLSearchParams(parameters)
  const put = (name: string, value: string | null): void => {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  put('search', state.search)
  put('type', state.type === 'all' ? null : state.type)
  put('scope', state.scope === 'all' ? null : state.scope)
  put('sort', state.sortKey === 'date' ? null : state.sortKey)
  put('order', state.ascending === (state.sortKey === 'name') ? null : state.ascending ? 'asc' : 'desc')
  put('view', state.mode === storedMode() && !parameters.has('view') ? null : state.mode)
  return next.toString()
}
