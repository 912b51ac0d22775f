import type { Draft, ViewpointForm } from '@kamar/contracts'
import type { Viewer, ViewState } from '@kamar/viewer'
import { fileFrame } from '../../session/models/file-frame.js'
import { getStateMappers, isFields } from '../../kit/viewpoints/tool-coordinates.js'
import { type StoredView, toViewpoint, toViewState } from '../../kit/viewpoints/viewpoint-mapping.js'

/** Views of a draft: each drawing with its camera, and the measurements with the first. */
export type DraftViews = Draft['views']

const measureId = 'kamar.measure'
const markupId = 'kamar.markup'

/** What a draft contains. */
export interface DraftCounts {
  readonly measurements: number
  readonly drawings: number
}

const getMeasurements = (view: ViewpointForm | undefined): readonly unknown[] => {
  const state = view?.extensions?.[measureId]
  const list = isFields(state) ? state['measurements'] : undefined
  return Array.isArray(list) ? list : []
}

const hasShapes = ({ markup }: ViewpointForm): boolean => (markup?.shapes.length ?? 0) > 0

/** Counts the measurements and drawings of a draft. */
export const countDraft = (views: DraftViews): DraftCounts => ({
  measurements: views.reduce((sum, view) => sum + getMeasurements(view).length, 0),
  drawings: views.filter(hasShapes).length,
})

/** Captures the drawing and the measurements on the screen, in coordinates of the file; undefined while no model is open. */
export function captureDraft(viewer: Viewer, key: string | null): DraftViews | undefined {
  const frame = fileFrame(viewer, key)
  if (!frame) return undefined
  const { [markupId]: markup, [measureId]: measure } = viewer.extensions.getState()
  if (markup === undefined && measure === undefined) return []
  const state: ViewState = {
    format: 'kamar-view',
    version: 1,
    camera: isFields(markup) ? (markup['view'] as ViewState['camera']) : viewer.camera.view,
    aspect: viewer.element.clientWidth / Math.max(1, viewer.element.clientHeight) || 1,
    selection: [],
    visibility: { shown: 'all-but', exceptions: [], ghosted: [] },
    colors: [],
    extensions: {
      ...(markup === undefined ? {} : { [markupId]: markup }),
      ...(measure === undefined ? {} : { [measureId]: measure }),
    },
  }
  return [toViewpoint(state, { frame, mappers: getStateMappers(viewer), cuts: [] })]
}

/** Adds a draft that was set aside to what is on the screen: all measurements, and its drawings after that one. */
export function joinDrafts(views: DraftViews, aside: DraftViews): DraftViews {
  const measurements = new Map(
    [...aside, ...views].flatMap(getMeasurements).map((one) => [isFields(one) ? one['id'] : one, one] as const),
  )
  const joined = [...views, ...aside.filter(hasShapes)]
  const [first = aside[0], ...others] = joined
  if (!first) return []
  const extensions = measurements.size === 0 ? {} : { [measureId]: { measurements: [...measurements.values()] } }
  return [{ ...first, extensions }, ...others.map((view) => ({ ...view, extensions: {} }))]
}

interface RestoreOptions {
  /** Id of the file, or the address of an example. */
  readonly key: string | null
  /** Drawing that is shown, from 0. */
  readonly drawing: number
  /** Whether the camera moves to the drawing. */
  readonly movesCamera: boolean
}

/** Shows the measurements of a draft and one of its drawings, and leaves the rest of the view as it is. */
export async function restoreDraft(
  viewer: Viewer,
  views: DraftViews,
  { drawing, key, movesCamera }: RestoreOptions,
): Promise<void> {
  const states = views.map((view) => toState(viewer, key, view))
  const drawings = states.filter((state) => state?.extensions[markupId] !== undefined)
  const target = drawings[drawing % Math.max(1, drawings.length)]
  await restoreExtension(viewer, measureId, states[0]?.extensions[measureId])
  await restoreExtension(viewer, markupId, target?.extensions[markupId])
  if (movesCamera && target) viewer.camera.setView(target.camera)
}

function toState(viewer: Viewer, key: string | null, view: ViewpointForm): ViewState | null {
  const frame = fileFrame(viewer, key)
  if (!frame) return null
  const stored = { markup: { shapes: [], pins: [] }, ...view } as StoredView
  return toViewState(stored, { frame, mappers: getStateMappers(viewer), center: [0, 0, 0] })
}

async function restoreExtension(viewer: Viewer, id: string, state: unknown): Promise<void> {
  const isNeeded = state !== undefined || viewer.getExtension(id) !== null
  if (isNeeded) (await viewer.loadExtension(id)).restoreState(state)
}
