import type { Viewer } from '@kamar/viewer'
import { useEffect, useRef, useState } from 'react'

/** Makes clicks add to or remove from the selection while it is on, as Shift does with a keyboard. */
export function useSelectSeveral(viewer: Viewer | null): [on: boolean, set: (on: boolean) => void] {
  const [on, setOn] = useState(false)
  // The engine replaces the selection before it emits the click, so the previous selection is stored here.
  const before = useRef<readonly number[]>([])
  useEffect(() => {
    if (!viewer || !on) return undefined
    let latest = viewer.selection.elements
    const undo = [
      viewer.on('selectionChanged', ({ elements }) => {
        before.current = latest
        latest = elements
      }),
      viewer.on('click', ({ pick, shift, control }) => {
        if (shift || control) return
        const selection = new Set(before.current)
        if (pick && !selection.delete(pick.element)) selection.add(pick.element)
        viewer.selection.set(selection)
        before.current = [...selection]
        latest = before.current
      }),
    ]
    before.current = latest
    return () => undo.forEach((end) => end())
  }, [viewer, on])
  return [on, setOn]
}
