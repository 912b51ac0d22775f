import type { Box } from '@kamar/package-format/read'
import type { Viewer } from '../../engine/api.js'
import type { CutPlane } from '../../engine/store/cut.js'
import { elementFlag } from '../../engine/store/element-states.js'
import { findApproach } from './approach.js'
import { isLargeAndVisible, measureCoverage } from './coverage.js'

/** Options of a reveal. */
export interface RevealOptions {
  /** Selects the elements in addition to those that are selected. */
  readonly add?: boolean
  /** Leaves the camera where it is. */
  readonly keepsCamera?: boolean
  /** The elements were selected already; nothing is revealed if none of them is selected any more. */
  readonly isSelected?: boolean
  /** Leaves hidden elements hidden, as in a view of a part of the model, and the camera if nothing is visible. */
  readonly leavesHidden?: boolean
}

/** Result of a reveal. */
export interface Revelation {
  /** Whether the camera flew to the elements. */
  readonly hasFlown: boolean
  /** Number of elements that were hidden and are visible now. */
  readonly shownCount: number
  /** Whether section planes cut away all of the elements. */
  readonly isClipped: boolean
  /** Whether the elements belong to a model that is switched off. */
  readonly isOff: boolean
  /** Hides again what was shown; can itself be undone. */
  readonly undo: () => void
}

const emptyRevelation: Revelation = {
  hasFlown: false,
  shownCount: 0,
  isClipped: false,
  isOff: false,
  undo: () => undefined,
}

/** Maximum number of elements whose boxes are tested against section planes one by one. */
const maxTestedElements = 400

/** Selects elements and makes them visible; see `revealElements` of `lazy-reveal.ts`. */
export function revealElements(viewer: Viewer, elements: Iterable<number>, options: RevealOptions = {}): Revelation {
  const targets = [...elements]
  if (options.isSelected === true) {
    if (!targets.some((element) => viewer.selection.has(element))) return emptyRevelation
  } else if (options.add === true) viewer.selection.add(targets)
  else viewer.selection.set(targets)
  const all = listShapes(viewer, targets)
  const shapes = options.leavesHidden === true ? all.filter((one) => viewer.visibility.isVisible(one)) : all
  const { shownCount, undo } = showHidden(viewer, shapes)
  const isInView = (): boolean => isLargeAndVisible(measureCoverage(viewer, shapes))
  const hasFlown =
    options.keepsCamera !== true &&
    shapes.length > 0 &&
    !isInView() &&
    fly(viewer, shapes === all ? targets : shapes, shapes)
  return {
    hasFlown,
    shownCount,
    undo,
    isClipped: isClipped(viewer, shapes),
    isOff: shapes.length > 0 && shapes.every((element) => (viewer.states.flagsOf(element) & elementFlag.off) !== 0),
  }
}

/** Maximum number of elements for which a free direction is searched; more are fitted as they are viewed. */
const maxApproachedElements = 40

function fly(viewer: Viewer, targets: readonly number[], shapes: readonly number[]): boolean {
  if (shapes.length > maxApproachedElements) return viewer.camera.fit(targets)
  const { margin, ...angles } = findApproach(viewer, shapes)
  return viewer.camera.fit(targets, { angles, margin })
}

/** Returns the elements with a shape among these and, where they have none, among their descendants. */
function listShapes(viewer: Viewer, elements: readonly number[]): readonly number[] {
  const all = viewer.replacement.before?.withDescendants(elements) ?? elements
  return all.filter((element) => viewer.model?.hasShape(element))
}

/**
 * Shows elements that the user has hidden if none of them is visible. What is hidden by default, such as rooms, is
 * drawn while it is selected and stays hidden.
 */
function showHidden(viewer: Viewer, shapes: readonly number[]): Pick<Revelation, 'shownCount' | 'undo'> {
  const { states, visibility } = viewer
  const hidden = shapes.filter((element) => !visibility.isVisible(element))
  const byUser = hidden.filter((element) => (states.flagsOf(element) & elementFlag.hiddenByDefault) === 0)
  if (byUser.length === 0 || hidden.length < shapes.length) return { shownCount: 0, undo: () => undefined }
  const restore = viewer.captureStates()
  viewer.undoable(() => visibility.show(byUser))
  return { shownCount: byUser.length, undo: () => viewer.undoable(restore) }
}

/** Returns whether every element is on the removed side of some section plane. */
function isClipped(viewer: Viewer, shapes: readonly number[]): boolean {
  const { planes } = viewer.cut
  if (planes.length === 0 || shapes.length === 0) return false
  const groups = shapes.length > maxTestedElements ? [shapes] : shapes.map((element) => [element])
  return groups.every((group) => {
    const box = viewer.model?.computeBounds(group) ?? null
    return box !== null && planes.some((plane) => isOutsidePlane(box, plane))
  })
}

/** Returns whether all of a box is on the removed side of a plane. */
export function isOutsidePlane({ min, max }: Box, { normal, offset }: CutPlane): boolean {
  const farthest = normal.reduce((sum, value, axis) => sum + value * (value > 0 ? max : min)[axis], offset)
  return farthest <= 0
}
