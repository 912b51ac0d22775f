import { z } from 'zod'
import { errorTable } from '@kamar/core'
import { errorMessages } from '../messages/index.js'
import type { Route, RouteAccess, StreamRoute } from './route.js'
import { routes, streamRoutes } from '../generated/route-tables.js'
import * as shapes from '../generated/shapes.js'
import { ErrorBody } from './error-body.js'

type Json = Record<string, unknown>

/** OpenAPI 3.1 document as plain JSON. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: Json
  /** Every error code of the API with its status, English text and whether a retry may help. */
  readonly 'x-errors': readonly { code: string; status: number; message: string; mayRetry: boolean }[]
}

/** Operation of a path: one HTTP method. */
export interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly security: readonly Json[]
  readonly parameters?: readonly Json[]
  readonly requestBody?: Json
  readonly responses: Readonly<Record<string, Json>>
}

type ShapeNames = z.core.$ZodRegistry<{ id: string }>

let names: ShapeNames | undefined

/** Returns the names of shapes; built on demand, so that a browser bundle that does not use the document omits it. */
function namedShapes(): ShapeNames {
  if (names) return names
  names = z.registry<{ id: string }>()
  for (const [id, shape] of listShapes()) names.add(shape, { id })
  return names
}

function listShapes(): [string, z.ZodType][] {
  return Object.entries<unknown>({ ErrorBody, ...shapes }).flatMap(([name, shape]): [string, z.ZodType][] =>
    shape instanceof z.ZodType ? [[name, shape]] : [],
  )
}

/**
 * Generates the OpenAPI 3.1 document of the whole API from `routes`, `streamRoutes`, the shapes and the error table.
 */
export function openApiDocument(): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  const add = (path: string, method: string, operation: OpenApiOperation): void => {
    const key = openApiPath(path)
    paths[key] = { ...paths[key], [method.toLowerCase()]: operation }
  }
  for (const [name, definition] of Object.entries(routes)) {
    add(definition.path, definition.method, jsonOperation(name, definition))
  }
  for (const definition of streamRoutes) add(definition.path, definition.method, streamOperation(definition))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kamar',
      version: '1',
      description: 'Upload CAD and building models, follow their translation, view them.',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from' }],
    paths,
    components: { schemas: namedSchemas(), responses: { Error: errorResponse }, securitySchemes },
    'x-errors': errorRows(),
  }
}

/** Converts `/api/x/:id` and `/api/x/*` to OpenAPI's `/api/x/{id}` and `/api/x/{path}`; `::` is a literal colon. */
export function openApiPath(path: string): string {
  return path
    .replace(/(?<!:):(\w+)/g, '{$1}')
    .replace('::', ':')
    .replace(/\*$/, '{path}')
}

const securitySchemes = {
  accessToken: { type: 'http', scheme: 'bearer', description: 'access_token of auth/login, 15 minutes' },
  viewerToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'access_token of auth/viewer-token, one hour, read only',
  },
  refreshCookie: { type: 'apiKey', in: 'cookie', name: 'kamar_refresh' },
}

const securityOf: Record<RouteAccess, readonly Json[]> = {
  public: [],
  'refresh-cookie': [{ refreshCookie: [] }],
  user: [{ accessToken: [] }],
  viewer: [{ accessToken: [] }, { viewerToken: [] }],
  admin: [{ accessToken: [] }],
}

const errorResponse = {
  description: 'An error of the table `x-errors`',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
}

function jsonOperation(name: string, definition: Route): OpenApiOperation {
  return {
    operationId: name,
    summary: definition.summary,
    security: securityOf[definition.access],
    ...toParameters(definition.path, definition.query),
    ...(definition.body ? { requestBody: jsonBody(definition.body) } : {}),
    responses: {
      ...toRouteResponses(definition.response),
      ...toErrorResponses({ $ref: '#/components/responses/Error' }),
    },
  }
}

/** Returns the 4XX and 5XX responses of an operation. */
export const toErrorResponses = (response: Json): Record<string, Json> => ({ '4XX': response, '5XX': response })

/** Returns the success response of a route: 204 when the route has an empty response. */
function toRouteResponses(response: z.ZodType): Record<string, Json> {
  if (response instanceof z.ZodUndefined) return { '204': { description: 'Done' } }
  return { '200': toJsonResponse(response) }
}

function streamOperation(definition: StreamRoute): OpenApiOperation {
  return {
    operationId: `${definition.method.toLowerCase()}${definition.path.replace(/\W+(\w)?/g, (_, letter?: string) => letter?.toUpperCase() ?? '')}`,
    summary: definition.summary,
    security: securityOf[definition.access],
    ...toParameters(definition.path, undefined),
    ...(definition.consumes ? { requestBody: bytesBody(definition.consumes) } : {}),
    responses: { ...toStreamResponses(definition), ...toErrorResponses({ $ref: '#/components/responses/Error' }) },
  }
}

function toStreamResponses(definition: StreamRoute): Record<string, Json> {
  if (definition.response) return { '200': toJsonResponse(definition.response) }
  const content = definition.produces ? { content: { [definition.produces]: {} } } : {}
  return { '2XX': { description: 'Done', ...content } }
}

/** Converts path and query parameters to the parameter list of an operation. */
export function toParameters(path: string, query: z.ZodType | undefined): { parameters?: readonly Json[] } {
  const inPath = [...openApiPath(path).matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const parameters = [...inPath, ...(query ? queryParameters(query) : [])]
  return parameters.length > 0 ? { parameters } : {}
}

function queryParameters(query: z.ZodType): readonly Json[] {
  const { properties, required } = toJsonSchema(query) as { properties?: Json; required?: readonly string[] }
  return Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required?.includes(name) ?? false,
    schema,
  }))
}

function jsonBody(shape: z.ZodType): Json {
  return { required: true, content: { 'application/json': { schema: toJsonSchema(shape) } } }
}

function toJsonResponse(shape: z.ZodType): Json {
  return { description: 'Done', content: { 'application/json': { schema: toJsonSchema(shape) } } }
}

/** Returns a request body of raw bytes, or of a form with a file. */
export function bytesBody(contentType: string): Json {
  const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } }
  const schema = contentType === 'multipart/form-data' ? file : { type: 'string', format: 'binary' }
  return { required: true, content: { [contentType]: { schema } } }
}

/** Converts a shape to JSON Schema; named shapes become references to `components.schemas`. */
export function toJsonSchema(shape: z.ZodType): Json {
  return withReferences(z.toJSONSchema(shape, { metadata: namedShapes(), io: 'input' })).schema
}

function namedSchemas(): Json {
  return Object.assign({}, ...listShapes().map(([, shape]) => toDefinitions(shape))) as Json
}

function toDefinitions(shape: z.ZodType): Json {
  return withReferences(z.toJSONSchema(shape, { metadata: namedShapes(), io: 'input' })).definitions
}

function withReferences(schema: object): { schema: Json; definitions: Json } {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $defs, $schema: _, ...rest } = JSON.parse(text) as Json & { $defs?: Json }
  return { schema: rest, definitions: $defs ?? {} }
}

function errorRows(): OpenApiDocument['x-errors'] {
  return Object.entries(errorTable).map(([code, { status, mayRetry }]) => ({
    code,
    status,
    message: errorMessages.en[code as keyof typeof errorTable],
    mayRetry,
  }))
}
