import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { liveConnection } from '../files/live/live-connection.js'
import { useObservable } from '../observable.js'
import { storageKeys } from '../storage.js'
import { collaborationKeys as keys } from './collaboration-keys.js'
import { outbox, ownWaiting, refreshOutbox, sendWaiting, tryAgain, type Waiting } from './outbox.js'

/** Lists show an entry as soon as it has been sent. */
const announce =
  (client: QueryClient) =>
  ({ fileId, topicId }: Waiting): void => {
    void client.invalidateQueries({ queryKey: keys.topics(fileId) })
    if (topicId !== null) void client.invalidateQueries({ queryKey: keys.topic(fileId, topicId) })
  }

/** Sends queued entries when the network or the server's event stream comes back. Use once per page. */
export function useSendWaiting(): void {
  const client = useQueryClient()
  useEffect(() => {
    const send = (): void => void sendWaiting(announce(client)).catch(() => null)
    const follow = ({ key }: StorageEvent): void => {
      if (key === storageKeys.outbox) refreshOutbox()
    }
    send()
    const stop = liveConnection.subscribe(send)
    addEventListener('online', send)
    addEventListener('storage', follow)
    return () => {
      stop()
      removeEventListener('online', send)
      removeEventListener('storage', follow)
    }
  }, [client])
}

/** Returns the queued entries of a file: of one of its topics, or its new topics. */
export function useWaiting(fileId: string, topicId: string | null): readonly Waiting[] {
  return ownWaiting(useObservable(outbox)).filter((one) => one.fileId === fileId && one.topicId === topicId)
}

/** Returns the number of the user's queued entries of all files. */
export const useWaitingCount = (): number => ownWaiting(useObservable(outbox)).length

export function useTryAgain(): (key: string) => void {
  const client = useQueryClient()
  return (key) => void tryAgain(key, announce(client)).catch(() => null)
}
