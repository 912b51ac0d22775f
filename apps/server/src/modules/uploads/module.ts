import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError, createFileTooLargeError } from '@kamar/core'
import { encodeUploadResult, type UploadResult, uploadResultHeader, uploadsRoutes } from '@kamar/contracts'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { defineModule } from '../../domain/server-module.js'
import { fileBytesOfForm } from '../../platform/http/bodies/form-size.js'
import { requireAccount, enter } from '../../platform/http/mount-routes.js'
import { readUploadRules } from '../../domain/files/upload-rules.js'
import { removeAbandonedUploads } from './abandoned-uploads.js'
import { planUploads } from './plan-uploads.js'
import { UploadLocks } from './upload-locks.js'
import { TusServer } from './tus-server.js'
import { formatIdentity, type UploadFolder, type UploadName } from '../../domain/uploads/upload-folder.js'
import { readUploadIntent } from '../../domain/uploads/upload-intent.js'
import type { UploadService } from '../../domain/uploads/upload-service.js'
import { computeSha256 } from '../../platform/secrets/sha256.js'
import { leaveBodies } from '../../platform/http/bodies/body-parsers.js'

interface UploadRouteServices {
  readonly uploads: UploadService
  readonly tus: TusServer
}

const forwardedHeader = /^(tus-|upload-|content-type$|content-length$)/

/** Resumable uploads and forms. */
export const uploadsModule = defineModule({
  id: 'uploads',
  routes: uploadsRoutes,
  create({ domain: { uploads } }) {
    const locks = new UploadLocks()
    return { locks, uploads, tus: new TusServer(uploads, locks) }
  },
  handlers: ({ context, service: { uploads } }) => ({
    discardUploads: async ({ actor }) => ({ discarded: await uploads.discardAll(actor.accountId) }),
    planUploads: async ({ actor, body }) =>
      planUploads(context.database, actor, { ...body, limitBytes: await uploads.readLimit(actor.accountId) }),
    uploadRules: async ({ actor }) => ({
      ...(await readUploadRules(context.database)),
      limitBytes: await uploads.readLimit(actor.accountId),
    }),
  }),
  streams: (app, { service }) => addUploadRoutes(app, service),
  jobs: ({ context: { database }, service: { locks, uploads } }) => [
    {
      id: 'uploads.abandoned',
      every: 'hour',
      run: () => removeAbandonedUploads({ database, folder: uploads.folder, locks }),
    },
  ],
})

/** Adds `/api/uploads` (tus) and `/api/auth/upload` (multipart). */
async function addUploadRoutes(app: FastifyInstance, services: UploadRouteServices): Promise<void> {
  await app.register(async (tusRoutes) => {
    leaveBodies(tusRoutes)
    const onRequest = enter('user')
    tusRoutes.post('/api/uploads', { onRequest }, (request, reply) => passToTus(services, request, reply))
    tusRoutes.route({
      method: ['HEAD', 'PATCH'],
      url: '/api/uploads/:id',
      onRequest,
      handler: (request, reply) => continueUpload(services, request, reply),
    })
    tusRoutes.delete('/api/uploads/:id', { onRequest }, (request, reply) => passToTus(services, request, reply))
  })
  app.post('/api/auth/upload', { onRequest: enter('user') }, (request) => receiveForm(services, request))
}

/**
 * Continues an upload; one that is a file already responds with it: the last response was lost, or the server crashed.
 */
async function continueUpload(
  services: UploadRouteServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { accountId } = requireAccount(request)
  const { id: uploadId } = request.params as { readonly id: string }
  if (!/^[0-9a-f-]{36}$/.test(uploadId)) throw new AppError('not-found')
  const name = { accountId, uploadId }
  const result =
    (await services.uploads.findResult(accountId, formatIdentity(name))) ?? (await services.tus.finishCompleted(name))
  if (!result) return passToTus(services, request, reply)
  const size = String(await services.uploads.receivedBytes(formatIdentity(name)))
  if (request.method === 'PATCH' && request.headers['upload-offset'] !== size) throw new AppError('upload-conflict')
  return reply
    .code(request.method === 'HEAD' ? 200 : 204)
    .headers({ 'tus-resumable': '1.0.0', 'cache-control': 'no-store', 'upload-offset': size, 'upload-length': size })
    .header(uploadResultHeader, encodeUploadResult(result))
    .send()
}

async function passToTus(
  { tus }: UploadRouteServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const response = await tus.handle(asWebRequest(request), requireAccount(request).accountId)
  reply.code(response.status).headers(Object.fromEntries(response.headers)).header('cache-control', 'no-store')
  return reply.send()
}

function asWebRequest(request: FastifyRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (forwardedHeader.test(name) && typeof value === 'string') headers.set(name, value)
  }
  const { method } = request
  const hasBody = method === 'POST' || method === 'PATCH'
  // The host of the URL is never used: tus is configured to return paths.
  return new Request(`http://localhost${request.url}`, {
    method,
    headers,
    ...(hasBody ? { body: Readable.toWeb(request.raw), duplex: 'half' } : {}),
  })
}

/**
 * Receives one file in one request, for scripts. The same `Idempotency-Key` returns the same file, not a second one.
 */
async function receiveForm(services: UploadRouteServices, request: FastifyRequest): Promise<UploadResult> {
  const { accountId } = requireAccount(request)
  const name = { accountId, uploadId: randomUUID() }
  const key = request.headers['idempotency-key']
  const identity = formatIdentity(typeof key === 'string' ? { accountId, uploadId: computeSha256(key) } : name)
  const earlier = await services.uploads.findResult(accountId, identity)
  if (earlier) return earlier
  const limitBytes = await services.uploads.readLimit(accountId)
  const part = await request.file({ limits: { fileSize: limitBytes } })
  if (!part) throw new AppError('bad-request')
  const intent = readUploadIntent(part.filename, (field) => readField(part, field))
  await services.uploads.assertTaken(intent.fileName)
  await services.uploads.reserve(name, intent, fileBytesOfForm(request, limitBytes))
  try {
    await collect(services.uploads.folder, name, part)
    if (part.file.truncated) throw createFileTooLargeError(limitBytes)
    return await services.uploads.complete({ name, identity, ...intent })
  } finally {
    await services.uploads.discard(name)
  }
}

async function collect(folder: UploadFolder, name: UploadName, part: MultipartFile): Promise<void> {
  await pipeline(part.file, createWriteStream(await folder.prepare(name), { mode: 0o600 }))
}

function readField(part: MultipartFile, name: string): string | undefined {
  const field = part.fields[name]
  return field && 'value' in field && typeof field.value === 'string' ? field.value : undefined
}
