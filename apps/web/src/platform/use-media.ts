import { useCallback, useSyncExternalStore } from 'react'

/** Returns whether a media query matches. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Returns whether the page is a phone in portrait: two-line rows, one bottom bar in the viewer. */
export const useIsCompact = (): boolean => useMedia('(max-width: 599px)')
/** Returns whether touch is the main input: there is no right button, and targets are larger. */
export const useIsTouched = (): boolean => useMedia('(pointer: coarse)')
/** Returns whether the page is narrow: side panels slide up from the bottom, or collapse to icons. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 899px)')
