import { collaborationLimits, type Viewpoint, type ViewpointForm, type ViewpointSummary } from '@kamar/contracts'
import { computeBoxCenter } from '@kamar/core/math'
import type { Viewer } from '@kamar/viewer'
import i18next from 'i18next'
import { api } from '../../../platform/api/api.js'
import { sendSnapshot } from '../../../platform/collaboration/snapshots.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { fileFrame } from '../../session/models/file-frame.js'
import { openSavedModels } from '../../session/models/open-saved-models.js'
import type { Session } from '../../session/session.js'
import {
  captureSheetForm,
  captureSheetView,
  type DisplayedSheet,
  findSheet,
  showSheetView,
} from './sheet-viewpoints.js'
import { announceOpening } from './shown-views.js'
import { getStateMappers } from './tool-coordinates.js'
import { type CapturedView, type StoredView, toViewpoint, toViewState } from './viewpoint-mapping.js'

/** Options for the capture of a view. */
interface CaptureOptions {
  /** Whether the snapshot highlights the selection, when the view is about it; off by default. */
  readonly marksSelection?: boolean
  /** Point of the displayed sheet that the snapshot marks. */
  readonly mark?: readonly [number, number] | null
}

/** Parts of a session that its views need: the model, and the sheet that may be displayed instead. */
export type Displayed = DisplayedSheet & Pick<Session, 'viewer'>

/** Captures the displayed view: of the model in coordinates of the viewpoint's file, or of the sheet; null without. */
export async function captureView(
  displayed: Displayed,
  fileId: string,
  { marksSelection = false, mark = null }: CaptureOptions = {},
): Promise<CapturedView | null> {
  const { drawing, viewer } = displayed
  if (drawing.isShown) return captureSheetView(displayed, mark)
  const form = await captureForm(displayed, fileId)
  return form && viewer && { form, snapshot: await captureSnapshot(viewer, marksSelection) }
}

/** Captures the displayed view without a snapshot. */
export async function captureForm(displayed: Displayed, fileId: string): Promise<ViewpointForm | null> {
  const { drawing, viewer } = displayed
  if (drawing.isShown) return captureSheetForm(displayed)
  if (!viewer) return null
  const { captureViewState: takeView } = await import('@kamar/viewer')
  const state = await takeView(viewer)
  const frame = fileFrame(viewer, fileId)
  if (!state || !frame) return null
  return toViewpoint(state, { frame, mappers: getStateMappers(viewer), cuts: viewer.cut.planes })
}

/** Captures the snapshot at the size that the server stores, including overlays. */
async function captureSnapshot(viewer: Viewer, selection: boolean): Promise<Blob> {
  const { width, height } = viewer.canvas
  const shrink = Math.min(1, collaborationLimits.snapshotSidePixels / Math.max(width, height))
  return viewer.screenshot({
    width: Math.max(1, Math.round(width * shrink)),
    height: Math.max(1, Math.round(height * shrink)),
    type: 'image/jpeg',
    quality: 0.86,
    annotations: true,
    selection,
  })
}

/** Uploads the snapshot of a viewpoint. The viewpoint is complete without it, so failures are not reported. */
export async function uploadSnapshot(
  fileId: string,
  viewpointId: string,
  snapshot: Blob,
): Promise<ViewpointSummary | null> {
  return sendSnapshot(fileId, viewpointId, snapshot).catch(() => null)
}

/** Fetches a viewpoint, shows it and returns it. Rejects when it cannot be fetched. */
export async function openViewpoint(displayed: Displayed, fileId: string, viewpointId: string): Promise<Viewpoint> {
  const viewpoint = await api.call('getViewpoint', { parameters: { id: fileId, viewpointId } })
  await showStoredView(displayed, fileId, viewpoint)
  return viewpoint
}

/** Shows a stored view of the model or of a sheet. */
export async function showStoredView(displayed: Displayed, key: string | null, stored: StoredView): Promise<void> {
  const { drawing, viewer } = displayed
  const canvas = stored.sheet ? findSheet(drawing.sheets, stored.sheet) : null
  const isShowable = stored.sheet ? canvas !== null : viewer !== null && stored.camera !== null
  const open = (): Promise<void> => applyStoredView(displayed, key, stored)
  await (isShowable ? announceOpening(viewer, { canvas, open }) : open())
}

/** Shows a view that is not a stored one, but what was on the screen before. */
export async function applyStoredView(displayed: Displayed, key: string | null, stored: StoredView): Promise<void> {
  const { drawing, viewer } = displayed
  if (stored.sheet) {
    if (await showSheetView(displayed, stored.sheet, stored.markup.shapes)) return
    notify(i18next.t('sheets.missing', { name: stored.sheet.name }), { tone: 'problem' })
    return
  }
  if (!viewer || stored.camera === null) return
  if (drawing.isShown) drawing.show('model')
  await openSavedModels(viewer, stored.extensions)
  await applyViewpoint(viewer, key, stored)
}

/** Shows a viewpoint of a file, or of the example with that address, at its model's current placement. */
export async function showViewpoint(viewer: Viewer, key: string | null, viewpoint: StoredView): Promise<void> {
  await announceOpening(viewer, { open: () => applyViewpoint(viewer, key, viewpoint) })
}

async function applyViewpoint(viewer: Viewer, key: string | null, viewpoint: StoredView): Promise<void> {
  const frame = fileFrame(viewer, key)
  if (!frame) return
  const bounds = viewer.model?.manifest.bounds
  const state = toViewState(viewpoint, {
    frame,
    mappers: getStateMappers(viewer),
    center: bounds ? computeBoxCenter(bounds) : [0, 0, 0],
  })
  if (!state) return
  const { restoreView } = await import('@kamar/viewer')
  await restoreView(viewer, state)
}
