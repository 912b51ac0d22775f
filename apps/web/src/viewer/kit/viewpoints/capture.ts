import { collaborationLimits, ViewpointSummary, type ViewpointForm } from '@kamar/contracts'
import type { Box } from '@kamar/package-format/read'
import type { Point, Viewer } from '@kamar/viewer'
import { api, fetchStream } from '../../../platform/api/api.js'
import { fileFrame } from '../../session/models/file-frame.js'
import { openSavedModels } from '../../session/models/open-saved-models.js'
import { announceOpening } from './shown-views.js'
import { getStateMappers } from './tool-coordinates.js'
import { type StoredView, toViewpoint, toViewState } from './viewpoint-mapping.js'

/** The current view as a viewpoint to store, and its snapshot. */
export interface CapturedView {
  readonly form: ViewpointForm
  readonly snapshot: Blob
}

/** Options for the capture of a view. */
interface CaptureOptions {
  /** Whether the snapshot highlights the selection, when the view is about it; off by default. */
  readonly marksSelection?: boolean
}

/** Captures the current view in coordinates of the viewpoint's file; null without a model. */
export async function captureView(
  viewer: Viewer,
  fileId: string,
  { marksSelection = false }: CaptureOptions = {},
): Promise<CapturedView | null> {
  const form = await captureForm(viewer, fileId)
  return form && { form, snapshot: await captureSnapshot(viewer, marksSelection) }
}

/** Captures the current view without a snapshot. */
export async function captureForm(viewer: Viewer, fileId: string): Promise<ViewpointForm | null> {
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
  const body = new FormData()
  body.set('file', snapshot, 'view.jpg')
  try {
    const response = await fetchStream(snapshotAddress(fileId, viewpointId), { method: 'POST', body })
    return ViewpointSummary.parse(await response.json())
  } catch {
    return null
  }
}

/** Returns the address of a viewpoint's snapshot, for upload and download. */
export function snapshotAddress(fileId: string, viewpointId: string): string {
  return `/api/auth/my-urns/${encodeURIComponent(fileId)}/viewpoints/${encodeURIComponent(viewpointId)}/snapshot`
}

/** Fetches a viewpoint and shows it. Rejects when it cannot be fetched. */
export async function openViewpoint(viewer: Viewer, fileId: string, viewpointId: string): Promise<void> {
  const viewpoint = await api.call('getViewpoint', { parameters: { id: fileId, viewpointId } })
  await openSavedModels(viewer, viewpoint.extensions)
  await showViewpoint(viewer, fileId, viewpoint)
}

/** Shows a viewpoint of a file, or of the example with that address, at its model's current placement. */
export async function showViewpoint(viewer: Viewer, key: string | null, viewpoint: StoredView): Promise<void> {
  await announceOpening(viewer, () => applyViewpoint(viewer, key, viewpoint))
}

/** Shows a viewpoint that is not a stored view, but what was on the screen before. */
export async function applyViewpoint(viewer: Viewer, key: string | null, viewpoint: StoredView): Promise<void> {
  const frame = fileFrame(viewer, key)
  if (!frame) return
  const state = toViewState(viewpoint, {
    frame,
    mappers: getStateMappers(viewer),
    center: computeCenter(viewer.model?.manifest.bounds ?? null),
  })
  if (!state) return
  const { restoreView } = await import('@kamar/viewer')
  await restoreView(viewer, state)
}

function computeCenter(bounds: Box | null): Point {
  if (!bounds) return [0, 0, 0]
  const [x, y, z] = [0, 1, 2].map((axis) => ((bounds.min[axis] ?? 0) + (bounds.max[axis] ?? 0)) / 2)
  return [x ?? 0, y ?? 0, z ?? 0]
}
