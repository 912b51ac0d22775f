import type { FileListQuery, FileRecord } from '@kamar/contracts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { api } from '../../platform/api/api.js'
import { sortFiles } from '../../platform/files/file-order.js'
import { useFileCount, useFilePages, useFiles } from '../../platform/files/use-files.js'
import type { Collection } from './folder/collection.js'
import type { PageFolder } from './folder/use-page-folder.js'
import { type Arrangement, filterFiles, listTypes } from './arrange-files.js'

/** Files on screen and the state around them. */
export interface ShownFiles {
  readonly query: ReturnType<typeof useFiles>
  /** All loaded files. */
  readonly loaded: readonly FileRecord[]
  /** Matching files, in their order; there may be more of them on the server. */
  readonly visible: readonly FileRecord[]
  /** Number of matching files, and the total. */
  readonly matching: number
  readonly total: number
  readonly types: readonly string[]
  /** Filter of the query to the server. */
  readonly filter: Pick<FileListQuery, 'search' | 'type' | 'scope' | 'folder' | 'collection'>
  /** Whether this search has no response yet and nothing to show meanwhile. */
  readonly isLooking: boolean
  readonly pendingPages: PendingPages
}

const noFiles: readonly FileRecord[] = []
const noPendingPages: PendingPages = { onNearEnd() {}, canLoadMore: false }

/**
 * Returns the files of a folder or a collection, or all of the account. Filters and sorts few files locally, without waiting for the
 * server; those of a folder and many are filtered, sorted and paginated by the server.
 */
export function useShownFiles(
  view: Arrangement,
  { collection, folder }: { readonly folder: PageFolder | null; readonly collection: Collection | undefined },
): ShownFiles {
  const query = useFiles()
  const { total, isComplete } = useFileCount()
  const files = query.data ?? noFiles
  const isLocal = isComplete && folder === null && collection === undefined
  const local = useLocalArrangement(files, view)
  const remote = useArrangedThere(files, view, { isEnabled: !isLocal, folderId: folder?.id, collection })
  const filter = toFilter(view, view.search.trim(), { folder: folder?.id, collection })
  const arranged = isLocal ? local : remote
  // The folder is loaded again after its files.
  const inFolder = Math.max(folder?.details?.folder.files ?? 0, arranged.visible.length)
  const shownTotal = collection === undefined ? total : arranged.visible.length
  return { query, total: folder ? inFolder : shownTotal, filter, ...arranged }
}

type Arranged = Omit<ShownFiles, 'query' | 'total' | 'filter'>

interface Location {
  readonly folder: string | undefined
  readonly collection: Collection | undefined
}

function toFilter(
  { type, scope }: Arrangement,
  search: string,
  { collection, folder }: Location,
): ShownFiles['filter'] {
  return {
    ...(collection === undefined ? {} : { collection }),
    ...(folder === undefined ? {} : { folder }),
    ...(search === '' ? {} : { search }),
    ...(type === 'all' ? {} : { type }),
    ...(scope === 'all' ? {} : { scope }),
  }
}

function useLocalArrangement(files: readonly FileRecord[], view: Arrangement): Arranged {
  const { sortKey, ascending, type, search, scope, pinnedId } = view
  const sorted = useMemo(() => sortFiles(files, { sortKey, ascending }), [files, sortKey, ascending])
  const visible = useMemo(
    () => filterFiles(sorted, { type, search, scope }, pinnedId),
    [sorted, type, search, scope, pinnedId],
  )
  const types = useMemo(() => listTypes(files), [files])
  return { loaded: files, visible, matching: visible.length, types, isLooking: false, pendingPages: noPendingPages }
}

interface RemoteArrangement {
  readonly isEnabled: boolean
  readonly folderId: string | undefined
  readonly collection: Collection | undefined
}

function useArrangedThere(
  newest: readonly FileRecord[],
  view: Arrangement,
  { collection, folderId, isEnabled }: RemoteArrangement,
): Arranged {
  const { sortKey, ascending, pinnedId } = view
  const search = useDeferredValue(view.search.trim())
  const query: FileListQuery = {
    sort: sortKey,
    order: ascending ? 'asc' : 'desc',
    ...toFilter(view, search, { folder: folderId, collection }),
  }
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = useFilePages(query, isEnabled)
  const types = useQuery({
    queryKey: ['files', 'types'],
    queryFn: ({ signal }) => api.call('listFileTypes', undefined, { signal }),
    enabled: isEnabled,
  })
  const visible = useMemo(() => {
    const matches = data?.pages.flatMap(({ files }) => files) ?? noFiles
    const pinned = newest.find(({ id }) => id === pinnedId)
    return pinned && collection === undefined && (folderId === undefined || pinned.sharing?.folderId === folderId)
      ? [pinned, ...matches.filter(({ id }) => id !== pinned.id)]
      : matches
  }, [data, newest, pinnedId, folderId, collection])
  const loaded = useMemo(() => {
    if (folderId !== undefined || collection !== undefined) return visible
    const ids = new Set(visible.map(({ id }) => id))
    return [...visible, ...newest.filter(({ id }) => !ids.has(id))]
  }, [visible, newest, folderId, collection])
  return {
    loaded,
    visible,
    matching: data?.pages[0]?.total ?? 0,
    types: types.data?.map(({ extension }) => extension).sort() ?? [],
    isLooking: data === undefined,
    pendingPages: {
      onNearEnd: () => (hasNextPage && !isFetching ? void fetchNextPage() : undefined),
      canLoadMore: !isFetching && !isFetchNextPageError,
    },
  }
}

/** Files that are not loaded yet. */
export interface PendingPages {
  /** Requests more when the last loaded files become visible. */
  readonly onNearEnd: () => void
  /** Whether no query is pending and the last one did not fail. */
  readonly canLoadMore: boolean
}
