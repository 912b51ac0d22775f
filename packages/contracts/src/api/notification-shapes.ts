import { z } from 'zod'
import { limits } from '../limits.js'
import { UserReference, ProjectRole } from './people-shapes.js'

/** Why somebody is told: named in a text, given a topic, a comment on a topic of theirs, a file or project that was shared. */
export const notificationKinds = ['mentioned', 'assigned', 'commented', 'status-changed', 'shared'] as const
/** One of `notificationKinds`. */
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

/** Something that happened and concerns the account. What it was about may be gone or out of reach: it is null then. */
export const NotificationRecord = z.object({
  id: z.string(),
  kind: NotificationKind,
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
  /** Who did it. */
  actor: UserReference,
  /** The file, with the address of its current version. */
  file: z.object({ id: z.string(), description: z.string(), urn: z.string() }).nullable(),
  project: z.object({ id: z.string(), name: z.string(), role: ProjectRole }).nullable(),
  topic: z.object({ id: z.string(), number: z.number().int(), title: z.string(), status: z.string() }).nullable(),
  commentId: z.string().nullable(),
  /** Beginning of the text that mentions, or of the comment; empty else. */
  excerpt: z.string(),
})
export type NotificationRecord = z.infer<typeof NotificationRecord>

/** Which notifications: newest first, 30 unless asked otherwise. */
export const NotificationQuery = z.strictObject({
  unread: z.enum(['true']).optional(),
  limit: z.coerce.number().int().min(1).max(limits.maxPageSize).optional(),
  /** The `next` of the page before. */
  after: z.string().max(64).optional(),
})
export type NotificationQuery = z.input<typeof NotificationQuery>

/** One page of notifications. */
export const NotificationPage = z.object({
  notifications: z.array(NotificationRecord),
  next: z.string().nullable(),
  /** Of all, not of this page. */
  unread: z.number().int(),
})
export type NotificationPage = z.infer<typeof NotificationPage>
