import type { FileRecord } from '@kamar/contracts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../api/api.js'
import { logWarning } from '../log.js'

export const filesKey = ['files'] as const

/** The account's files, newest first; live events keep them true. */
export function useFiles() {
  return useQuery({
    queryKey: filesKey,
    queryFn: ({ signal }) =>
      api.call('listFiles', undefined, { signal }).catch((error: unknown) => {
        if (!signal.aborted) logWarning('files could not be loaded', error)
        throw error
      }),
  })
}

/** Changes of the list that are known before the server is asked again. */
export function createFileCache(client: QueryClient) {
  const change = (next: (files: readonly FileRecord[]) => readonly FileRecord[]): void => {
    client.setQueryData<readonly FileRecord[]>(filesKey, (files) => (files ? next(files) : files))
  }
  return {
    /** Replaces a file in its place; one that is not in the list yet goes to its top. */
    put(file: FileRecord): void {
      change((files) =>
        files.some(({ id }) => id === file.id)
          ? files.map((other) => (other.id === file.id ? file : other))
          : [file, ...files],
      )
    },
    remove(ids: ReadonlySet<string>): void {
      change((files) => files.filter(({ id }) => !ids.has(id)))
    },
    reload(): Promise<void> {
      return client.invalidateQueries({ queryKey: filesKey })
    },
  }
}
export type FileCache = ReturnType<typeof createFileCache>

export function useFileCache(): FileCache {
  const client = useQueryClient()
  return useMemo(() => createFileCache(client), [client])
}
