import { z } from 'zod'
import { errorTable } from '@kamar/core'
import { errorMessages } from '../messages/index.js'
import type { Route, RouteAccess, StreamRoute } from './route.js'
import { routes } from '../generated/route-tables.js'
import { streamRoutes } from '../generated/stream-tables.js'
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
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kamar',
      version: '1',
      description: 'Upload CAD and building models, follow their translation, view them.',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from' }],
    paths: toPaths([
      ...Object.entries(routes).map(([name, route]) => describeRoute(name, route)),
      ...streamRoutes.map(describeStream),
    ]),
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

/** Route as the document describes it, whichever table it is of. */
export interface DescribedRoute extends Pick<OpenApiOperation, 'operationId' | 'summary' | 'security'> {
  readonly method: string
  readonly path: string
  readonly query?: z.ZodType | undefined
  readonly body?: z.ZodType | undefined
  readonly consumes?: string | undefined
  readonly produces?: string | undefined
  /** Status of success. */
  readonly success: '200' | '204' | '2XX'
  /** Shape of a JSON response; null when it is empty or bytes. */
  readonly response: z.ZodType | null
  /** Response of a refusal. */
  readonly refusal: Json
}

const refusal = { $ref: '#/components/responses/Error' }

function describeRoute(operationId: string, { access, response, ...route }: Route): DescribedRoute {
  const result = response instanceof z.ZodUndefined ? null : response
  const success = result === null ? '204' : '200'
  return { ...route, operationId, security: securityOf[access], success, response: result, refusal }
}

function describeStream({ access, response, ...route }: StreamRoute): DescribedRoute {
  const camelCasePath = route.path.replace(/\W+(\w)?/g, (_, letter?: string) => letter?.toUpperCase() ?? '')
  const operationId = `${route.method.toLowerCase()}${camelCasePath}`
  const success = response ? '200' : '2XX'
  return { ...route, operationId, security: securityOf[access], success, response: response ?? null, refusal }
}

/** Returns the paths of routes, each with the operations of its methods. */
export function toPaths(described: readonly DescribedRoute[]): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const route of described) {
    const path = openApiPath(route.path)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route) }
  }
  return paths
}

function toOperation(route: DescribedRoute): OpenApiOperation {
  const { operationId, path, query, refusal, security, success, summary } = route
  const responses = { [success]: toSuccess(route), '4XX': refusal, '5XX': refusal }
  return { operationId, summary, security, ...toParameters(path, query), ...toRequestBody(route), responses }
}

/** Converts path and query parameters to the parameter list of an operation. */
function toParameters(path: string, query: z.ZodType | undefined): { parameters?: readonly Json[] } {
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

function toRequestBody({ body, consumes }: DescribedRoute): { requestBody?: Json } {
  if (body) return { requestBody: { required: true, content: jsonContent(body, consumes) } }
  if (!consumes) return {}
  const bytes = { type: 'string', format: 'binary' }
  const schema = consumes === 'multipart/form-data' ? { type: 'object', properties: { file: bytes } } : bytes
  return { requestBody: { required: true, content: { [consumes]: { schema } } } }
}

function toSuccess({ produces, response }: DescribedRoute): Json {
  if (response) return { description: 'Done', content: jsonContent(response) }
  return { description: 'Done', ...(produces ? { content: { [produces]: {} } } : {}) }
}

const jsonContent = (shape: z.ZodType, type = 'application/json'): Json => ({ [type]: { schema: toJsonSchema(shape) } })

/** Converts a shape to JSON Schema; named shapes become references to `components.schemas`. */
function toJsonSchema(shape: z.ZodType): Json {
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
