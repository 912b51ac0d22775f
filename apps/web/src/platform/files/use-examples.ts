import { useQuery } from '@tanstack/react-query'
import { api } from '../api/api.js'

const examplesKey = ['examples'] as const

/** Loads the sample models of the server. */
export function useExamples() {
  return useQuery({
    queryKey: examplesKey,
    queryFn: ({ signal }) => api.call('examples', undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
