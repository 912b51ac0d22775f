import { AppError, createFileTooLargeError } from '@kamar/core'
import { AttachmentQuery, collaborationLimits } from '@kamar/contracts'
import type { BlobStore } from '@kamar/storage'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from '../../../platform/http/conditional.js'
import { attachmentHeader } from '../../../platform/http/content-disposition.js'
import { enter, requireAccount } from '../../../platform/http/mount-routes.js'
import { imageCaching, sendImage } from '../send-image.js'
import type { AttachmentService, ReceivedFile, SentAttachment } from './attachment-service.js'

const file = '/api/auth/my-urns/:id'

/** Adds the upload and download of photos and files of topics. */
export function addAttachmentRoutes(app: FastifyInstance, attachments: AttachmentService, blobs: BlobStore): void {
  app.post(`${file}/topics/:topicId/attachments`, { onRequest: enter('user') }, (request) => {
    const { id: fileId, topicId } = request.params as { readonly id: string; readonly topicId: string }
    const query = AttachmentQuery.safeParse(request.query)
    if (!query.success) throw new AppError('invalid-input', { field: 'query' })
    const receive = (): Promise<ReceivedFile> => receiveFile(request)
    return attachments.add(requireAccount(request), { fileId, topicId }, { query: query.data, receive })
  })
  app.get(`${file}/attachments/:attachmentId`, { onRequest: enter('user') }, async (request, reply) => {
    const { attachmentId, id: fileId } = request.params as { readonly id: string; readonly attachmentId: string }
    const { size: requestedSize } = request.query as { readonly size?: unknown }
    const size = requestedSize === 'small' || requestedSize === 'large' ? requestedSize : null
    const sent = await attachments.get(requireAccount(request), { fileId, attachmentId }, size)
    if (size === null) return sendFile(blobs, { request, reply, sent })
    return sendImage(blobs, { request, reply, stored: sent.stored, caching: imageCaching.immutable })
  })
}

async function receiveFile(request: FastifyRequest): Promise<ReceivedFile> {
  const part = await request.file({ limits: { fileSize: collaborationLimits.attachmentBytes } })
  if (!part) throw new AppError('bad-request')
  const content = await part.toBuffer().catch((cause: unknown) => {
    throw part.file.truncated ? createFileTooLargeError(collaborationLimits.attachmentBytes, { cause }) : cause
  })
  if (content.length === 0) throw new AppError('empty-file')
  return { name: part.filename, content }
}

/** Sends the file as it was stored, always as an attachment and never as a page of this origin. */
async function sendFile(
  blobs: BlobStore,
  {
    reply,
    request,
    sent: { row, stored },
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly sent: SentAttachment },
): Promise<FastifyReply> {
  const etag = `"${stored.sha256}"`
  reply.headers({ etag, 'cache-control': imageCaching.revalidated, vary: 'authorization' })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply
    .type('application/octet-stream')
    .headers({ 'content-disposition': attachmentHeader(row.name), 'content-length': stored.sizeBytes })
    .send(await blobs.open(stored.sha256))
}
