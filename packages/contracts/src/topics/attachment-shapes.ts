import { z } from 'zod'
import { UserReference } from '../projects/shapes.js'

/** Photo or file of a topic. */
export const TopicAttachment = z.object({
  id: z.string(),
  /** GUID in BCF files. */
  guid: z.string(),
  name: z.string(),
  /** Detected from the content; `application/octet-stream` for all that is not an image or a PDF. */
  contentType: z.string(),
  sizeBytes: z.number().int(),
  /** Size of the picture in pixels; null for a file without a preview. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Comment it was sent with; null when it belongs to the topic itself. */
  commentId: z.string().nullable(),
  author: UserReference,
  createdAt: z.iso.datetime(),
  /** Whether the caller may delete it. */
  mayDelete: z.boolean(),
})
export type TopicAttachment = z.infer<typeof TopicAttachment>

/** Query of an upload. */
export const AttachmentQuery = z.strictObject({
  /** Client-chosen key, used as the GUID: a repeated upload returns the first result and stores nothing. */
  key: z.uuid().optional(),
  /** Comment of the topic that it is sent with. */
  comment: z.string().max(64).optional(),
  /** Keeps the place where a photo was taken; by default it is removed. */
  location: z.literal('keep').optional(),
})
export type AttachmentQuery = z.infer<typeof AttachmentQuery>
