import { type FileRecord, limits, type LiveEvent } from '@kamar/contracts'
import { useEffect } from 'react'
import { followLiveEvents } from '../../api/live-events.js'
import { receiveAccount } from '../../auth/account.js'
import { announceCollaboration } from '../../collaboration/live-collaboration.js'
import { useObservable } from '../../observable.js'
import { announceManifest, liveConnection } from './live-connection.js'
import { announceOutcome } from './announce-outcome.js'
import { isUnfinished } from '../file-status.js'
import { type FileCache, useFileCache, useFiles } from '../use-files.js'

/** Keeps the list of files up to date: by the server's live events, and by polling while there are none. */
export function useLiveFiles(): void {
  const cache = useFileCache()
  useEffect(() => {
    const ending = new AbortController()
    void followLiveEvents({
      signal: ending.signal,
      onEvent: (event) => apply(event, cache),
      onConnection: (connected) => {
        liveConnection.set(connected)
        // Events during a disconnection are visible in the list only.
        if (connected) void cache.reload()
      },
    })
    return () => ending.abort()
  }, [cache])
  usePolling(cache)
}

function receiveFile(file: FileRecord, cache: FileCache): void {
  const before = cache.find(file.id)
  cache.put(file)
  if (before && isUnfinished(before) && !isUnfinished(file)) announceOutcome(file)
}

function apply(event: LiveEvent, cache: FileCache): void {
  if (event.type === 'file') receiveFile(event.file, cache)
  else if (event.type === 'file-removed') cache.remove(new Set([event.id]))
  else if (event.type === 'account') receiveAccount(event.account)
  else if (event.type === 'manifest') announceManifest(event.urn)
  else announceCollaboration(event)
}

/** Polls according to the specification: after 10 s, then every 5 s, as long as a translation is in progress. */
function usePolling(cache: FileCache): void {
  const connected = useObservable(liveConnection)
  const { data } = useFiles()
  const needed = !connected && hasUnfinished(data)
  useEffect(() => {
    if (!needed) return undefined
    let interval: ReturnType<typeof setInterval> | undefined
    const start = setTimeout(() => {
      void cache.ask()
      interval = setInterval(() => void cache.ask(), limits.statusPollingIntervalMilliseconds)
    }, limits.statusPollingStartMilliseconds)
    return () => {
      clearTimeout(start)
      clearInterval(interval)
    }
  }, [needed, cache])
}

const hasUnfinished = (files: readonly FileRecord[] | undefined): boolean => files?.some(isUnfinished) ?? false
