import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

/** Distance in pixels from which a touch is a swipe and not a tap. */
const swipePixels = 40

/** Provides a cyclic carousel of slides, moved by buttons, arrow keys and swipes. */
export function useCarousel(count: number) {
  const [index, setIndex] = useState(0)
  const pointerStart = useRef<number | null>(null)
  const go = (steps: number): void => setIndex((current) => (current + steps + count) % count)
  return {
    index,
    next: () => go(1),
    previous: () => go(-1),
    show: setIndex,
    handlers: {
      onKeyDown(event: KeyboardEvent) {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
        if (step === undefined) return
        event.preventDefault()
        go(step)
      },
      onPointerDown({ clientX }: PointerEvent) {
        pointerStart.current = clientX
      },
      onPointerUp({ clientX }: PointerEvent) {
        const travelled = pointerStart.current === null ? 0 : clientX - pointerStart.current
        pointerStart.current = null
        if (Math.abs(travelled) >= swipePixels) go(travelled < 0 ? 1 : -1)
      },
      onPointerCancel() {
        pointerStart.current = null
      },
    },
  }
}
