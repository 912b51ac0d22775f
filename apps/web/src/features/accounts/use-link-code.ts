import { useLocation } from 'react-router'

/** Secret of a mailed link, from behind the `#` of the address, which no server and no log sees; null without one. */
export function useLinkCode(): string | null {
  const { hash } = useLocation()
  return new URLSearchParams(hash.slice(1)).get('code') || null
}
