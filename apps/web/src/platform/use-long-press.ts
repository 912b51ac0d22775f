import { type MouseEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react'

/** Same as for system menus. */
const longPressMilliseconds = 500
/** A finger that moves farther scrolls. */
const tolerancePixels = 10

interface PointerHold {
  readonly target: EventTarget
  /** CSS pixels of the window. */
  readonly position: { readonly x: number; readonly y: number }
}

/**
 * Handles a long press. Android emits an event of its own (`contextmenu`), Safari on phones does not; the click after
 * the finger is lifted belongs to the press and is suppressed.
 */
export function useLongPress(onLongPress: (hold: PointerHold) => void) {
  const handler = useRef(onLongPress)
  useEffect(() => {
    handler.current = onLongPress
  })
  const state = useRef<{
    timer: ReturnType<typeof setTimeout> | undefined
    hold: PointerHold | null
    wasLong: boolean
  }>({
    timer: undefined,
    hold: null,
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
        const hold = { target, position: { x, y } }
        state.current.hold = hold
        state.current.timer = setTimeout(() => {
          state.current.wasLong = true
          handler.current(hold)
        }, longPressMilliseconds)
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        const start = state.current.hold?.position
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
