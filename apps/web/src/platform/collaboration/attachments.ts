import { TopicAttachment } from '@kamar/contracts'
import { fetchStream } from '../api/api.js'

/** Topic that a file is sent to, and the comment that it is sent with. */
export interface AttachmentTarget {
  readonly fileId: string
  readonly topicId: string
  readonly commentId: string | null
}

/** Photo or file to send. */
export interface OutgoingFile {
  /** Also the idempotency key for the server. */
  readonly key: string
  readonly name: string
  readonly content: Blob
  /** Whether a photo keeps the place where it was taken. */
  readonly keepsLocation: boolean
}

/** Returns the address of a stored photo or file, or of the preview of a photo. */
export function attachmentAddress(fileId: string, attachmentId: string, size?: 'large' | 'small'): string {
  const address = `/api/auth/my-urns/${encodeURIComponent(fileId)}/attachments/${encodeURIComponent(attachmentId)}`
  return size === undefined ? address : `${address}?size=${size}`
}

/** Uploads a photo or file. Rejects with `ApiError`. */
export async function uploadAttachment(
  { commentId, fileId, topicId }: AttachmentTarget,
  { content, keepsLocation, key, name }: OutgoingFile,
): Promise<TopicAttachment> {
  const query = new URLSearchParams({ key })
  if (commentId !== null) query.set('comment', commentId)
  if (keepsLocation) query.set('location', 'keep')
  const topic = `/api/auth/my-urns/${encodeURIComponent(fileId)}/topics/${encodeURIComponent(topicId)}`
  const body = new FormData()
  body.set('file', content, name)
  const response = await fetchStream(`${topic}/attachments?${query}`, { method: 'POST', body })
  return TopicAttachment.parse(await response.json())
}
