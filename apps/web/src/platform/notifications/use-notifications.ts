import type { NotificationRecord } from '@kamar/contracts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { api } from '../api/api.js'
import { collaborationKeys as keys } from '../collaboration/collaboration-keys.js'

/** Loads the account's notifications, newest first; live events keep them up to date. */
export function useNotifications() {
  return useInfiniteQuery({
    queryKey: keys.notifications,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.call('listNotifications', { query: pageParam === undefined ? {} : { after: pageParam } }, { signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** Marks notifications as read: some, those of a topic, or all. Ignores failures: they stay unread. */
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

/** Marks the notifications of a topic as read while it is visible. */
export function useMarkTopicRead(topicId: string, isSeen: boolean): void {
  const markRead = useMarkRead()
  useEffect(() => {
    if (isSeen) markRead({ topicId })
  }, [markRead, topicId, isSeen])
}

/** Returns the target of a notification. */
export function toPath({ file, topic, project }: NotificationRecord): string | null {
  if (file && topic) return `/ViewerPage?urn=${encodeURIComponent(file.urn)}&topic=${encodeURIComponent(topic.id)}`
  if (file) return `/ViewerPage?urn=${encodeURIComponent(file.urn)}`
  return project ? '/home?scope=shared' : null
}
