import type { CameraView, Point } from '../../engine/types.js'
import type { ScreenPoint } from '../../engine/interaction/gestures.js'
import type { Storey } from './storeys.js'
import type { SectionPlanes, Viewer } from '../../engine/api.js'

/** Height of the cut above the floor, metres: through windows and doors. */
const cutHeight = 1.2

/** State before a plan was shown. */
export interface BeforePlan {
  readonly view: CameraView
  readonly sections: unknown
  readonly showStates: () => void
}

/** The section planes; null if no extension offers them: a plan is then not cut. */
export type Sections = SectionPlanes | null

/** Captures the state that a plan changes. */
export const takeBefore = (viewer: Viewer, sections: Sections): BeforePlan => ({
  view: viewer.camera.view,
  sections: sections?.getState(),
  showStates: viewer.captureStates(),
})

/** Restores the captured state. */
export function showBefore(viewer: Viewer, sections: Sections, before: BeforePlan): void {
  sections?.restoreState(before.sections)
  before.showStates()
  viewer.camera.setView(before.view, { animate: false })
}

/** Shows a storey alone, cut above its floor, from straight above with north up. */
export function showPlan(viewer: Viewer, sections: Sections, storey: Storey): void {
  viewer.visibility.isolate([storey.element])
  // Rooms and openings would be capped as if they were solid.
  const hidden = viewer.model?.treeNow?.hidden ?? new Uint8Array(0)
  viewer.visibility.hide([...hidden.keys()].filter((element) => hidden[element] === 1))
  const box = viewer.model?.computeBounds([storey.element])
  if (box == null) return
  const point: Point = [(box.min[0] + box.max[0]) / 2, (box.min[1] + box.max[1]) / 2, storey.floor + cutHeight]
  const name = storey.name.slice(0, 200)
  const plane = { id: 'storey-plan', kind: 'z', point, normal: [0, 0, -1], enabled: true, name } as const
  sections?.restoreState({ planes: [plane], box: null, hatched: true })
  const { camera } = viewer
  const { pose } = camera
  camera.apply({ ...pose, projection: 'orthographic', azimuth: 0, elevation: -Math.PI / 2 }, false)
  camera.fitBox(box, { animate: false })
}

/** Makes drags pan a plan instead of orbiting it. */
export const takePlanGestures = ({ navigation }: Viewer): (() => void) =>
  navigation.gestureStack.add({ drag: (_kind, from: ScreenPoint, to: ScreenPoint) => navigation.shift(from, to) })

/** A plan that a walk interrupts. */
export interface SuspendedPlan {
  /** Shows the plan again as it was. */
  resume(): void
}

/** Restores what the plan changed, except the camera, until the plan is resumed. */
export function suspendPlan(viewer: Viewer, sections: Sections, before: BeforePlan): SuspendedPlan {
  const plan = takeBefore(viewer, sections)
  sections?.restoreState(before.sections)
  before.showStates()
  return { resume: () => showBefore(viewer, sections, plan) }
}
