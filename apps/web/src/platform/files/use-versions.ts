import type { FileRecord, FileVersion, FileVersions } from '@kamar/contracts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../api/api.js'
import { isUnfinished } from './file-status.js'
import { comparisonPath } from './viewer-path.js'

const key = 'versions'
/** Older versions have no live events; the list is polled while one is being translated. */
const pollMilliseconds = 4_000

const getRefetchInterval = ({
  state,
}: {
  readonly state: { readonly data?: FileVersions | undefined }
}): number | false => (state.data?.versions.some(isUnfinished) ? pollMilliseconds : false)

/** Loads all versions of a file, newest first; reloads when the file's current version changes. */
export function useVersions({ id, status, urn }: Pick<FileRecord, 'id' | 'urn' | 'status'>) {
  return useQuery({
    queryKey: [key, id, urn, status],
    queryFn: ({ signal }) => api.call('listVersions', { parameters: { id } }, { signal }),
    placeholderData: (before) => (before?.id === id ? before : undefined),
    refetchInterval: getRefetchInterval,
  })
}

/** Returns the query for the file that a URN is a version of, with all versions. */
export const createVersionsQuery = (urn: string) =>
  queryOptions({
    queryKey: [key, 'of', urn],
    queryFn: ({ signal }) => api.call('findVersions', { parameters: { urn } }, { signal }),
  })

/** Loads the versions of the file that a URN is a version of. */
export function useFileVersions(urn: string | null, enabled = true) {
  return useQuery({
    ...createVersionsQuery(urn ?? ''),
    enabled: enabled && urn !== null && urn !== '',
    refetchInterval: getRefetchInterval,
  })
}

/** Returns a function that loads the same once, unless it is cached. */
export function useFindVersions(): (urn: string) => Promise<FileVersions> {
  const client = useQueryClient()
  return useCallback((urn) => client.ensureQueryData(createVersionsQuery(urn)), [client])
}

/** Returns a function that invalidates cached versions after a new one was added. */
export function useInvalidateVersions(): () => void {
  const client = useQueryClient()
  return useCallback(() => void client.invalidateQueries({ queryKey: [key] }), [client])
}

/** Returns the address of the viewer with one version open, compared with an older one. */
export function versionComparisonPath(versions: readonly [FileVersion, FileVersion]): string {
  const [older, newer] = versions.toSorted((one, other) => one.number - other.number)
  return comparisonPath({ older: older?.urn ?? '', newer: newer?.urn ?? '' })
}
