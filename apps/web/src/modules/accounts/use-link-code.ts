import { useLocation } from 'react-router'

/**
 * Returns the secret of a mailed link, from the fragment of the URL, which no server and no log sees; null without one.
 */
export function useLinkCode(): string | null {
  const { hash } = useLocation()
  return new URLSearchParams(hash.slice(1)).get('code') || null
}
