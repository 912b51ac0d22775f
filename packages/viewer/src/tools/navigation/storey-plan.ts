import type { CameraView, Point } from '../../engine/types.js'
import type { ScreenPoint } from '../../engine/interaction/gestures.js'
import type { Storey } from './storeys.js'
import type { SectionPlanes, Viewer } from '../../engine/api.js'

/** Height of the cut above the floor, metres: through windows and doors. */
const cutHeight = 1.2

/** Camera, sections and element states. */
interface Display {
  readonly view: CameraView
  readonly sections: unknown
  readonly showStates: () => void
}

/** A storey that is shown as a plan, and what was shown before it. */
interface OpenPlan {
  readonly storey: Storey
  readonly before: Display
}

/** The section planes; null if no extension offers them: a plan is then not cut. */
type Sections = SectionPlanes | null

/** Shows one storey at a time as a plan, and what was shown before it afterwards. */
export class StoreyPlan {
  readonly #viewer: Viewer
  readonly #changed: (storey: number | null) => void
  #open: OpenPlan | null = null
  #releaseGestures: (() => void) | null = null

  /** Calls `changed` with the element of the storey whose plan is shown; null: none. */
  constructor(viewer: Viewer, changed: (storey: number | null) => void) {
    this.#viewer = viewer
    this.#changed = changed
  }

  /** The storey whose plan is shown; null without one. */
  get storey(): Storey | null {
    return this.#open?.storey ?? null
  }

  /** Shows a storey alone, cut above its floor, from straight above with north up; one step of the history. */
  show(storey: Storey, sections: Sections): void {
    const { history, states } = this.#viewer
    const { era } = states
    const undo = this.capture(sections)
    const before = this.#open?.before ?? takeDisplay(this.#viewer, sections)
    const findElement = (): number => states.numberNow(storey.element, era)
    const show = (): void => {
      const current = { ...storey, element: findElement() }
      drawPlan(this.#viewer, sections, current)
      this.#setOpen({ storey: current, before })
    }
    show()
    history.push({ undo, redo: show, isPossible: () => findElement() >= 0 })
  }

  /** Restores what was shown before the plan; one step of the history. Returns false without a plan. */
  close(sections: Sections): boolean {
    const plan = this.#open
    if (plan === null) return false
    const undo = this.capture(sections)
    const close = (): void => {
      this.#setOpen(null)
      restoreDisplay(this.#viewer, sections, plan.before)
    }
    close()
    this.#viewer.history.push({ undo, redo: close })
    return true
  }

  /** Captures what is shown, with the plan if there is one; the returned function restores it. */
  capture(sections: Sections): () => void {
    const plan = this.#open
    const display = takeDisplay(this.#viewer, sections)
    return () => {
      restoreDisplay(this.#viewer, sections, display)
      this.#setOpen(plan)
    }
  }

  /** Restores what the plan changed, except the camera; the returned function shows the plan again as it was. */
  suspend(sections: Sections): () => void {
    const resume = this.capture(sections)
    sections?.restoreState(this.#open?.before.sections)
    this.#open?.before.showStates()
    return resume
  }

  /** Ends the plan without changing what is shown. */
  clear(): void {
    this.#setOpen(null)
  }

  #setOpen(plan: OpenPlan | null): void {
    if (plan === this.#open) return
    this.#releaseGestures?.()
    this.#open = plan
    this.#releaseGestures = plan === null ? null : takePlanGestures(this.#viewer)
    this.#changed(plan?.storey.element ?? null)
  }
}

const takeDisplay = (viewer: Viewer, sections: Sections): Display => ({
  view: viewer.camera.view,
  sections: sections?.getState(),
  showStates: viewer.captureStates(),
})

function restoreDisplay(viewer: Viewer, sections: Sections, { view, sections: state, showStates }: Display): void {
  sections?.restoreState(state)
  showStates()
  viewer.camera.setView(view, { animate: false })
}

function drawPlan(viewer: Viewer, sections: Sections, storey: Storey): void {
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
const takePlanGestures = ({ navigation }: Viewer): (() => void) =>
  navigation.gestureStack.add({ drag: (_kind, from: ScreenPoint, to: ScreenPoint) => navigation.shift(from, to) })
