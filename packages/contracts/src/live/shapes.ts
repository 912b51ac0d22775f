import { z } from 'zod'
import { FileRecord } from '../files/shapes.js'
import { AccountRecord } from '../accounts/shapes.js'
import { OperationRecord } from '../operations/shapes.js'
import { NotificationRecord } from '../notifications/shapes.js'

/** Event of `GET /api/auth/events` (server-sent events): `file` carries the whole changed record. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('file'), file: FileRecord }),
  z.object({ type: z.literal('file-removed'), id: z.string() }),
  /** The live manifest of this model changed: new provisional chunks, or it is complete. */
  z.object({ type: z.literal('manifest'), urn: z.string() }),
  /** Name, avatar, plan or preferences of the account changed, on any device. */
  z.object({ type: z.literal('account'), account: AccountRecord }),
  /** A topic of a visible file changed: fetch it, or the list, again. `revision` identifies the client's own change. */
  z.object({
    type: z.literal('topic'),
    fileId: z.string(),
    topicId: z.string(),
    change: z.enum(['created', 'changed', 'removed']),
    revision: z.number().int().nullable(),
  }),
  /** Several topics of a file changed at once (an import), or its saved views did. */
  z.object({ type: z.literal('topics'), fileId: z.string() }),
  z.object({ type: z.literal('views'), fileId: z.string() }),
  /** A new notification; null when notifications were only marked as read, on any device. */
  z.object({ type: z.literal('notification'), notification: NotificationRecord.nullable(), unread: z.number().int() }),
  /** Folders of a project changed, or who sees them. */
  z.object({ type: z.literal('folders'), projectId: z.string() }),
  /** A bulk operation of the account began, advanced or ended. */
  z.object({ type: z.literal('operation'), operation: OperationRecord }),
  /** Projects, members or roles visible to the account changed. */
  z.object({ type: z.literal('people'), projectId: z.string() }),
])
export type LiveEvent = z.infer<typeof LiveEvent>
