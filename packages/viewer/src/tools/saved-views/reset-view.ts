import type { Viewer } from '../../engine/api.js'

/** Extensions that add nothing to the view of the model: open models, and drawings over one view. */
const retainedIds: ReadonlySet<string> = new Set(['kamar.models', 'kamar.markup'])
const measureId = 'kamar.measure'

/** Implements the exported `resetView`. */
export function resetView(viewer: Viewer): void {
  const { camera, extensions, history, selection } = viewer
  const { era } = viewer.states
  const before = { states: extensions.getState(), view: camera.view, selected: selection.elements }
  const showElementStates = viewer.captureStates()
  const showPlan = extensions.getService('plans')?.capturePlan() ?? null
  const states = createResetStates(before.states)
  const reset = (): void => {
    extensions.restoreState(states)
    viewer.resetView()
  }
  reset()
  history.push({
    undo: () => {
      extensions.restoreState(before.states)
      showElementStates()
      selection.set(before.selected.map((element) => viewer.states.numberNow(element, era)).filter((now) => now >= 0))
      camera.setView(before.view)
      showPlan?.()
    },
    redo: reset,
  })
}

/** Returns the states without what alters the view; measurements are hidden, because they are the user's work. */
function createResetStates(states: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(states).flatMap(([id, state]) => {
    if (retainedIds.has(id)) return [[id, state] as const]
    return id === measureId ? [[id, { ...(state as object), isHidden: true }] as const] : []
  })
  return Object.fromEntries(entries)
}
