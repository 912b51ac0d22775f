import { type RefObject, useCallback, useSyncExternalStore } from 'react'

/** Returns the current width of an element in CSS pixels; 0 before it is mounted. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!element.current) return () => undefined
      const observer = new ResizeObserver(listener)
      observer.observe(element.current)
      return () => observer.disconnect()
    },
    [element],
  )
  return useSyncExternalStore(subscribe, () => element.current?.clientWidth ?? 0)
}
