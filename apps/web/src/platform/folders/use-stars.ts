import type { Stars } from '@kamar/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../api/api.js'
import { notify } from '../design/toasts-state.js'
import { errorMessage } from '../errors/error-message.js'

const starsKey = ['folders', 'stars'] as const

/** Loads what the account marked with a star. */
export function useStars() {
  return useQuery({
    queryKey: starsKey,
    queryFn: ({ signal }) => api.call('listStars', undefined, { signal }),
  })
}

/** Returns the ids of the files and folders that the account marked. */
export function useStarredIds(): ReadonlySet<string> {
  const { data } = useStars()
  return useMemo(() => new Set([...(data?.fileIds ?? []), ...(data?.folders.map(({ id }) => id) ?? [])]), [data])
}

/** Returns a function that adds or removes the star of a file or folder; the list changes at once. */
export function useStarToggle(): (id: string, isStarred: boolean) => void {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ id, isStarred }: { readonly id: string; readonly isStarred: boolean }) =>
      api.call(isStarred ? 'addStar' : 'removeStar', { parameters: { id } }),
    onMutate: ({ id, isStarred }) =>
      client.setQueryData<Stars>(starsKey, (stars) => {
        if (!stars) return stars
        const fileIds = stars.fileIds.filter((fileId) => fileId !== id)
        return {
          fileIds: isStarred ? [...fileIds, id] : fileIds,
          folders: stars.folders.filter((row) => row.id !== id),
        }
      }),
    onError: (error) => notify(errorMessage(error), { tone: 'problem' }),
    onSettled: () => Promise.all([starsKey, ['file-pages']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
  return (id, isStarred) => mutate({ id, isStarred })
}
