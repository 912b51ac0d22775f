import type { SavedFilterChange, SavedFilterForm } from '@kamar/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../platform/api/api.js'

const key = 'saved-filters'

/** Loads the saved filters for a file, by name; none without an account and for an example. */
export function useSavedFilters(fileId: string | null) {
  return useQuery({
    queryKey: [key, fileId],
    queryFn: ({ signal }) => api.call('listSavedFilters', { parameters: { id: fileId ?? '' } }, { signal }),
    enabled: fileId !== null,
  })
}

/** Returns the requests for saved filters; each rejects with the server's error. */
export function useSavedFilterCalls(fileId: string) {
  const client = useQueryClient()
  return useMemo(() => {
    // Private filters belong to every file.
    const reload = (): Promise<void> => client.invalidateQueries({ queryKey: [key] })
    return {
      async save(body: SavedFilterForm) {
        const saved = await api.call('createSavedFilter', { parameters: { id: fileId }, body })
        await reload()
        return saved
      },
      async change(filterId: string, body: SavedFilterChange) {
        const saved = await api.call('changeSavedFilter', { parameters: { filterId }, body })
        await reload()
        return saved
      },
      async remove(filterId: string) {
        await api.call('deleteSavedFilter', { parameters: { filterId } })
        await reload()
      },
    }
  }, [client, fileId])
}
