import type { FileListQuery, FileRecord } from '@kamar/contracts'
import { type InfiniteData, type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { logWarning } from '../log.js'
import { recordFileChange, withFileChanges } from './live/file-changes.js'
import { type FilePage, loadFilePage } from './load-file-page.js'

const filesKey = ['files'] as const
const pagesKey = ['file-pages'] as const
const foldersKey = ['folders'] as const

const load = (query: FileListQuery, signal: AbortSignal): Promise<FilePage> =>
  withFileChanges(() => loadFilePage(query, signal), Object.keys(query).length === 0).catch((error: unknown) => {
    if (!signal.aborted) logWarning('files could not be loaded', error)
    throw error
  })

const newest = {
  queryKey: filesKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => load({}, signal),
}

const selectFiles = ({ files }: FilePage): readonly FileRecord[] => files
const selectCount = ({ files, total }: FilePage) => ({ total, isComplete: files.length >= total })

/** Loads the account's newest files, for most users all of them; live events keep them up to date. */
export function useFiles() {
  return useQuery({ ...newest, select: selectFiles })
}

/** Returns the number of files, and whether `useFiles` has all of them. */
export function useFileCount(): { readonly total: number; readonly isComplete: boolean } {
  return useQuery({ ...newest, select: selectCount }).data ?? { total: 0, isComplete: true }
}

/** Loads the matching files page by page, for accounts with too many files to load all. */
export function useFilePages(query: FileListQuery, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: [...pagesKey, query],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => load(pageParam === undefined ? query : { ...query, after: pageParam }, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled,
    // The current list remains on screen until the next search has a response.
    placeholderData: (previous) => previous,
  })
}

/** Interval of reloads while files are added one after the other, as by an upload of many. */
const reloadIntervalMilliseconds = 2_000

type Reload = (key: readonly string[]) => void
const reloads = new WeakMap<QueryClient, Reload>()

/** Returns the client's function that reloads queries: at once, then at the interval while it is called again. */
function getReload(client: QueryClient): Reload {
  const present = reloads.get(client)
  if (present) return present
  /** Whether a query was to be reloaded again, by the keys of those reloaded within the interval. */
  const isPending = new Map<readonly string[], boolean>()
  const reload: Reload = (key) => {
    if (isPending.has(key)) return void isPending.set(key, true)
    void client.invalidateQueries({ queryKey: key })
    isPending.set(key, false)
    setTimeout(() => {
      const isAgain = isPending.get(key)
      isPending.delete(key)
      if (isAgain === true) reload(key)
    }, reloadIntervalMilliseconds)
  }
  reloads.set(client, reload)
  return reload
}

/** Creates access to the cached file lists, to apply changes before the server is queried again. */
export function createFileCache(client: QueryClient) {
  const reload = getReload(client)
  const change = (next: (files: readonly FileRecord[]) => readonly FileRecord[], isNew = false): void => {
    client.setQueryData<FilePage>(filesKey, (page) => {
      if (!page) return page
      const files = next(page.files)
      return { ...page, files, total: page.total + files.length - page.files.length }
    })
    if (isNew) reload(pagesKey)
    else
      client.setQueriesData<InfiniteData<FilePage>>({ queryKey: pagesKey }, (data) => data && changePages(data, next))
  }
  /** Reloads the folders, which contain the number of their files. */
  const countAgain = (): void => reload(foldersKey)
  const find = (id: string): FileRecord | undefined => {
    const loaded = client.getQueriesData<InfiniteData<FilePage>>({ queryKey: pagesKey })
    const pages = [client.getQueryData<FilePage>(filesKey), ...loaded.flatMap(([, data]) => data?.pages ?? [])]
    for (const page of pages) {
      const match = page?.files.find((file) => file.id === id)
      if (match) return match
    }
    return undefined
  }
  return {
    /** Last known state; undefined for a file that was never loaded. */
    find,
    /** Replaces a file in place; adds it at the top if it is not in the list yet. */
    put(file: FileRecord): void {
      recordFileChange(file.id, file)
      const replace = (files: readonly FileRecord[]): readonly FileRecord[] =>
        files.some(({ id }) => id === file.id) ? files.map((other) => (other.id === file.id ? file : other)) : files
      if (find(file.id)) change(replace)
      else {
        change((files) => [file, ...files], true)
        countAgain()
      }
    },
    remove(ids: ReadonlySet<string>): void {
      for (const id of ids) recordFileChange(id, null)
      // An inactive search includes files that it has not loaded: it is reloaded when it is shown again.
      client.removeQueries({ queryKey: pagesKey, type: 'inactive' })
      change((files) => files.filter(({ id }) => !ids.has(id)))
      countAgain()
    },
    /**
     * Reloads the lists, because events may have been missed. A pending first response may be as outdated as they are.
     */
    async reload(): Promise<void> {
      const lists = [filesKey, pagesKey].map((queryKey) => ({ queryKey }))
      await Promise.all(lists.map((list) => client.cancelQueries(list)))
      await Promise.all(lists.map((list) => client.invalidateQueries(list)))
    },
    /**
     * Reloads, or waits for a pending response: on a slow connection each request would otherwise cancel the previous
     * one.
     */
    async ask(): Promise<void> {
      const lists = [filesKey, pagesKey].map((queryKey) => ({ queryKey }))
      await Promise.all(lists.map((list) => client.invalidateQueries(list, { cancelRefetch: false })))
    },
  }
}
export type FileCache = ReturnType<typeof createFileCache>

function changePages(
  data: InfiniteData<FilePage>,
  next: (files: readonly FileRecord[]) => readonly FileRecord[],
): InfiniteData<FilePage> {
  const pages = data.pages.map((page) => ({ ...page, files: next(page.files) }))
  const removedCount = data.pages.reduce(
    (sum, { files }, index) => sum + files.length - (pages[index]?.files.length ?? 0),
    0,
  )
  return { ...data, pages: pages.map((page) => ({ ...page, total: page.total - removedCount })) }
}

export function useFileCache(): FileCache {
  const client = useQueryClient()
  return useMemo(() => createFileCache(client), [client])
}
