import { randomUUID } from 'node:crypto'
import { limits } from '@kamar/contracts'
import fastifyCookie from '@fastify/cookie'
import fastifyMultipart from '@fastify/multipart'
import { fastify, type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { addProviderRoutes } from './modules/accounts/identity-providers/routes.js'
import { accountRoutes } from './modules/accounts/routes.js'
import { securityRoutes } from './modules/accounts/security-routes.js'
import { adminRoutes } from './modules/admin/routes.js'
import { addAuditDownload, auditRoutes } from './modules/audit/routes.js'
import { contactRoutes } from './modules/contact/routes.js'
import { addCompanionRoutes, companionHandlers } from './modules/companions/routes.js'
import { findPackage } from './modules/view-packages/find-package.js'
import { addDerivativeRoutes } from './modules/view-packages/routes.js'
import { addDocumentationRoutes } from './modules/documentation/routes.js'
import { addEventRoutes } from './modules/live/routes.js'
import { listExamples } from './modules/examples/example-models.js'
import { exportRoutes } from './modules/view-packages/export-routes.js'
import { addSandboxFrame, extensionRoutes } from './modules/extensions/routes.js'
import { addArchiveRoutes } from './modules/files/archive-routes.js'
import { addOriginalRoutes } from './modules/files/original-routes.js'
import { fileRoutes } from './modules/files/routes.js'
import { healthRoutes } from './modules/health/routes.js'
import { outboxRoutes } from './modules/mail/routes.js'
import { preferencesRoutes } from './modules/preferences/routes.js'
import { addProtocolRoutes } from './modules/aps/add-protocol-routes.js'
import { applicationHandlers } from './modules/aps/applications/routes.js'
import { rewriteAddress } from './platform/http/rewrite-address.js'
import { addFontRoutes, fontRoutes } from './modules/fonts/routes.js'
import { addAvatarRoutes, profileRoutes } from './modules/profile/routes.js'
import { readUploadRules } from './domain/files/upload-rules.js'
import { storageRoutes } from './modules/storage/routes.js'
import { addUploadRoutes, uploadHandlers } from './modules/uploads/routes.js'
import { versionRoutes } from './modules/versions/routes.js'
import { addHostGuard } from './platform/http/host-names.js'
import { handleClientError } from './platform/http/client-errors.js'
import { drainHandlers } from './platform/http/drain-handlers.js'
import { addErrorHandler, asAppError, sendError } from './platform/http/error-responses.js'
import { readJsonBodies } from './platform/http/json-bodies.js'
import { mountRoutes } from './platform/http/mount-routes.js'
import { closePromptly } from './platform/http/prompt-close.js'
import { addBodyGuards, type BodyTimeout } from './platform/http/request-bodies.js'
import { addSecurityHeaders, putSecurityHeaders } from './platform/http/security-headers.js'
import { watchMethods } from './platform/http/strict-methods.js'
import { serveWebSite } from './platform/http/web-site.js'
import type { Configuration } from './platform/configuration/configuration.js'
import { addCollaborationRoutes, collaborationHandlers } from './collaboration.js'
import type { Metrics } from './platform/monitoring/metrics.js'
import { type Actor, anonymous } from './platform/authorization/actor.js'
import type { Services } from './services.js'

/** Maximum size of a body that is not a file. */
const bodyLimitBytes = 262_144
/** Time for handlers whose client has disconnected to finish when the server stops. */
const handlerDrainMilliseconds = 7000
/** Maximum length of an APS object key with every character percent-encoded as three bytes of UTF-8. */
const maxParameterCharacters = 1024 * 9

export interface AppOptions {
  /** Folder of the built web application; omitted where there is none. */
  readonly webFolder: string
  readonly bodyTimeout?: BodyTimeout
  /** Request counters; omitted: requests are not counted. */
  readonly metrics?: Metrics
}

/** Builds the whole HTTP side: guards, routes of every feature, pages. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const app = createFastify(services)
  app.decorateRequest('actor')
  app.decorate('publicHost', services.configuration.publicUrl?.host ?? null)
  addErrorHandler(app)
  addSecurityHeaders(app, services.configuration)
  addHostGuard(app, services.configuration)
  addBodyGuards(app, options.bodyTimeout)
  addRequestLog(app)
  options.metrics?.watchRequests(app)
  closePromptly(app)
  const track = drainHandlers(app, handlerDrainMilliseconds)
  readJsonBodies(app)
  await app.register(fastifyCookie)
  await app.register(fastifyMultipart, {
    limits: { fileSize: limits.maxUploadBytes, files: 1, fields: 10, fieldSize: 1024, parts: 60 },
  })
  app.addHook('onRequest', async (request) => {
    const { authorization } = request.headers
    request.actor = request.url.startsWith('/api/') ? await track(identify(services, authorization)) : anonymous
  })
  const refuseOtherMethods = watchMethods(app)
  await addFeatures(app, services)
  refuseOtherMethods()
  await serveWebSite(app, { folder: options.webFolder, publicUrl: services.configuration.publicUrl })
  app.addHook('preClose', async () => {
    services.exports.close()
    services.hub.close()
    await services.derivativeService.close()
  })
  return app
}

/** Identifies the caller: an account, or a guest with the token of a secret link. */
async function identify({ accounts, shareLinks }: Services, authorization: string | undefined): Promise<Actor> {
  const actor = await accounts.identify(authorization)
  return actor.kind === 'anonymous' ? ((await shareLinks.identify(authorization)) ?? actor) : actor
}

/** Returns the proxy setting: Fastify does not count hops; given a number, it trusts no proxy. */
function trustedProxies({ trustProxy }: Configuration): NonNullable<FastifyServerOptions['trustProxy']> {
  return typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : trustProxy
}

function createFastify({ configuration, log }: Services): FastifyInstance {
  return fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Undecodable URLs never reach a route or a hook.
    frameworkErrors: (error, request, reply) => {
      putSecurityHeaders(request, reply, configuration.publicUrl)
      sendError(request, reply, asAppError(error))
    },
    clientErrorHandler: handleClientError,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trustedProxies(configuration),
    bodyLimit: bodyLimitBytes,
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    // Open connections may finish their requests while the server drains.
    return503OnClosing: false,
    routerOptions: { maxParamLength: maxParameterCharacters },
    // Some clients append a path with a leading slash to a base URL with a trailing one.
    rewriteUrl: rewriteAddress,
  })
}

