import { Readable } from 'node:stream'
import { AppError, AuditFilter } from '@kamar/contracts'
import { type Database, verifyAuditChain } from '@kamar/database'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { attachmentHeader } from '../../platform/http/content-disposition.js'
import { enter, type Handlers } from '../../platform/http/mount-routes.js'
import { writeAuditCsv } from './audit-csv.js'
import { listAudit } from './audit-rows.js'
import { listFileActivity } from './file-activity.js'

type AuditRouteName = 'listAudit' | 'verifyAudit' | 'listFileActivity'

export interface AuditServices {
  readonly database: Kysely<Database>
}

export function auditRoutes({ database }: AuditServices): Pick<Handlers, AuditRouteName> {
  return {
    listAudit: ({ query }) => listAudit(database, query),
    async verifyAudit() {
      const verdict = await verifyAuditChain(database)
      return verdict.whole
        ? { whole: true, events: verdict.events, brokenAt: null }
        : { whole: false, events: verdict.brokenAt - 1, brokenAt: verdict.brokenAt }
    },
    listFileActivity: ({ actor, parameters, query }) =>
      listFileActivity(database, actor, { fileId: parameters.id, before: query.before }),
  }
}

/** Adds `GET /api/admin/audit.csv`: every matching row, streamed while it is read. */
export function addAuditDownload(app: FastifyInstance, { database }: AuditServices): void {
  app.get('/api/admin/audit.csv', { onRequest: enter('admin') }, async (request, reply) => {
    const filter = AuditFilter.safeParse(request.query)
    if (!filter.success) throw new AppError('invalid-input', { field: 'query' })
    return reply
      .type('text/csv; charset=utf-8')
      .headers({ 'content-disposition': attachmentHeader('audit-trail.csv'), 'cache-control': 'no-store' })
      .send(Readable.from(writeAuditCsv(database, filter.data)))
  })
}
