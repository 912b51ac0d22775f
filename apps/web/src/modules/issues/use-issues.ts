import type { AllTopicsQuery } from '@kamar/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../platform/api/api.js'
import { collaborationKeys as keys } from '../../platform/collaboration/collaboration-keys.js'

const pageSize = 100

/** Loads the topics of all files page by page. */
export function useAllTopics(query: AllTopicsQuery) {
  return useInfiniteQuery({
    queryKey: [...keys.allTopics, query],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.call('listAllTopics', { query: { ...query, page: pageParam, limit: pageSize } }, { signal }),
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    // The current list remains on screen until the next one is loaded.
    placeholderData: (before) => before,
  })
}
