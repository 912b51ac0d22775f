import type { NamedView, Viewer } from '@kamar/viewer'
import type { CommandStates, CommandState, WhyNot } from '../../../shared/commands/commands.js'
import type { ViewerFacts } from '../use-viewer-state.js'

/** Radians per press of an arrow. */
const turnStep = Math.PI / 24
/** Share of the picture's height per press. */
const panStep = 0.05
const zoomStep = 0.85

type Why = WhyNot | null

/** What is done to the camera and the selection; `why` says why nothing can be done at all. */
export function pictureCommands(viewer: Viewer | null, facts: ViewerFacts, why: Why): CommandStates {
  if (!viewer) return {}
  return { ...cameraCommands(viewer, why), ...elementCommands(viewer, facts, why) }
}

function cameraCommands(viewer: Viewer, why: Why): CommandStates {
  const { camera } = viewer
  const does = (run: () => void): CommandState => ({ run, why })
  const look = (view: NamedView): CommandState => does(() => camera.goTo(view))
  const orbit = (right: number, up: number) => does(() => camera.orbitBy(right * turnStep, -up * turnStep))
  const pan = (right: number, up: number) => does(() => camera.panBy(-right * panStep, -up * panStep))
  return {
    home: look('home'),
    front: look('front'),
    back: look('back'),
    left: look('left'),
    right: look('right'),
    top: look('top'),
    bottom: look('bottom'),
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

function elementCommands(viewer: Viewer, facts: ViewerFacts, why: Why): CommandStates {
  const needs = why ?? (facts.selected.length === 0 ? 'selection' : null)
  return {
    zoomTo: { run: () => void viewer.fitToView(facts.selected), why: needs },
    clearSelection: { run: () => viewer.selection.clear(), why: needs },
  }
}
