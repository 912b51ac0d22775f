import { Readable } from 'node:stream'
import { AppError } from '@kamar/core'
import { AuditFilter, auditRoutes } from '@kamar/contracts'
import { type Database, verifyAuditChain } from '@kamar/database'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { defineModule } from '../../domain/server-module.js'
import { attachmentHeader } from '../../platform/http/content-disposition.js'
import { enter } from '../../platform/http/mount-routes.js'
import { writeAuditCsv } from './audit-csv.js'
import { listAudit } from './audit-rows.js'
import { listFileActivity } from './file-activity.js'
import { listProjectActivity } from './project-activity.js'

/** The audit trail, and the activity of files and projects. */
export const auditModule = defineModule({
  id: 'audit',
  routes: auditRoutes,
  create: () => null,
  handlers: ({ context }) => ({
    listAudit: ({ query }) => listAudit(context.database, query),
    async verifyAudit() {
      const verification = await verifyAuditChain(context.database)
      return verification.whole
        ? { whole: true, events: verification.events, brokenAt: null }
        : { whole: false, events: verification.brokenAt - 1, brokenAt: verification.brokenAt }
    },
    listProjectActivity: ({ actor, parameters, query }) =>
      listProjectActivity(context.database, actor, { ...parameters, before: query.before }),
    listFileActivity: ({ actor, parameters, query }) =>
      listFileActivity(context.database, actor, { fileId: parameters.id, before: query.before }),
  }),
  streams: (app, { context }) => addDownload(app, context.database),
})

/** Adds `GET /api/admin/audit.csv`: every matching row, streamed while it is read. */
function addDownload(app: FastifyInstance, database: Kysely<Database>): void {
  app.get('/api/admin/audit.csv', { onRequest: enter('admin') }, async (request, reply) => {
    const filter = AuditFilter.safeParse(request.query)
    if (!filter.success) throw new AppError('invalid-input', { field: 'query' })
    return reply
      .type('text/csv; charset=utf-8')
      .headers({ 'content-disposition': attachmentHeader('audit-trail.csv'), 'cache-control': 'no-store' })
      .send(Readable.from(writeAuditCsv(database, filter.data)))
  })
}
