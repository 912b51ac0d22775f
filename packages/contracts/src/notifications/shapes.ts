import { z } from 'zod'
import { UserReference, ProjectRole } from '../projects/shapes.js'
import { limits } from '../limits.js'

/**
 * Kinds of notification: mentioned in a text, assigned a topic, a comment on or status change of one's topic, a shared
 * file or project.
 */
export const notificationKinds = ['mentioned', 'assigned', 'commented', 'status-changed', 'shared'] as const

/** One of `notificationKinds`. */
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

/** Event that concerns the account. References to items that are deleted or no longer accessible are null. */
export const NotificationRecord = z.object({
  id: z.string(),
  kind: NotificationKind,
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
  /** User who caused the event. */
  actor: UserReference,
  /** The file, with the URN of its current version. */
  file: z.object({ id: z.string(), description: z.string(), urn: z.string() }).nullable(),
  project: z.object({ id: z.string(), name: z.string(), role: ProjectRole }).nullable(),
  topic: z.object({ id: z.string(), number: z.number().int(), title: z.string(), status: z.string() }).nullable(),
  commentId: z.string().nullable(),
  /** Beginning of the mentioning text or of the comment; otherwise empty. */
  excerpt: z.string(),
})
export type NotificationRecord = z.infer<typeof NotificationRecord>

/** Page of notifications to return: newest first, 30 by default. */
export const NotificationQuery = z.strictObject({
  unread: z.enum(['true']).optional(),
  limit: z.coerce.number().int().min(1).max(limits.maxPageSize).optional(),
  /** `next` of the previous page. */
  after: z.string().max(64).optional(),
})
export type NotificationQuery = z.input<typeof NotificationQuery>

/** Page of notifications. */
export const NotificationPage = z.object({
  notifications: z.array(NotificationRecord),
  next: z.string().nullable(),
  /** Count over all notifications, not only this page. */
  unread: z.number().int(),
})
export type NotificationPage = z.infer<typeof NotificationPage>
