import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches now. */
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

/** A phone held upright: rows of two lines, one bottom bar in the viewer. */
export const useIsCompact = (): boolean => useMedia('(max-width: 599px)')
/** Fingers do what a mouse would: there is no right button, and what is pressed is larger. */
export const useIsTouched = (): boolean => useMedia('(pointer: coarse)')
/** What stands beside the list or the model rises from below, or collapses to icons. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 899px)')
