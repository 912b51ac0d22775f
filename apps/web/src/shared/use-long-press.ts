import { type MouseEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react'

/** As the menus of the systems do. */
const longPressMilliseconds = 500
/** A finger that moves farther scrolls. */
const tolerancePixels = 10

interface Press {
  readonly target: EventTarget
  /** CSS pixels of the window. */
  readonly position: { readonly x: number; readonly y: number }
}

/**
 * A finger that rests. Android answers it with an event of its own (`contextmenu`), Safari on phones with none; the click
 * that follows when the finger leaves belongs to the press and is swallowed.
 */
export function useLongPress(onLongPress: (press: Press) => void) {
  const handler = useRef(onLongPress)
  useEffect(() => {
    handler.current = onLongPress
  })
  const state = useRef<{ timer: ReturnType<typeof setTimeout> | undefined; press: Press | null; wasLong: boolean }>({
    timer: undefined,
    press: null,
    wasLong: false,
  })
  useEffect(() => {
    const { current } = state
    return () => clearTimeout(current.timer)
  }, [])
  return useMemo(() => {
    const cancel = (): void => clearTimeout(state.current.timer)
    return {
      onPointerDown({ clientX: x, clientY: y, pointerType, target }: PointerEvent) {
        cancel()
        state.current.wasLong = false
        if (pointerType === 'mouse') return
        const press = { target, position: { x, y } }
        state.current.press = press
        state.current.timer = setTimeout(() => {
          state.current.wasLong = true
          handler.current(press)
        }, longPressMilliseconds)
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        const start = state.current.press?.position
        if (start && Math.hypot(clientX - start.x, clientY - start.y) > tolerancePixels) cancel()
      },
      onPointerUp: cancel,
      onPointerCancel: cancel,
      onContextMenuCapture: cancel,
      onClickCapture(event: MouseEvent) {
        if (!state.current.wasLong) return
        state.current.wasLong = false
        event.stopPropagation()
        event.preventDefault()
      },
    }
  }, [])
}
