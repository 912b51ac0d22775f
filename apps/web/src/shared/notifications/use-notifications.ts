import type { NotificationRecord } from '@kamar/contracts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { api } from '../api/api.js'
import { collaborationKeys as keys } from '../collaboration/collaboration-keys.js'

/** What happened that concerns the account, newest first; live events keep it true. */
export function useNotifications() {
  return useInfiniteQuery({
    queryKey: keys.notifications,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.call('listNotifications', { query: pageParam === undefined ? {} : { after: pageParam } }, { signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** Marks notifications read: some, those of a topic, or all. A failure is no harm: they stay unread. */
export function useMarkRead(): (which: { ids?: string[]; topicId?: string }) => void {
  const client = useQueryClient()
  return useCallback(
    (which) => {
      api
        .call('markNotificationsRead', { body: which })
        .then(() => client.invalidateQueries({ queryKey: keys.notifications }))
        .catch(() => null)
    },
    [client],
  )
}

/** Whoever looks at a topic has read what was told about it. */
export function useMarkTopicRead(topicId: string, isSeen: boolean): void {
  const markRead = useMarkRead()
  useEffect(() => {
    if (isSeen) markRead({ topicId })
  }, [markRead, topicId, isSeen])
}

/** Where a notification leads to. */
export function toPath({ file, topic, project }: NotificationRecord): string | null {
  if (file && topic) return `/ViewerPage?urn=${encodeURIComponent(file.urn)}&topic=${encodeURIComponent(topic.id)}`
  if (file) return `/ViewerPage?urn=${encodeURIComponent(file.urn)}`
  return project ? '/home?scope=shared' : null
}
