import { randomUUID } from 'node:crypto'
import { limits } from '@kamar/contracts'
import fastifyCookie from '@fastify/cookie'
import fastifyMultipart from '@fastify/multipart'
import { fastify, type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { addProviderRoutes } from './features/accounts/identity-providers/routes.js'
import { accountRoutes } from './features/accounts/routes.js'
import { securityRoutes } from './features/accounts/security-routes.js'
import { adminRoutes } from './features/admin/routes.js'
import { addAuditDownload, auditRoutes } from './features/audit/routes.js'
import { contactRoutes } from './features/contact/routes.js'
import { addCompanionRoutes, companionHandlers } from './features/companions/routes.js'
import { findPackage } from './features/derivatives/find-package.js'
import { addDerivativeRoutes } from './features/derivatives/routes.js'
import { addDocumentationRoutes } from './features/documentation/routes.js'
import { addEventRoutes } from './features/events/routes.js'
import { listExamples } from './features/examples/example-models.js'
import { exportRoutes } from './features/exports/routes.js'
import { addSandboxFrame, extensionRoutes } from './features/extensions/routes.js'
import { addArchiveRoutes } from './features/files/archive-routes.js'
import { addOriginalRoutes } from './features/files/original-routes.js'
import { fileRoutes } from './features/files/routes.js'
import { healthRoutes } from './features/health/routes.js'
import { outboxRoutes } from './features/mail/routes.js'
import { preferencesRoutes } from './features/preferences/routes.js'
import { addProtocolRoutes } from './features/aps/add-protocol-routes.js'
import { applicationHandlers } from './features/aps/applications/routes.js'
import { rewriteAddress } from './features/aps/rewrite-address.js'
import { addFontRoutes, fontRoutes } from './features/fonts/routes.js'
import { addAvatarRoutes, profileRoutes } from './features/profile/routes.js'
import { requiresApprovalByDefault } from './features/shared/deployment-settings.js'
import { readUploadRules } from './features/shared/upload-rules.js'
import { storageRoutes } from './features/storage/routes.js'
import { addUploadRoutes, uploadHandlers } from './features/uploads/routes.js'
import { versionRoutes } from './features/versions/routes.js'
import { addHostGuard } from './http/host-names.js'
import { handleClientError } from './http/client-errors.js'
import { drainHandlers } from './http/drain-handlers.js'
import { addErrorHandler, asAppError, sendError } from './http/error-responses.js'
import { readJsonBodies } from './http/json-bodies.js'
import { mountRoutes } from './http/mount-routes.js'
import { closePromptly } from './http/prompt-close.js'
import { addBodyGuards, type BodyTimeout } from './http/request-bodies.js'
import { addSecurityHeaders, putSecurityHeaders } from './http/security-headers.js'
import { watchMethods } from './http/strict-methods.js'
import { serveWebSite } from './http/web-site.js'
import type { Configuration } from './configuration.js'
import { passwordConfirmation } from './make-account.js'
import { addCollaborationRoutes, collaborationHandlers } from './collaboration.js'
import type { Metrics } from './monitoring/metrics.js'
import { type Actor, anonymous } from './authorization/actor.js'
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
  const { accountEvents, attempts, database, files } = services
  mountRoutes(app, {
    ...collaborationHandlers(services),
    ...accountRoutes(services),
    ...securityRoutes({
      ...services,
      sendsMail: services.configuration.mail !== null,
      confirmPassword: passwordConfirmation({ database, attempts }),
    }),
    ...outboxRoutes({ database, configured: services.configuration.mail !== null, worker: services.mailWorker }),
    ...fileRoutes(files),
    ...exportRoutes({ ...services, findPackage: (actor, urn) => findPackage(database, actor, urn) }),
    ...healthRoutes(services.health),
    ...profileRoutes(services.profiles, services.emailChange),
    ...preferencesRoutes({ database, accountEvents: accountEvents }),
    ...storageRoutes(services.storage),
    ...uploadHandlers(services.uploads),
    ...fontRoutes(services.fonts),
    ...applicationHandlers(services.protocol.applications),
    ...versionRoutes(services.versions, services.results),
    ...companionHandlers(services.companions),
    ...contactRoutes({ database, attempts }),
    ...extensionRoutes(services.extensions),
    ...adminRoutes({
      database,
      accountEvents,
      users: services.users,
      isolation: services.health.isolation,
      cloudRegion: services.configuration.autodeskCloud?.region ?? null,
      requiresApprovalByDefault: requiresApprovalByDefault(services.configuration),
    }),
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
