import { useEffect } from 'react'
import { ownDevice } from '../shared/offline-models/device-owner.js'

/** The page's own work comes first. */
const cacheShellAfterMilliseconds = 4_000
const checkAfterMilliseconds = 15_000

/** Lets this device open the application without a network, says whose models it keeps, and asks now and then whether they may still be here. */
export function useDevice(accountId: string | null): void {
  useEffect(() => {
    const ending = new AbortController()
    const start = async (): Promise<void> => {
      const { startServiceWorker } = await import('../shared/offline/service-worker.js')
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
      const { checkDevice } = await import('../shared/offline-models/check-device.js')
      await checkDevice(ending.signal)
    }
    const soon = (): void => void check().catch(() => null)
    const timer = setTimeout(soon, checkAfterMilliseconds)
    addEventListener('online', soon, { signal: ending.signal })
    return () => {
      ending.abort()
      clearTimeout(timer)
    }
  }, [accountId])
}
