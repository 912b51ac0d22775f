import { type RefObject, useLayoutEffect, useState } from 'react'

/** Width of an element in CSS pixels, as it changes. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    setWidth(current.clientWidth)
    const observer = new ResizeObserver(() => setWidth(current.clientWidth))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}
