import type { LiveEvent } from '@kamar/contracts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { liveConnection } from '../files/live/live-connection.js'
import { receiveOperation } from '../operations/operations-state.js'
import { reloadAfter } from '../operations/use-operations.js'
import { collaborationKeys as keys } from './collaboration-keys.js'

/** Live events about topics, comments and members of files. */
export type CollaborationEvent = Extract<
  LiveEvent,
  { readonly type: 'topic' | 'topics' | 'views' | 'notification' | 'people' | 'folders' | 'operation' }
>

const listeners = new Set<(event: CollaborationEvent) => void>()

/** Emits a server event to all listeners on this page. */
export function announceCollaboration(event: CollaborationEvent): void {
  for (const listener of listeners) listener(event)
}

/**
 * Keeps topics, views, members and notifications up to date: by live events, and by reloading after every gap in them.
 */
export function useLiveCollaboration(): void {
  const client = useQueryClient()
  useEffect(() => {
    const listener = (event: CollaborationEvent): void => receive(event, client)
    listeners.add(listener)
    const stop = liveConnection.subscribe(() => {
      if (liveConnection.get()) void client.invalidateQueries({ queryKey: keys.all })
    })
    return () => {
      listeners.delete(listener)
      stop()
    }
  }, [client])
}

function receive(event: CollaborationEvent, client: QueryClient): void {
  const invalidate = (queryKey: readonly unknown[]): void => void client.invalidateQueries({ queryKey })
  switch (event.type) {
    case 'topic':
      invalidate(keys.allTopics)
      invalidate(keys.topics(event.fileId))
      invalidate(keys.topic(event.fileId, event.topicId))
      return
    case 'topics':
      invalidate(keys.allTopics)
      return invalidate(keys.file(event.fileId))
    case 'views':
      return invalidate(keys.views(event.fileId))
    case 'notification':
      return invalidate(keys.notifications)
    case 'folders':
      invalidate(['folders'])
      invalidate(['file-pages'])
      return
    case 'operation':
      receiveOperation(event.operation)
      void reloadAfter(client, event.operation)
      return
    case 'people':
      invalidate(keys.members)
      // A changed role can change the permissions, the projects and folders, and the list of files.
      invalidate(['folders'])
      invalidate(['files'])
      invalidate(['file-pages'])
  }
}
