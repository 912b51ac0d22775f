import type { ModelTree } from '@kamar/package-format/read'
import { isSameViewpoint, unwidenView, widenView } from '../../engine/camera/framing.js'
import type { Movement } from '../../engine/camera/viewer-camera.js'
import type { ModelAccess } from '../../engine/types.js'
import { findElements, fitReferences, compactElements, createReference, type ModelOf } from './element-references.js'
import { type ElementReference, readViewState, type ViewState, type ViewVisibility } from './view-state.js'
import type { Viewer } from '../../engine/api.js'

/** Minimum visible ratio of the width of a saved view without a drawing, on a narrower canvas. */
const requiredSideRatio = 0.7

/** Implements the exported `captureViewState`. */
export async function captureViewState(viewer: Viewer): Promise<ViewState | null> {
  const { model } = viewer
  if (model === null) return null
  const tree = await model.tree
  const names = (elements: readonly number[]): ElementReference[] =>
    elements.map((element) => createReference(tree, element, createModelLookup(viewer)))
  const { clientWidth, clientHeight } = viewer.element
  return {
    format: 'kamar-view',
    version: 1,
    camera: viewer.camera.view,
    aspect: clientWidth / Math.max(1, clientHeight),
    selection: names(viewer.selection.elements),
    visibility: takeVisibility(viewer, model, tree),
    colors: viewer.colors.all().map(({ color, elements }) => ({
      color,
      elements: names(compactShapes(new Set(elements), { tree, model, without: null })),
    })),
    extensions: viewer.extensions.getState(),
  }
}

/** Implements the exported `restoreView`. */
export async function restoreView(viewer: Viewer, stored: unknown, movement: Movement): Promise<boolean> {
  const state = readViewState(stored)
  if (state === null) return false
  const tree = await viewer.model?.tree
  await viewer.extensions.loadFor(state.extensions)
  if (tree === undefined) return false
  const first = viewer.extensions.getService('models')?.findFirstKey(state.extensions) ?? null
  const isSingleModel = createModelLookup(viewer) === undefined
  const resolveReferences = (references: readonly ElementReference[]): number[] =>
    findElements(tree, fitReferences(references, { isSingleModel, first }), createModelLookup(viewer))
  viewer.extensions.restoreState({})
  restoreVisibility(viewer, state.visibility, resolveReferences)
  viewer.colors.reset()
  for (const { color, elements } of state.colors) viewer.colors.set(resolveReferences(elements), color)
  viewer.selection.set(resolveReferences(state.selection))
  // A selection that equals the isolated elements is not highlighted.
  viewer.visibility.settleSelection()
  viewer.extensions.restoreState(state.extensions)
  goToView(viewer, state, movement)
  return true
}

/** Returns undefined while one model is open: its elements need no model key. */
function createModelLookup(viewer: Viewer): ModelOf | undefined {
  const models = viewer.extensions.getService('models')
  return models === null || !models.isJoined ? undefined : (element) => models.findModel(element)
}

/** Moves the camera to a view; where the canvas is narrower than the saved one, more is shown above and below. */
function goToView(viewer: Viewer, state: ViewState, movement: Movement): void {
  const { clientWidth, clientHeight } = viewer.element
  const sides = Math.max(state.aspect * requiredSideRatio, viewer.extensions.neededHalfWidth(state.extensions))
  const wide = widenView(state.camera, sides, clientWidth / Math.max(1, clientHeight))
  viewer.camera.setView(wide, movement)
  if (wide === state.camera) return
  // Further navigation must not keep a wide field of view.
  let arrived = false
  const stop = viewer.on('cameraChanged', ({ view }) => {
    const isThere = isSameViewpoint(view, wide)
    arrived ||= isThere
    if (isThere || !arrived) return
    stop()
    if (view.fieldOfViewDegrees === wide.fieldOfViewDegrees)
      viewer.camera.setView(unwidenView(view), { animate: false, isCorrection: true })
  })
}

interface CompactionSource {
  readonly tree: ModelTree
  readonly model: ModelAccess
  /** Elements that may be absent: those hidden by default. */
  readonly without: Uint8Array | null
}

function compactShapes(elements: ReadonlySet<number>, { tree, model, without }: CompactionSource): number[] {
  const hasShape = (element: number): boolean => model.hasShape(element)
  const counts = (element: number): boolean => hasShape(element) && (without === null || without[element] === 0)
  return compactElements(tree, elements, { hasShape, counts })
}

function takeVisibility(viewer: Viewer, model: ModelAccess, tree: ModelTree): ViewVisibility {
  const { visibility } = viewer
  const shapes = Array.from({ length: tree.count }, (_, element) => element).filter((one) => model.hasShape(one))
  const names = (elements: ReadonlySet<number>, without: Uint8Array | null): ElementReference[] =>
    compactShapes(elements, { tree, model, without }).map((element) =>
      createReference(tree, element, createModelLookup(viewer)),
    )
  const visible = shapes.filter((element) => visibility.isVisible(element))
  const ghosted = names(new Set(shapes.filter((element) => visibility.isGhosted(element))), tree.hidden)
  // Elements hidden by the source but shown by the user can only be expressed by listing the visible ones.
  const shownAnyway = visible.some((element) => tree.hidden[element] === 1)
  if (visibility.isolated || shownAnyway) {
    return { shown: 'none-but', exceptions: names(new Set(visible), null), ghosted }
  }
  const hidden = shapes.filter((element) => !visibility.isVisible(element) && tree.hidden[element] === 0)
  return { shown: 'all-but', exceptions: names(new Set(hidden), tree.hidden), ghosted }
}

function restoreVisibility(
  viewer: Viewer,
  { shown: mode, exceptions, ghosted }: ViewVisibility,
  resolveReferences: (references: readonly ElementReference[]) => number[],
): void {
  const { visibility } = viewer
  if (mode === 'none-but') visibility.isolate(resolveReferences(exceptions))
  else {
    visibility.showAll()
    visibility.hide(resolveReferences(exceptions))
  }
  visibility.ghost(resolveReferences(ghosted))
}
