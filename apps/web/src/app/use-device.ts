import { useEffect } from 'react'
import { ownDevice } from '../platform/offline-models/device-owner.js'

/** Delayed so that the page loads first. */
const cacheShellAfterMilliseconds = 4_000
const checkAfterMilliseconds = 15_000

/**
 * Enables the application offline on this device, records whose models it stores, and regularly checks whether they may
 * stay.
 */
export function useDevice(accountId: string | null): void {
  useEffect(() => {
    const ending = new AbortController()
    const start = async (): Promise<void> => {
      const { startServiceWorker } = await import('../platform/offline/service-worker.js')
      startServiceWorker(ending.signal)
    }
    const timer = setTimeout(() => void start().catch(() => null), cacheShellAfterMilliseconds)
    return () => {
      ending.abort()
      clearTimeout(timer)
    }
  }, [])
  useEffect(() => {
    if (accountId === null) return undefined
    const ending = new AbortController()
    const owned = ownDevice(accountId)
    const check = async (): Promise<void> => {
      await owned
      const { checkDevice } = await import('../platform/offline-models/check-device.js')
      await checkDevice(ending.signal)
    }
    const whenIdle = (): void => void check().catch(() => null)
    const timer = setTimeout(whenIdle, checkAfterMilliseconds)
    addEventListener('online', whenIdle, { signal: ending.signal })
    return () => {
      ending.abort()
      clearTimeout(timer)
    }
  }, [accountId])
}
