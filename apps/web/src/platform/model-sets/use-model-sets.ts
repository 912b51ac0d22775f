import type { ModelSet, ModelSetForm } from '@kamar/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../api/api.js'

const key = 'model-sets'

/** Loads the model sets of all projects, last changed first. */
export function useModelSets() {
  return useQuery({ queryKey: [key], queryFn: ({ signal }) => api.call('listModelSets', undefined, { signal }) })
}

/** Loads one set with its files while an address names it. */
export function useModelSet(id: string | null) {
  return useQuery({
    queryKey: [key, id],
    queryFn: ({ signal }) => api.call('modelSet', { parameters: { setId: id ?? '' } }, { signal }),
    enabled: id !== null && id !== '',
    retry: false,
  })
}

/** Returns the requests for sets; each rejects with the server's error. */
export function useModelSetCalls() {
  const client = useQueryClient()
  return useMemo(() => {
    const cacheSet = (set: ModelSet): ModelSet => {
      client.setQueryData([key, set.id], set)
      void client.invalidateQueries({ queryKey: [key], exact: true })
      return set
    }
    return {
      create: async (projectId: string, form: ModelSetForm) =>
        cacheSet(await api.call('createModelSet', { parameters: { projectId }, body: form })),
      change: async ({ id: setId, revision }: ModelSet, form: Partial<ModelSetForm>) =>
        cacheSet(await api.call('changeModelSet', { parameters: { setId }, body: { revision, ...form } })),
      async remove(setId: string) {
        await api.call('deleteModelSet', { parameters: { setId } })
        await client.invalidateQueries({ queryKey: [key], exact: true })
      },
    }
  }, [client])
}

/** Returns the address of the viewer with all models of a set. */
export const modelSetPath = (id: string): string => `/ViewerPage?set=${encodeURIComponent(id)}`
