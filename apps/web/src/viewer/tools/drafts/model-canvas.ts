import type { ViewpointForm } from '@kamar/contracts'
import type { MarkupExtension, MeasureExtension, Viewer, ViewState } from '@kamar/viewer'
import { getStateMappers, isFields } from '../../kit/viewpoints/tool-coordinates.js'
import { type StoredView, toViewpoint, toViewState } from '../../kit/viewpoints/viewpoint-mapping.js'
import { fileFrame } from '../../session/models/file-frame.js'
import type { CanvasListener, DraftCanvas, ShownDrawing } from './draft-canvas.js'
import { type DraftViews, markupId, measureId } from './draft-content.js'

interface ModelOptions {
  readonly viewer: Viewer
  /** Id of the file, or the address of an example. */
  readonly key: string | null
}

/** Creates the canvas of a model. */
export const createModelCanvas = (options: ModelOptions): DraftCanvas => ({
  canvas: null,
  owns: ({ sheet }) => sheet === undefined,
  capture: () => captureModel(options),
  restore: (views, choice) => restoreModel(options, views, choice),
  follow: (listener) => followModel(options.viewer, listener),
})

function captureModel({ key, viewer }: ModelOptions): DraftViews | undefined {
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

async function restoreModel(
  options: ModelOptions,
  views: DraftViews,
  { drawing, movesCamera }: ShownDrawing,
): Promise<void> {
  const { viewer } = options
  const states = views.map((view) => toState(options, view))
  const drawings = states.filter((state) => state?.extensions[markupId] !== undefined)
  const target = drawings[drawing]
  await restoreExtension(viewer, measureId, states[0]?.extensions[measureId])
  await restoreExtension(viewer, markupId, target?.extensions[markupId])
  if (movesCamera && target) viewer.camera.setView(target.camera)
}

function toState({ key, viewer }: ModelOptions, view: ViewpointForm): ViewState | null {
  const frame = fileFrame(viewer, key)
  if (!frame) return null
  const stored = { markup: { shapes: [], pins: [] }, ...view } as StoredView
  return toViewState(stored, { frame, mappers: getStateMappers(viewer), center: [0, 0, 0] })
}

async function restoreExtension(viewer: Viewer, id: string, state: unknown): Promise<void> {
  const isNeeded = state !== undefined || viewer.getExtension(id) !== null
  if (isNeeded) (await viewer.loadExtension(id)).restoreState(state)
}

function followModel(viewer: Viewer, { changed, ended }: CanvasListener): () => void {
  const followed = new Set<string>()
  const stops: (() => void)[] = []
  const followExtension = (id: string): void => {
    if ((id !== markupId && id !== measureId) || followed.has(id)) return
    const extension = viewer.getExtension(id) as MarkupExtension | MeasureExtension | null
    if (!extension) return
    followed.add(id)
    stops.push((extension as MarkupExtension).on('changed', changed))
  }
  for (const id of [markupId, measureId]) followExtension(id)
  stops.push(
    viewer.on('extensionLoaded', ({ id }) => followExtension(id)),
    viewer.on('modelUnloaded', ended),
  )
  return () => {
    for (const stop of stops.splice(0)) stop()
  }
}
