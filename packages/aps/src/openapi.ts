import { type DescribedRoute, type OpenApiDocument, protocolScopes, toPaths } from '@kamar/contracts'
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
  const schemes = document.components['securitySchemes'] as Json
  return {
    ...document,
    paths: { ...document.paths, ...toPaths(listProtocolRoutes().map(describeRoute)) },
    components: { ...document.components, securitySchemes: { ...schemes, ...securitySchemes } },
  }
}

const refusal = { description: 'Refused; each service has its own body' }

function describeRoute({ access, ...route }: ListedProtocolRoute): DescribedRoute {
  const operationId = `${route.service}.${route.name}`
  return { ...route, operationId, security: toSecurity(access), success: '2XX', refusal }
}

function toSecurity(access: ProtocolAccess): readonly Json[] {
  if (access === 'public') return []
  if (access === 'client-credentials') return [{ clientCredentials: [] }]
  if (access === 'signed-address') return [{ signedAddress: [] }]
  return access.map((scopes) => ({ clientToken: scopes }))
}
