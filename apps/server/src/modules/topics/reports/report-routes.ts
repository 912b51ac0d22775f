import { PassThrough } from 'node:stream'
import { AppError } from '@kamar/core'
import { TopicReportForm, type TopicReportEvent, topicReportStream } from '@kamar/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { attachmentHeader } from '../../../platform/http/content-disposition.js'
import { preferredLanguage } from '../../../platform/http/language.js'
import { enter, requireAccount } from '../../../platform/http/mount-routes.js'
import { createDisconnectSignal } from '../disconnect-signal.js'
import { describeStreamError } from '../describe-stream-error.js'
import type { Report, ReportOptions, ReportService } from './report-service.js'

/** Adds the download of reports. */
export function addReportRoutes(app: FastifyInstance, reports: ReportService): void {
  app.post('/api/auth/topics/report', { onRequest: enter('user') }, async (request, reply) => {
    const form = TopicReportForm.safeParse(request.body)
    if (!form.success) throw new AppError('invalid-input', { field: 'body' })
    const language = preferredLanguage(request.headers['accept-language'])
    const actor = requireAccount(request)
    const create = (options: Pick<ReportOptions, 'onProgress'>): Promise<Report> =>
      reports.create(actor, form.data, { ...options, language, signal: createDisconnectSignal(reply) })
    if (request.headers.accept?.includes(topicReportStream) === true) return followReport(request, reply, create)
    const report = await create({})
    return reply
      .type('application/octet-stream')
      .headers({ 'content-disposition': attachmentHeader(report.fileName), 'cache-control': 'no-store' })
      .send(Buffer.from(report.bytes))
  })
}

/** Streams the progress of a report, one object per line, then its bytes. */
function followReport(
  request: FastifyRequest,
  reply: FastifyReply,
  create: (options: Pick<ReportOptions, 'onProgress'>) => Promise<Report>,
): FastifyReply {
  const stream = new PassThrough()
  const send = (event: TopicReportEvent): void => {
    if (stream.writable) stream.write(`${JSON.stringify(event)}\n`)
  }
  let last = -1
  const onProgress = (percent: number): void => {
    if (percent > last) send({ percent })
    last = Math.max(last, percent)
  }
  void create({ onProgress })
    .then(
      ({ bytes, fileName }) => {
        send({ file: { name: fileName, bytes: bytes.length } })
        if (stream.writable) stream.write(bytes)
      },
      (error: unknown) => send({ error: describeStreamError(request, error, 'report failed') }),
    )
    .finally(() => stream.end())
  return reply.type(topicReportStream).headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' }).send(stream)
}
