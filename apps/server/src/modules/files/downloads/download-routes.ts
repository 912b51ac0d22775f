import { AppError } from '@kamar/core'
import { appendAuditEvents } from '@kamar/database'
import type { BlobStore } from '@kamar/storage'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { attachmentHeader } from '../../../platform/http/content-disposition.js'
import { enter } from '../../../platform/http/mount-routes.js'
import type { ModuleContext } from '../../../domain/module-context.js'
import type { Archive, DownloadService } from './download-service.js'
import { writeArchive } from './write-archive.js'

interface SecretRequest {
  readonly Params: { readonly secret: string }
}

/**
 * Adds `GET /api/downloads/:secret`: originals as one ZIP archive, streamed. The browser opens the address, so that it
 * writes the archive to disk as it arrives; it sends no header, so the secret in the address stands for the account.
 */
export function addDownloadRoutes(app: FastifyInstance, context: ModuleContext, downloads: DownloadService): void {
  const path = '/api/downloads/:secret'
  const onRequest = enter('public')
  app.get<SecretRequest>(path, { exposeHeadRoute: false, onRequest }, async ({ params }, reply) =>
    sendArchive(context, await downloads.open(params.secret), reply),
  )
  // Does not use the address up, as the handler of the other method would.
  app.head<SecretRequest>(path, { onRequest }, async ({ params }, reply) => {
    await downloads.assertValid(params.secret)
    return reply.type('application/zip').header('cache-control', 'no-store').send()
  })
}

async function sendArchive(
  { blobs, database }: ModuleContext,
  { accountId, entries, folders, name }: Archive,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await assertStored(blobs, entries)
  const events = entries.map(({ row: { blob_sha256: sha256, id, version_number: version } }) => ({
    actor: accountId,
    action: 'file.download' as const,
    subject: id,
    details: { sha256, version, archive: true },
  }))
  await database.transaction().execute((transaction) => appendAuditEvents(transaction, events))
  const { sizeBytes, stream } = await writeArchive(blobs, { entries, folders })
  return reply
    .type('application/zip')
    .headers({
      'cache-control': 'no-store',
      'content-length': sizeBytes,
      'content-disposition': attachmentHeader(`${name}.zip`),
    })
    .send(stream)
}

/** Requests to an object store at a time. */
const concurrentRequests = 16

async function assertStored(blobs: BlobStore, entries: Archive['entries']): Promise<void> {
  for (let start = 0; start < entries.length; start += concurrentRequests) {
    const part = entries.slice(start, start + concurrentRequests).map(async ({ row }) => {
      if ((await blobs.stat(row.blob_sha256))?.sizeBytes !== row.size_bytes) throw new AppError('storage-damaged')
    })
    await Promise.all(part)
  }
}
