import {
  type AuthenticationServer,
  type authenticationRoutes,
  type ClientToken,
  ProtocolError,
  type TokenDescription,
  type TokenQuery,
  type TokenRequest,
} from '@kamar/aps'
import { protocolScopes } from '@kamar/contracts'
import type { FastifyRequest } from 'fastify'
import type { Protocol } from '../protocol.js'
import type { ServiceHandlers } from '../mount-service.js'
import { authenticateClient, grantedScopes, type KnownClient } from './client-credentials.js'
import { clientTokenSeconds, type TokenClaims } from './client-tokens.js'

const fiveMinutes = 'public, max-age=300'

/** Creates the handlers of Authentication v2 and the shim of version 1. */
export function authenticationHandlers(services: Protocol): ServiceHandlers<typeof authenticationRoutes> {
  const { keys, originOf, tokens } = services
  const issue = ({ request, body }: Form<TokenRequest>): Promise<ClientToken> => issueToken(services, request, body)
  return {
    issueToken: issue,
    issueTokenVersion1: issue,
    async listKeys({ reply }) {
      reply.header('cache-control', fiveMinutes)
      return keys.published()
    },
    async describeToken({ request, body }) {
      const claims = await ownToken(services, request, body)
      return claims === null ? { active: false } : description(claims)
    },
    async revokeToken({ request, body }) {
      const claims = await ownToken(services, request, body)
      if (claims !== null) await tokens.revoke(claims)
      return undefined
    },
    async describeServer({ request, reply }) {
      reply.header('cache-control', fiveMinutes)
      return serverAt(originOf(request))
    },
  }
}

interface Form<Body> {
  readonly request: FastifyRequest
  readonly body: Body
}

async function issueToken(services: Protocol, request: FastifyRequest, body: TokenRequest): Promise<ClientToken> {
  const client = await identifyClient(services, request, body)
  if (body.grant_type !== 'client_credentials') {
    throw new ProtocolError(400, 'The grant_type must be client_credentials', { oauthCode: 'unsupported_grant_type' })
  }
  return {
    access_token: await services.tokens.issue(client, grantedScopes(client, body.scope)),
    token_type: 'Bearer',
    expires_in: clientTokenSeconds,
  }
}

function identifyClient(
  services: Protocol,
  { headers, ip }: FastifyRequest,
  form: TokenRequest | TokenQuery,
): Promise<KnownClient> {
  return authenticateClient(services, { authorization: headers.authorization, form, address: ip })
}

/** Returns null for a void token, and for one of another client, so that the caller learns nothing about it. */
async function ownToken(services: Protocol, request: FastifyRequest, body: TokenQuery): Promise<TokenClaims | null> {
  const client = await identifyClient(services, request, body)
  const claims = await services.tokens.describe(body.token)
  return claims?.application.applicationId === client.id ? claims : null
}

function description({ application, issuedAt, expiresAt }: TokenClaims): TokenDescription {
  return {
    active: true,
    scope: [...application.scopes].join(' '),
    client_id: application.clientId,
    token_type: 'Bearer',
    iat: issuedAt,
    exp: expiresAt,
  }
}

function serverAt(origin: string): AuthenticationServer {
  return {
    issuer: origin,
    token_endpoint: `${origin}/authentication/v2/token`,
    jwks_uri: `${origin}/authentication/v2/keys`,
    introspection_endpoint: `${origin}/authentication/v2/introspect`,
    revocation_endpoint: `${origin}/authentication/v2/revoke`,
    grant_types_supported: ['client_credentials'],
    response_types_supported: ['token'],
    subject_types_supported: ['public'],
    scopes_supported: [...protocolScopes],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
}
