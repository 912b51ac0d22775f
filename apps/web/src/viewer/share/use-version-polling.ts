import type { OpenedLink } from '@kamar/contracts'
import { useEffect } from 'react'
import { fetchLinkedVersion } from './fetch-original.js'
import type { GuestLink } from './share-link.js'

/** Guests have no event stream: one small request for each open page, and none while the page is hidden. */
const pollMilliseconds = 15_000

/** Renews a link that follows the latest version as soon as that changes; ends it when it was revoked. */
export function useVersionPolling(link: GuestLink, { followsLatest, urn }: OpenedLink): void {
  useEffect(() => {
    if (!followsLatest) return undefined
    const check = async (): Promise<void> => {
      if (document.visibilityState === 'hidden' || !navigator.onLine) return
      const current = await fetchLinkedVersion(link)
      if (current.urn !== urn) await link.renewToken()
    }
    // The next request tries again.
    const run = (): void => void check().catch(() => null)
    const timer = setInterval(run, pollMilliseconds)
    document.addEventListener('visibilitychange', run)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', run)
    }
  }, [link, followsLatest, urn])
}
