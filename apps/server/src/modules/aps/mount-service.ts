import { type PathParameters, ProtocolError, type ProtocolRoute, type ProtocolService } from '@kamar/aps'
import type { ScopeAlternatives } from '@kamar/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { z } from 'zod'
import type { ApplicationActor } from '../../platform/authorization/actor.js'
import type { ApplicationGuard } from './application-guard.js'
import { addProtocolErrors } from './protocol-responses.js'
import { leaveBodies, readForms } from '../../platform/http/bodies/body-parsers.js'
import type { Parsed } from '../../platform/http/mount-routes.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Application whose token opened an APS call; null for every other call. */
    application: ApplicationActor | null
  }
}

type ResponseBody<Definition extends ProtocolRoute> = Definition['response'] extends z.ZodType
  ? z.input<Definition['response']> | FastifyReply
  : FastifyReply | undefined

/** Authorised APS call with its parsed input. */
export interface ProtocolCall<Definition extends ProtocolRoute> {
  readonly application: Definition['access'] extends ScopeAlternatives ? ApplicationActor : null
  readonly parameters: PathParameters<Definition['path']>
  readonly query: Parsed<Definition, 'query'>
  readonly body: Parsed<Definition, 'body'>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type RouteTable = Readonly<Record<string, ProtocolRoute>>

/** Handler for every route of a table: returns JSON, nothing, or the reply through which it has sent a stream. */
export type ServiceHandlers<Table extends RouteTable> = {
  readonly [Name in keyof Table]: (call: ProtocolCall<Table[Name]>) => Promise<ResponseBody<Table[Name]>>
}

/** Service of the APS-compatible API to be mounted. */
export interface MountedService<Table extends RouteTable> {
  readonly service: ProtocolService
  readonly routes: Table
  readonly handlers: ServiceHandlers<Table>
  readonly guard: ApplicationGuard
}

type AnyHandler = (call: ProtocolCall<ProtocolRoute>) => Promise<unknown>

/** Mounts every route of one service, with the service's own error responses. */
export async function mountService<Table extends RouteTable>(
  app: FastifyInstance,
  { service, routes, handlers, guard }: MountedService<Table>,
): Promise<void> {
  const table = Object.entries(routes).map(([name, definition]) => ({
    definition,
    handler: handlers[name] as unknown as AnyHandler,
  }))
  const mountAll = (scope: FastifyInstance, streams: boolean): void => {
    addProtocolErrors(scope, service)
    for (const { definition, handler } of table.filter((row) => takesBytes(row.definition) === streams)) {
      mount(scope, { definition, handler, guard })
    }
  }
  await app.register(async (scope) => {
    readLooseBodies(scope)
    mountAll(scope, false)
  })
  await app.register(async (scope) => {
    leaveBodies(scope)
    mountAll(scope, true)
  })
}

interface MountedRoute {
  readonly definition: ProtocolRoute
  readonly handler: AnyHandler
  readonly guard: ApplicationGuard
}

function mount(app: FastifyInstance, { definition, handler, guard }: MountedRoute): void {
  app.route({
    method: definition.method,
    url: definition.path,
    onRequest: letIn(definition, guard),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const result = await handler({
        application: request.application as null,
        parameters: request.params as ProtocolCall<ProtocolRoute>['parameters'],
        query: read(definition.query, request.query, 'query') as undefined,
        body: read(definition.body, request.body, 'body') as undefined,
        request,
        reply,
      })
      // A reply that was awaited is complete by now; its client may also have disconnected.
      if (result === reply || reply.sent || reply.raw.headersSent || reply.raw.destroyed) return reply
      return result === undefined ? reply.send() : (definition.response?.parse(result) ?? result)
    },
  })
}

/** Refuses clients without a token, or with insufficient scopes, before their body is read. */
function letIn({ access }: ProtocolRoute, guard: ApplicationGuard): onRequestAsyncHookHandler {
  return async (request) => {
    request.application = typeof access === 'string' ? null : await guard(request.headers.authorization, access)
  }
}

function read(shape: z.ZodType | undefined, value: unknown, part: string): unknown {
  if (!shape) return undefined
  const result = shape.safeParse(value ?? {})
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = [part, ...(issue?.path ?? [])].join('.').slice(0, 100)
  throw new ProtocolError(400, `${field}: ${issue?.message ?? 'not valid'}`)
}

const takesBytes = ({ consumes }: ProtocolRoute): boolean => consumes === 'application/octet-stream'

/** Parses forms; treats an empty body as none, whatever its content type. */
function readLooseBodies(app: FastifyInstance): void {
  if (app.hasContentTypeParser('text/plain')) app.removeContentTypeParser('text/plain')
  readForms(app)
  app.addContentTypeParser<string>('*', { parseAs: 'string' }, (_request, _body, done) => done(null, null))
}
