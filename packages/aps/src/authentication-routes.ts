import { z } from 'zod'
import { protocolRoute } from './protocol-route.js'

const form = 'application/x-www-form-urlencoded'

/** Token request; the client id and secret come in it or as HTTP Basic. */
export const TokenRequest = z.object({
  grant_type: z.string().max(100).optional(),
  scope: z.string().max(1000).optional(),
  client_id: z.string().max(200).optional(),
  client_secret: z.string().max(400).optional(),
})
export type TokenRequest = z.infer<typeof TokenRequest>

/** Token of a client application; `expires_in` in seconds. */
export const ClientToken = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
})
export type ClientToken = z.infer<typeof ClientToken>

/** Token to introspect or to revoke. */
export const TokenQuery = z.object({
  token: z.string().max(8000),
  token_type_hint: z.string().max(100).optional(),
  client_id: z.string().max(200).optional(),
  client_secret: z.string().max(400).optional(),
})
export type TokenQuery = z.infer<typeof TokenQuery>

/** Introspection result of a token; times in seconds since 1970. */
export const TokenDescription = z.object({
  active: z.boolean(),
  scope: z.string().optional(),
  client_id: z.string().optional(),
  token_type: z.string().optional(),
  exp: z.number().optional(),
  iat: z.number().optional(),
})
export type TokenDescription = z.infer<typeof TokenDescription>

/** Public keys of the token signing keys (RFC 7517). */
export const KeySet = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('RSA'),
      kid: z.string(),
      use: z.literal('sig'),
      alg: z.literal('RS256'),
      n: z.string(),
      e: z.string(),
    }),
  ),
})
export type KeySet = z.infer<typeof KeySet>

/** OpenID Connect Discovery metadata; only client applications sign in here, not users. */
export const AuthenticationServer = z.object({
  issuer: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  introspection_endpoint: z.string(),
  revocation_endpoint: z.string(),
  grant_types_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  subject_types_supported: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  id_token_signing_alg_values_supported: z.array(z.string()),
})
export type AuthenticationServer = z.infer<typeof AuthenticationServer>

/** Routes of Authentication v2, and their equivalents for older clients. */
export const authenticationRoutes = {
  issueToken: protocolRoute({
    method: 'POST',
    path: '/authentication/v2/token',
    summary: 'A token by client credentials; id and secret as HTTP Basic or in the form',
    access: 'client-credentials',
    consumes: form,
    body: TokenRequest,
    response: ClientToken,
  }),
  issueTokenVersion1: protocolRoute({
    method: 'POST',
    path: '/authentication/v1/authenticate',
    summary: 'The same as clients of version 1 ask for it',
    access: 'client-credentials',
    consumes: form,
    body: TokenRequest,
    response: ClientToken,
  }),
  listKeys: protocolRoute({
    method: 'GET',
    path: '/authentication/v2/keys',
    summary: 'The public keys by which tokens are checked',
    access: 'public',
    response: KeySet,
  }),
  describeToken: protocolRoute({
    method: 'POST',
    path: '/authentication/v2/introspect',
    summary: 'Whether one of the client’s own tokens is alive, and what it opens',
    access: 'client-credentials',
    consumes: form,
    body: TokenQuery,
    response: TokenDescription,
  }),
  revokeToken: protocolRoute({
    method: 'POST',
    path: '/authentication/v2/revoke',
    summary: 'End one of the client’s own tokens',
    access: 'client-credentials',
    consumes: form,
    body: TokenQuery,
    response: null,
  }),
  describeServer: protocolRoute({
    method: 'GET',
    path: '/.well-known/openid-configuration',
    summary: 'Where tokens are issued and checked',
    access: 'public',
    response: AuthenticationServer,
  }),
} as const
