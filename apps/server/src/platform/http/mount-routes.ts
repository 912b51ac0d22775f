import { AppError } from '@kamar/core'
import type { Route, RouteAccess } from '@kamar/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { z } from 'zod'
import type { AccountActor, Actor, PackageReader } from '../authorization/actor.js'
import { can } from '../authorization/permissions.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Caller of this request; set before any handler runs. */
    actor: Actor
  }
  interface FastifyInstance {
    /** Host and port of the configured public URL. */
    publicHost: string | null
    /** Identifies the caller by the header `authorization`. */
    identify(authorization: string | undefined): Promise<Actor>
  }
}

/** Actor type guaranteed to a route's handler after `enter`. */
type ActorOf<Access extends RouteAccess> = Access extends 'user' | 'admin'
  ? AccountActor
  : Access extends 'viewer'
    ? PackageReader
    : Actor

/** Parsed input of a route; undefined where it declares none. */
export type Parsed<Definition, Key extends 'parameters' | 'query' | 'body'> = Definition extends {
  readonly [Name in Key]: infer Shape extends z.ZodType
}
  ? z.output<Shape>
  : undefined

/** Call of a route, its input validated against the declared schemas. */
export interface Call<Definition extends Route> {
  readonly actor: ActorOf<Definition['access']>
  readonly parameters: Parsed<Definition, 'parameters'>
  readonly query: Parsed<Definition, 'query'>
  readonly body: Parsed<Definition, 'body'>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Routes by name. */
export type RouteTable = Readonly<Record<string, Route>>
// A method, so that the handlers of different routes form a list.
type Handler<Definition extends Route> = {
  handle(call: Call<Definition>): Promise<z.output<Definition['response']>>
}['handle']
/** Handler for every route of a table: a missing one is a compile error. */
export type Handlers<Table extends RouteTable> = { readonly [Name in keyof Table]: Handler<Table[Name]> }

/**
 * Checks whether the caller may call a route with this access: 401 unauthenticated, 403 forbidden. Runs before the body
 * is read.
 */
export function enter(access: RouteAccess): onRequestAsyncHookHandler {
  return async (request) => {
    if (access === 'refresh-cookie') assertSameOrigin(request)
    if (can(request.actor, `call:${access}`)) return
    if (request.actor.kind === 'account') {
      request.log.warn({ account: request.actor.accountId, path: request.routeOptions.url }, 'call refused')
    }
    throw new AppError(request.actor.kind === 'account' ? 'not-allowed' : 'not-signed-in')
  }
}

/** Mounts every JSON route of a table. */
export function mountRoutes<Table extends RouteTable>(
  app: FastifyInstance,
  table: Table,
  handlers: Handlers<Table>,
): void {
  for (const [name, definition] of Object.entries(table)) {
    const handler = handlers[name]
    if (handler) mount(app, definition, handler)
  }
}

function mount(app: FastifyInstance, definition: Route, handler: Handler<Route>): void {
  const write = createWriter(definition.response)
  app.route({
    method: definition.method,
    url: definition.path,
    ...(definition.bodyLimitBytes === undefined ? {} : { bodyLimit: definition.bodyLimitBytes }),
    onRequest: enter(definition.access),
    handler: async (request, reply) => {
      const call = {
        actor: request.actor,
        parameters: read(definition.parameters, request.params, 'path'),
        query: read(definition.query, request.query, 'query'),
        body: read(definition.body, request.body, 'body'),
        request,
        reply,
      }
      reply.header('cache-control', 'no-store')
      const result: unknown = await handler(call as Call<Route>)
      const text = write(result)
      if (text === undefined) return reply.code(204).send()
      return reply.type('application/json; charset=utf-8').send(text)
    },
  })
}

/**
 * Creates a function that validates a response and serialises it as JSON; undefined for none. A frozen response is
 * shared by concurrent requests, so that its bytes are cached as long as it lives.
 */
function createWriter(shape: Route['response']): (result: unknown) => string | Buffer | undefined {
  const bytesByResult = new WeakMap<object, Buffer>()
  return (result) => {
    const isShared = typeof result === 'object' && result !== null && Object.isFrozen(result)
    const cachedBytes = isShared ? bytesByResult.get(result) : undefined
    if (cachedBytes !== undefined) return cachedBytes
    const checked: unknown = shape.parse(result)
    const text = checked === undefined ? undefined : JSON.stringify(checked)
    if (!isShared || text === undefined) return text
    const bytes = Buffer.from(text)
    bytesByResult.set(result, bytes)
    return bytes
  }
}

function read(shape: Route['body'], value: unknown, part: string): unknown {
  if (!shape) return undefined
  const result = shape.safeParse(value)
  if (result.success) return result.data
  const field = [part, ...(result.error.issues[0]?.path ?? [])].join('.')
  throw new AppError('invalid-input', { field: field.slice(0, 100) })
}

/** Checks the origin of a call: SameSite protects the cookie, except from older browsers and sibling sub-domains. */
function assertSameOrigin(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('not-allowed')
  if (origin === undefined) return
  // A proxy may replace the host that the browser requested.
  const ownHosts = [request.host, request.server.publicHost]
  if (!ownHosts.includes(parseHost(origin) ?? '')) throw new AppError('not-allowed')
}

function parseHost(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

/** Returns the account of a request that has passed `enter('user')`. */
export function requireAccount(request: FastifyRequest): AccountActor {
  if (request.actor.kind !== 'account') throw new AppError('not-signed-in')
  return request.actor
}
