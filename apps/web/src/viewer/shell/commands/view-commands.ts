import type { NamedView, Viewer } from '@kamar/viewer'
import type { CommandStates, CommandState, WhyNot } from '../../../shared/commands/commands.js'
import type { ViewerState } from '../../session/use-viewer-state.js'

/** Radians per arrow key press. */
const orbitStep = Math.PI / 24
/** Fraction of the frame height per key press. */
const panStep = 0.05
const zoomStep = 0.85

type Why = WhyNot | null

/** Returns the commands for the camera and the selection; `why` explains why none is available. */
export function viewCommands(viewer: Viewer | null, viewerState: ViewerState, why: Why): CommandStates {
  if (!viewer) return {}
  return { ...cameraCommands(viewer, why), ...elementCommands(viewer, viewerState, why) }
}

function cameraCommands(viewer: Viewer, why: Why): CommandStates {
  const { camera } = viewer
  const does = (run: () => void): CommandState => ({ run, why })
  const showView = (view: NamedView): CommandState => does(() => camera.goTo(view))
  const orbit = (right: number, up: number) => does(() => camera.orbitBy(right * orbitStep, -up * orbitStep))
  const pan = (right: number, up: number) => does(() => camera.panBy(-right * panStep, -up * panStep))
  return {
    home: showView('home'),
    front: showView('front'),
    back: showView('back'),
    left: showView('left'),
    right: showView('right'),
    top: showView('top'),
    bottom: showView('bottom'),
    zoomIn: does(() => camera.zoomBy(zoomStep)),
    zoomOut: does(() => camera.zoomBy(1 / zoomStep)),
    orbitLeft: orbit(-1, 0),
    orbitRight: orbit(1, 0),
    orbitUp: orbit(0, 1),
    orbitDown: orbit(0, -1),
    panLeft: pan(-1, 0),
    panRight: pan(1, 0),
    panUp: pan(0, 1),
    panDown: pan(0, -1),
  }
}

function elementCommands(viewer: Viewer, viewerState: ViewerState, why: Why): CommandStates {
  const needs = why ?? (viewerState.selected.length === 0 ? 'selection' : null)
  return {
    zoomTo: { run: () => void viewer.fitToView(viewerState.selected), why: needs },
    clearSelection: { run: () => viewer.selection.clear(), why: needs },
  }
}
