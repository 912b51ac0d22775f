import { AppError } from '@kamar/core'
import { TopicReportForm } from '@kamar/contracts'
import type { FastifyInstance } from 'fastify'
import { attachmentHeader } from '../../../platform/http/content-disposition.js'
import { preferredLanguage } from '../../../platform/http/language.js'
import { enter, requireAccount } from '../../../platform/http/mount-routes.js'
import { createDisconnectSignal } from '../disconnect-signal.js'
import type { ReportService } from './report-service.js'

/** Adds the download of reports. */
export function addReportRoutes(app: FastifyInstance, reports: ReportService): void {
  app.post('/api/auth/topics/report', { onRequest: enter('user') }, async (request, reply) => {
    const form = TopicReportForm.safeParse(request.body)
    if (!form.success) throw new AppError('invalid-input', { field: 'body' })
    const language = preferredLanguage(request.headers['accept-language'])
    const report = await reports.create(requireAccount(request), form.data, {
      language,
      signal: createDisconnectSignal(reply),
    })
    return reply
      .type('application/octet-stream')
      .headers({ 'content-disposition': attachmentHeader(report.fileName), 'cache-control': 'no-store' })
      .send(Buffer.from(report.bytes))
  })
}
