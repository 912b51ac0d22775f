import type { MeshQuality, ResultHistory } from '@kamar/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { api } from '../../api/api.js'
import { notify } from '../../design/toasts-state.js'
import { errorMessage } from '../../errors/error-message.js'
import { isUnfinished } from '../file-status.js'

/** Results have no live events of their own; while one is being made the list is asked for again. */
const pollMilliseconds = 3_000

/** A version and what it shows at the moment: with that the list of its results changes. */
export interface VersionState {
  readonly urn: string
  /** The translation it shows and how that is; left out for an older version. */
  readonly shownResult?: string
}

const toKey = ({ urn, shownResult = '' }: VersionState): readonly string[] => ['results', urn, shownResult]

/** What was made of a version so far. */
export function useResults(version: VersionState) {
  return useQuery({
    queryKey: toKey(version),
    queryFn: ({ signal }) => api.call('listResults', { parameters: { urn: version.urn } }, { signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === version.urn ? before : undefined),
    refetchInterval: ({ state }) => (state.data?.results.some(isUnfinished) ? pollMilliseconds : false),
    // Examples and models of others have no history to be seen.
    retry: false,
  })
}

/** Has a version translated in another quality. */
export function useTranslateAgain(version: VersionState) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (quality: MeshQuality) =>
      api.call('translateAgain', { parameters: { urn: version.urn }, body: { quality } }),
    onSuccess: (history: ResultHistory) => client.setQueryData(toKey(version), history),
    onError: (error) => notify(i18next.t('results.failed', { reason: errorMessage(error) }), { tone: 'problem' }),
  })
}
