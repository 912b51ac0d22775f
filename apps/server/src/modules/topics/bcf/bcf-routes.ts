import { PassThrough } from 'node:stream'
import { type BcfImportEvent, collaborationLimits } from '@kamar/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { attachmentHeader } from '../../../platform/http/content-disposition.js'
import { preferredLanguage } from '../../../platform/http/language.js'
import { requireAccount, enter } from '../../../platform/http/mount-routes.js'
import { describeStreamError } from '../describe-stream-error.js'
import { createDisconnectSignal } from '../disconnect-signal.js'
import type { BcfService, ReceivedImport } from './bcf-service.js'
import { readFormFile } from '../../../domain/uploads/incoming-files.js'

const address = '/api/auth/my-urns/:id/bcf'
const lines = 'application/x-ndjson'
/** Minimum interval of progress reports: a large archive has more topics than a page needs to report. */
const progressMilliseconds = 200

/** Adds the download and upload of BCF archives. */
export function addBcfRoutes(app: FastifyInstance, bcf: BcfService): void {
  app.get(address, { onRequest: enter('user') }, async (request, reply) => {
    const query = request.query as Readonly<Record<string, unknown>>
    const signal = createDisconnectSignal(reply)
    const language = preferredLanguage(request.headers['accept-language'])
    const { bytes, fileName } = await bcf.export(requireAccount(request), fileIdOf(request), {
      query,
      signal,
      language,
    })
    return reply
      .type('application/octet-stream')
      .headers({ 'content-disposition': attachmentHeader(fileName), 'cache-control': 'no-store' })
      .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  })
  app.post(address, { onRequest: enter('user') }, async (request, reply) => {
    const run = await bcf.receive(requireAccount(request), fileIdOf(request), () =>
      readFormFile(request, collaborationLimits.bcfBytes, 'file-too-large'),
    )
    const signal = createDisconnectSignal(reply)
    const isFollowed = request.headers.accept?.includes(lines) === true
    return isFollowed ? followImport(request, reply, run) : run({ signal })
  })
}

/** Streams the progress of the import: one object per line, the outcome last. */
function followImport(request: FastifyRequest, reply: FastifyReply, run: ReceivedImport): FastifyReply {
  const stream = new PassThrough()
  const send = (event: BcfImportEvent): void => {
    if (stream.writable) stream.write(`${JSON.stringify(event)}\n`)
  }
  let sentAt = 0
  const onProgress = (imported: number, topics: number): void => {
    if (imported < topics && performance.now() - sentAt < progressMilliseconds) return
    sentAt = performance.now()
    send({ imported, topics })
  }
  void run({ signal: createDisconnectSignal(reply), onProgress })
    .then(
      (result) => send({ result }),
      (error: unknown) => send({ error: describeStreamError(request, error, 'BCF import failed') }),
    )
    .finally(() => stream.end())
  return reply
    .type(`${lines}; charset=utf-8`)
    .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    .send(stream)
}

function fileIdOf(request: FastifyRequest): string {
  return (request.params as { readonly id: string }).id
}
