import type { PickResult } from '../types.js'
import type { Click } from '../interaction/gestures.js'
import type { Viewer } from '../api.js'

/** Handles a click before the application receives it; returns false if a tool consumed it. */
export function handleClick(viewer: Viewer, { kind, position, ...modifiers }: Click, pick: PickResult | null): boolean {
  // The clicked object stays under the pointer when a panel opens.
  if (pick !== null) viewer.camera.hasMoved = true
  if (viewer.clickInterceptors.take({ ...position, ...modifiers, pick, kind })) return false
  if (kind === 'click') select(viewer, pick, modifiers.shift || modifiers.control)
  if (kind === 'doubleClick') viewer.camera.fit(pick === null ? undefined : [pick.element])
  return true
}

function select({ selection }: Viewer, pick: PickResult | null, several: boolean): void {
  if (pick === null) {
    if (!several) selection.clear()
  } else if (several) selection.toggle(pick.element)
  else selection.set([pick.element])
}