async function addFeatures(app: FastifyInstance, services: Services): Promise<void> {
  const { attempts, context, database, files } = services
  mountRoutes(app, {
    ...collaborationHandlers(services),
    ...accountRoutes(services),
    ...securityRoutes(services),
    ...outboxRoutes({ database, configured: services.configuration.mail !== null, worker: services.mailWorker }),
    ...fileRoutes(files),
    ...exportRoutes({ ...services, findPackage: (actor, urn) => findPackage(database, actor, urn) }),
    ...healthRoutes(services.health),
    ...profileRoutes(services.profiles, services.emailChange),
    ...preferencesRoutes(context),
    ...storageRoutes(services.storage),
    ...uploadHandlers(services.uploads),
    ...fontRoutes(services.fonts),
    ...applicationHandlers(services.protocol.applications),
    ...versionRoutes(services.versions, services.results),
    ...companionHandlers(services.companions),
    ...contactRoutes({ database, attempts }),
    ...extensionRoutes(services.extensions),
    ...adminRoutes(context, services.users),
    ...auditRoutes(services),
    examples: () => listExamples(database),
    uploadRules: () => readUploadRules(database),
  })
  await addUploadRoutes(app, services)
  addOriginalRoutes(app, services)
  await addArchiveRoutes(app, services)
  addAvatarRoutes(app, services.profiles)
  addProviderRoutes(app, services.providerSignIn)
  addCompanionRoutes(app, services.companions)
  addFontRoutes(app, services.fonts)
  addDerivativeRoutes(app, services)
  addAuditDownload(app, services)
  addCollaborationRoutes(app, services)
  addEventRoutes(app, services.hub)
  addDocumentationRoutes(app)
  addSandboxFrame(app)
  await addProtocolRoutes(app, services)
}

/** Logs one line per request at level `info`: URLs without their query, and never a header or a body. */
function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    })
  })
}
