import { z } from 'zod'
import { auditGroups } from './audit-actions.js'

/**
 * A row of the audit trail. Names are the current ones of existing items and the last ones of deleted items; null where
 * none is stored.
 */
export const AuditRow = z.object({
  sequence: z.number(),
  time: z.iso.datetime(),
  /** Id of the account; null for the server, for guests of a link and for visitors who are not signed in. */
  actor: z.string().nullable(),
  actorName: z.string().nullable(),
  action: z.string(),
  /** Id of the target of the action. */
  subject: z.string(),
  /** For a failed sign-in, the address of the account. */
  subjectName: z.string().nullable(),
  /** Further data of the action: `version`, `recipient` of a link, `from` and `to`. */
  details: z.record(z.string(), z.unknown()),
})
export type AuditRow = z.infer<typeof AuditRow>

/** Names of the accounts, files and projects whose ids occur in the details of rows, or in the filter. */
const Names = z.record(z.string(), z.string())

/** Newest first; `next` is the `before` of the following page, null at the end. */
export const AuditPage = z.object({ events: z.array(AuditRow), names: Names, next: z.number().nullable() })
export type AuditPage = z.infer<typeof AuditPage>

/** Whether every row is consistent with its predecessor; `brokenAt` is the first that is not. */
export const AuditVerification = z.object({ whole: z.boolean(), events: z.number(), brokenAt: z.number().nullable() })
export type AuditVerification = z.infer<typeof AuditVerification>

const Name = z.string().trim().min(1).max(200)

/** Filter of the audit trail; all conditions must match. */
export const AuditFilter = z.strictObject({
  /** Id of an account, or part of a name or address: its actions, actions on it, and actions of guests of its links. */
  person: Name.optional(),
  /** Id of a file, or part of its name; includes the issues of the file. */
  file: Name.optional(),
  kind: z.enum(auditGroups).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  /** End of the period, exclusive. */
  to: z.iso.datetime({ offset: true }).optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

/** Query of a page of matching rows. */
export const AuditQuery = AuditFilter.extend({ before: z.coerce.number().int().positive().optional() })
export type AuditQuery = z.infer<typeof AuditQuery>

/** A user who opened a file recently, with the last time. */
export const FileOpener = z.object({
  /** Name of the account, or the recipient of the link; null where the link has none. */
  name: z.string().nullable(),
  isGuest: z.boolean(),
  lastOpenedAt: z.iso.datetime(),
})
export type FileOpener = z.infer<typeof FileOpener>

/** A page of a file's activity, newest first; the first page lists who opened it in the last seven days. */
export const FileActivity = AuditPage.extend({ openers: z.array(FileOpener) })
export type FileActivity = z.infer<typeof FileActivity>
