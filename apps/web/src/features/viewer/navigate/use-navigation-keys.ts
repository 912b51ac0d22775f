import type { NavigationMode, Viewer } from '@kamar/viewer'
import { useEffect, useRef } from 'react'

/** Letters by the place of the key. */
const modeOfKey: Readonly<Record<string, NavigationMode>> = { KeyW: 'walk', KeyB: 'zoom-window' }

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null

/** W walks, B zooms to a window; once somebody walks, the keys are the walk's own. */
export function useNavigationKeys(viewer: Viewer | null, start: (mode: NavigationMode) => void): void {
  const newest = useRef(start)
  useEffect(() => {
    newest.current = start
  })
  useEffect(() => {
    if (!viewer) return undefined
    const listen = (event: KeyboardEvent): void => {
      const mode = modeOfKey[event.code]
      if (mode === undefined || event.defaultPrevented || isTyped(event.target) || !viewer.model) return
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      event.preventDefault()
      newest.current(mode)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [viewer])
}
