import { ViewpointSummary } from '@kamar/contracts'
import { fetchStream } from '../api/api.js'

/** Uploads the snapshot of a viewpoint. Rejects with `ApiError`. */
export async function sendSnapshot(fileId: string, viewpointId: string, snapshot: Blob): Promise<ViewpointSummary> {
  const body = new FormData()
  body.set('file', snapshot, 'view.jpg')
  const response = await fetchStream(snapshotAddress(fileId, viewpointId), { method: 'POST', body })
  return ViewpointSummary.parse(await response.json())
}

/** Returns the address of a viewpoint's snapshot, for upload and download. */
export function snapshotAddress(fileId: string, viewpointId: string): string {
  return `/api/auth/my-urns/${encodeURIComponent(fileId)}/viewpoints/${encodeURIComponent(viewpointId)}/snapshot`
}
