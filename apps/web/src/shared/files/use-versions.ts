import type { FileRecord, FileVersion, FileVersions } from '@kamar/contracts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../api/api.js'
import { isUnfinished } from './file-status.js'
import { comparisonPath } from './viewer-path.js'

const key = 'versions'
/** Older versions have no live events; while one is being translated the list is asked for again. */
const pollMilliseconds = 4_000

const getRefetchInterval = ({
  state,
}: {
  readonly state: { readonly data?: FileVersions | undefined }
}): number | false => (state.data?.versions.some(isUnfinished) ? pollMilliseconds : false)

/** All versions of a file, newest first; asked for anew when the file's current version is another one or changed. */
export function useVersions({ id, status, urn }: Pick<FileRecord, 'id' | 'urn' | 'status'>) {
  return useQuery({
    queryKey: [key, id, urn, status],
    queryFn: ({ signal }) => api.call('listVersions', { parameters: { id } }, { signal }),
    placeholderData: (before) => (before?.id === id ? before : undefined),
    refetchInterval: getRefetchInterval,
  })
}

/** What asks for the file that a URN is a version of, with all versions. */
export const createVersionsQuery = (urn: string) =>
  queryOptions({
    queryKey: [key, 'of', urn],
    queryFn: ({ signal }) => api.call('findVersions', { parameters: { urn } }, { signal }),
  })

/** The versions of the file that a URN is a version of. */
export function useFileVersions(urn: string | null, enabled = true) {
  return useQuery({
    ...createVersionsQuery(urn ?? ''),
    enabled: enabled && urn !== null && urn !== '',
    refetchInterval: getRefetchInterval,
  })
}

/** Asks for the same once, unless they are known already. */
export function useFindVersions(): (urn: string) => Promise<FileVersions> {
  const client = useQueryClient()
  return useCallback((urn) => client.ensureQueryData(createVersionsQuery(urn)), [client])
}

/** Forgets what is known of versions: there is a new one. */
export function useInvalidateVersions(): () => void {
  const client = useQueryClient()
  return useCallback(() => void client.invalidateQueries({ queryKey: [key] }), [client])
}

/** Address of the viewer with one version open, compared with an older one. */
export function versionComparisonPath(versions: readonly [FileVersion, FileVersion]): string {
  const [older, newer] = versions.toSorted((one, other) => one.number - other.number)
  return comparisonPath({ older: older?.urn ?? '', newer: newer?.urn ?? '' })
}
