import type { MeshQuality } from '@kamar/core'
import type { ResultHistory } from '@kamar/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { api } from '../../api/api.js'
import { notify } from '../../design/toasts-state.js'
import { errorMessage } from '../../errors/error-message.js'
import { isUnfinished } from '../file-status.js'

/** Results have no live events; the list is polled while one is in progress. */
const pollMilliseconds = 3_000

/** A version and its current result, which invalidates the list of its results. */
export interface VersionState {
  readonly urn: string
  /** The displayed translation and its status; omitted for an older version. */
  readonly shownResult?: string
}

const toKey = ({ urn, shownResult = '' }: VersionState): readonly string[] => ['results', urn, shownResult]

/** Loads the results of a version. */
export function useResults(version: VersionState) {
  return useQuery({
    queryKey: toKey(version),
    queryFn: ({ signal }) => api.call('listResults', { parameters: { urn: version.urn } }, { signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === version.urn ? before : undefined),
    refetchInterval: ({ state }) => (state.data?.results.some(isUnfinished) ? pollMilliseconds : false),
    // Examples and other users' models have no accessible history.
    retry: false,
  })
}

/** Translates a version again in another quality. */
export function useTranslateAgain(version: VersionState) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (quality: MeshQuality) =>
      api.call('translateAgain', { parameters: { urn: version.urn }, body: { quality } }),
    onSuccess: (history: ResultHistory) => client.setQueryData(toKey(version), history),
    onError: (error) => notify(i18next.t('results.failed', { reason: errorMessage(error) }), { tone: 'problem' }),
  })
}
