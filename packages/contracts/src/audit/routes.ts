import { route, type StreamRoute } from '../api/route.js'
import { AuditQuery, AuditPage, AuditVerification, FileActivity } from './shapes.js'
import { Identifier } from '../api/fields.js'
import { z } from 'zod'

/** JSON routes. */
export const auditRoutes = {
  listAudit: route({
    method: 'GET',
    path: '/api/admin/audit',
    summary:
      'The audit trail, newest first: of a `person`, a `file` (an id, or part of a name), a `kind` of events, `from` and `to` a time',
    access: 'admin',
    query: AuditQuery,
    response: AuditPage,
  }),
  verifyAudit: route({
    method: 'POST',
    path: '/api/admin/audit/verify',
    summary: 'Check the whole audit trail',
    access: 'admin',
    response: AuditVerification,
  }),
  listProjectActivity: route({
    method: 'GET',
    path: '/api/projects/:projectId/activity',
    summary: 'What members changed in a project, newest first, as far as the caller sees it',
    access: 'user',
    parameters: z.object({ projectId: z.string().max(64) }),
    query: z.strictObject({ before: z.coerce.number().int().positive().optional() }),
    response: AuditPage,
  }),
  listFileActivity: route({
    method: 'GET',
    path: '/api/auth/my-urns/:id/activity',
    summary: 'Who opened, downloaded, shared, changed and commented on a file, newest first; its owners see it',
    access: 'user',
    parameters: Identifier,
    query: z.strictObject({ before: z.coerce.number().int().positive().optional() }),
    response: FileActivity,
  }),
} as const

/** Routes whose request or response is not only JSON. */
export const auditStreams = [
  {
    method: 'GET',
    path: '/api/admin/audit.csv',
    summary: 'All rows of the audit trail that match the filter of `/api/admin/audit`, newest first, as CSV (RFC 4180)',
    access: 'admin',
    produces: 'text/csv',
    response: null,
  },
] as const satisfies readonly StreamRoute[]
