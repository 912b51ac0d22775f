import { z } from 'zod'
import { auditGroups } from '../audit-actions.js'

/**
 * A row of the audit trail. The names are the current ones of what still exists and the last ones of what was deleted;
 * null where none is stored.
 */
export const AuditRow = z.object({
  sequence: z.number(),
  time: z.iso.datetime(),
  /** Id of the account; null for the server, for guests of a link and for whoever is not signed in. */
  actor: z.string().nullable(),
  actorName: z.string().nullable(),
  action: z.string(),
  /** Id of what it was done to. */
  subject: z.string(),
  /** Of a failed sign-in the address of the account. */
  subjectName: z.string().nullable(),
  /** What the action states besides: `version`, `recipient` of a link, `from` and `to`. */
  details: z.record(z.string(), z.unknown()),
})
export type AuditRow = z.infer<typeof AuditRow>

/** Names of the accounts, files and projects whose ids the details of rows, or the filter, mention. */
const Names = z.record(z.string(), z.string())

/** Newest first; `next` is the `before` of the following page, null at the end. */
export const AuditPage = z.object({ events: z.array(AuditRow), names: Names, next: z.number().nullable() })
export type AuditPage = z.infer<typeof AuditPage>

/** Whether every row still follows from its predecessor; `brokenAt` names the first that does not. */
export const AuditVerdict = z.object({ whole: z.boolean(), events: z.number(), brokenAt: z.number().nullable() })
export type AuditVerdict = z.infer<typeof AuditVerdict>

const Name = z.string().trim().min(1).max(200)

/** Which rows of the audit trail: all conditions hold together. */
export const AuditFilter = z.strictObject({
  /** Id of an account, or part of a name or address: what it did, what was done to it, and what guests of links did. */
  person: Name.optional(),
  /** Id of a file, or part of its name; with the issues of the file. */
  file: Name.optional(),
  kind: z.enum(auditGroups).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  /** Up to this moment, without it. */
  to: z.iso.datetime({ offset: true }).optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

/** A page of the rows that match. */
export const AuditQuery = AuditFilter.extend({ before: z.coerce.number().int().positive().optional() })
export type AuditQuery = z.infer<typeof AuditQuery>

/** Who opened a file of late, with the last time. */
export const FileOpener = z.object({
  /** Of the account, or the recipient of the link; null where the link names none. */
  name: z.string().nullable(),
  isGuest: z.boolean(),
  lastOpenedAt: z.iso.datetime(),
})
export type FileOpener = z.infer<typeof FileOpener>

/** A page of what happened to a file, newest first; the first page says who opened it in the last seven days. */
export const FileActivity = AuditPage.extend({ openers: z.array(FileOpener) })
export type FileActivity = z.infer<typeof FileActivity>
