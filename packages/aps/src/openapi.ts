import {
  bytesBody,
  toErrorResponses,
  type OpenApiDocument,
  type OpenApiOperation,
  openApiPath,
  toParameters,
  toJsonSchema,
  protocolScopes,
} from '@kamar/contracts'
import type { ProtocolAccess } from './protocol-route.js'
import { type ListedProtocolRoute, listProtocolRoutes } from './routes.js'

type Json = Record<string, unknown>

const securitySchemes = {
  clientToken: {
    type: 'oauth2',
    description: 'Token of a client application, one hour; ids and secrets are made on the page “API access”',
    flows: {
      clientCredentials: {
        tokenUrl: '/authentication/v2/token',
        scopes: Object.fromEntries(protocolScopes.map((scope) => [scope, ''])),
      },
    },
  },
  clientCredentials: { type: 'http', scheme: 'basic', description: 'Client id and secret; also taken in the form' },
  signedAddress: { type: 'apiKey', in: 'query', name: 'signature', description: 'Part of an address that was signed' },
}

/** Adds all APS routes to the OpenAPI document of the API, generated from the same tables. */
export function withProtocol(document: OpenApiDocument): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const definition of listProtocolRoutes()) {
    const key = openApiPath(definition.path)
    paths[key] = { ...paths[key], [definition.method.toLowerCase()]: toOperation(definition) }
  }
  const schemes = document.components['securitySchemes'] as Json
  return {
    ...document,
    paths: { ...document.paths, ...paths },
    components: { ...document.components, securitySchemes: { ...schemes, ...securitySchemes } },
  }
}

function toOperation(definition: ListedProtocolRoute): OpenApiOperation {
  return {
    operationId: `${definition.service}.${definition.name}`,
    summary: definition.summary,
    security: toSecurity(definition.access),
    ...toParameters(definition.path, definition.query),
    ...toRequestBody(definition),
    responses: {
      ...toResponses(definition),
      ...toErrorResponses({ description: 'Refused; each service has its own body' }),
    },
  }
}

function toSecurity(access: ProtocolAccess): readonly Json[] {
  if (access === 'public') return []
  if (access === 'client-credentials') return [{ clientCredentials: [] }]
  if (access === 'signed-address') return [{ signedAddress: [] }]
  return access.map((scopes) => ({ clientToken: scopes }))
}

function toRequestBody({ body, consumes }: ListedProtocolRoute): { readonly requestBody?: Json } {
  if (body) {
    const content = { [consumes ?? 'application/json']: { schema: toJsonSchema(body) } }
    return { requestBody: { required: true, content } }
  }
  return consumes === undefined ? {} : { requestBody: bytesBody(consumes) }
}

function toResponses({ produces, response }: ListedProtocolRoute): Record<string, Json> {
  if (response)
    return { '2XX': { description: 'Done', content: { 'application/json': { schema: toJsonSchema(response) } } } }
  return { '2XX': { description: 'Done', ...(produces === undefined ? {} : { content: { [produces]: {} } }) } }
}
