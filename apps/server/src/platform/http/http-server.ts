import { randomUUID } from 'node:crypto'
import { limits } from '@kamar/contracts'
import fastifyCookie from '@fastify/cookie'
import fastifyMultipart from '@fastify/multipart'
import {
  fastify,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { type Actor, anonymous } from '../authorization/actor.js'
import type { Configuration } from '../configuration/configuration.js'
import type { Metrics } from '../monitoring/metrics.js'
import { handleClientError } from './client-errors.js'
import { drainHandlers } from './drain-handlers.js'
import { addErrorHandler, asAppError, sendError } from './error-responses.js'
import { addHostGuard } from './host-names.js'
import { readJsonBodies } from './bodies/json-bodies.js'
import { closePromptly } from './prompt-close.js'
import { addBodyGuards, type BodyTimeout } from './bodies/request-bodies.js'
import { rewriteAddress } from './rewrite-address.js'
import { addSecurityHeaders, putSecurityHeaders } from './security-headers.js'

/** Maximum size of a body that is not a file. */
const bodyLimitBytes = 262_144
/** Time for handlers whose client has disconnected to finish when the server stops. */
const handlerDrainMilliseconds = 7000
/** Maximum length of an APS object key with every character percent-encoded as three bytes of UTF-8. */
const maxParameterCharacters = 1024 * 9

/** Dependencies of the HTTP server. */
export interface HttpServerDependencies {
  readonly configuration: Configuration
  readonly log: FastifyBaseLogger
  /** Identifies the caller by the header `authorization`. */
  readonly identify: (authorization: string | undefined) => Promise<Actor>
  readonly bodyTimeout?: BodyTimeout | undefined
  /** Request counters; omitted: requests are not counted. */
  readonly metrics?: Metrics | undefined
}

/** Creates the HTTP server with its guards, before any route. */
export async function createHttpServer(dependencies: HttpServerDependencies): Promise<FastifyInstance> {
  const { bodyTimeout, configuration, metrics } = dependencies
  const app = createFastify(dependencies)
  app.decorateRequest('actor')
  app.decorate('publicHost', configuration.publicUrl?.host ?? null)
  addErrorHandler(app)
  addSecurityHeaders(app, configuration)
  addHostGuard(app, configuration)
  addBodyGuards(app, bodyTimeout)
  addRequestLog(app)
  metrics?.watchRequests(app)
  closePromptly(app)
  const track = drainHandlers(app, handlerDrainMilliseconds)
  readJsonBodies(app)
  await app.register(fastifyCookie)
  await app.register(fastifyMultipart, {
    // Each route passes the limit of its files.
    limits: { fileSize: limits.maxUploadBytes, files: 1, fields: 10, fieldSize: 1024, parts: 60 },
  })
  app.decorate('identify', dependencies.identify)
  app.addHook('onRequest', async (request) => {
    const { headers, url } = request
    request.actor = url.startsWith('/api/') ? await track(app.identify(headers.authorization)) : anonymous
  })
  return app
}

/** Returns the proxy setting: Fastify does not count hops; given a number, it trusts no proxy. */
function trustedProxies({ trustProxy }: Configuration): NonNullable<FastifyServerOptions['trustProxy']> {
  return typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : trustProxy
}

function createFastify({ configuration, log }: HttpServerDependencies): FastifyInstance {
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
