import { AppError, exportFile, type ExportName } from '@kamar/core'
import { type ExportState, viewPackagesRoutes } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { defineModule } from '../../domain/server-module.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { can } from '../../platform/authorization/permissions.js'
import { matchesEtag } from '../../platform/http/conditional.js'
import { enter } from '../../platform/http/mount-routes.js'
import { computeJobId } from '../../domain/files/file-records.js'
import type { PackageReader } from '../../platform/authorization/actor.js'
import { recordExport, recordOpening } from './record-access.js'
import { findStoredFile, sendStoredFile, type StoredFile } from '../../domain/versions/stored-files.js'
import { findPackage, type Package, readManifestText } from './find-package.js'

/** Packages are private: shared caches store nothing, and a browser revalidates unless the URL names the bytes. */
const revalidated = 'private, no-cache'
const immutable = 'private, max-age=31536000, immutable'
/** Enough digits of the hash in `?v=` to exclude a collision. */
const minVersionDigits = 16

/** View packages of models, and exports stored beside them. */
export const viewPackagesModule = defineModule({
  id: 'view-packages',
  routes: viewPackagesRoutes,
  create: () => null,
  handlers: ({ context }) => ({
    async requestExport({ actor, parameters: { urn, name } }) {
      const { translationId } = await findPackage(context.database, actor, urn)
      return requestExport(context, { translationId, urn, name })
    },
    async requestGuestExport({ actor, parameters: { urn, name } }) {
      const { translationId, subject } = await findPackage(context.database, actor, urn)
      if (!can(actor, 'original:read', subject)) throw new AppError('not-found')
      return requestExport(context, { translationId, urn, name })
    },
  }),
  streams: (app, { context }) => addPackageRoutes(app, context),
  close: ({ context }) => context.domain.exports.close(),
})

interface RequestedExport {
  readonly translationId: string
  readonly urn: string
  readonly name: ExportName
}

async function requestExport(
  { domain }: ModuleContext,
  { name, translationId, urn }: RequestedExport,
): Promise<ExportState> {
  const state = await domain.exports.request(translationId, { name, selection: null })
  const path = `/api/derivatives/${encodeURIComponent(urn)}/${exportFile(name).path}`
  return { ...state, path: state.state === 'ready' ? path : null }
}

/** Adds `GET /api/derivatives/:urn/*`: the live manifest and the files of a view package. */
function addPackageRoutes(app: FastifyInstance, services: ModuleContext): void {
  app.get('/api/derivatives/:urn/*', { onRequest: enter('viewer') }, async (request, reply) => {
    if (request.actor.kind === 'anonymous') throw new AppError('not-signed-in')
    const { urn, '*': path } = request.params as { readonly urn: string; readonly '*': string }
    const storedPackage = await findPackage(services.database, request.actor, urn)
    reply.header('vary', 'accept-encoding, authorization')
    // An export is the file itself in another form.
    const isExport = path.startsWith('exports/')
    if (isExport && request.actor.kind === 'guest' && !can(request.actor, 'original:read', storedPackage.subject))
      throw new AppError('not-found')
    if (path === 'manifest.json')
      return sendManifest(services.database, { actor: request.actor, request, reply, storedPackage })
    if (path === 'summary.json') return sendSummary(services.database, { request, reply, storedPackage })
    const file = await findStoredFile(services.database, { translationId: storedPackage.translationId, path })
    if (file === null) throw new AppError('not-found')
    // HEAD reports the size and sends nothing.
    if (isExport && request.method === 'GET')
      await recordExport(services.database, request.actor, { ...storedPackage, path })
    return sendStoredFile(services.derivatives, {
      request,
      reply,
      file,
      caching: getCacheControl(request, file),
    })
  })
}

interface PackageReply {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly storedPackage: Package
}

interface ManifestReply extends PackageReply {
  readonly actor: PackageReader
}

async function sendManifest(
  database: Kysely<Database>,
  { actor, storedPackage, reply, request }: ManifestReply,
): Promise<FastifyReply> {
  // The manifest is always read when a model is opened, also when the rest is stored on the device. HEAD only checks
  // the permission.
  if (storedPackage.hasManifest && request.method === 'GET') await recordOpening(database, actor, storedPackage)
  const etag = `"${computeJobId(storedPackage.versionId, storedPackage.translationId)}.${storedPackage.manifestRevision}"`
  if (storedPackage.hasManifest) reply.headers({ etag, 'cache-control': revalidated })
  if (storedPackage.hasManifest && matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const manifest = storedPackage.hasManifest
    ? await readManifestText(database, storedPackage.translationId, 'manifest')
    : null
  if (manifest === null) throw new AppError(storedPackage.isUnderway ? 'translation-not-ready' : 'not-found')
  return reply.type('application/json; charset=utf-8').send(manifest)
}

/** Sends the manifest's information about the model and its translation, for clients that do not open it. */
async function sendSummary(database: Kysely<Database>, { storedPackage, reply }: PackageReply): Promise<FastifyReply> {
  const summary = storedPackage.hasManifest
    ? await readManifestText(database, storedPackage.translationId, 'summary')
    : null
  if (summary === null) throw new AppError(storedPackage.isUnderway ? 'translation-not-ready' : 'not-found')
  return reply.header('cache-control', revalidated).type('application/json; charset=utf-8').send(summary)
}

function getCacheControl(request: FastifyRequest, file: StoredFile): string {
  const { v } = request.query as { readonly v?: unknown }
  const namesBytes = typeof v === 'string' && v.length >= minVersionDigits && file.sha256.startsWith(v)
  return namesBytes ? immutable : revalidated
}
