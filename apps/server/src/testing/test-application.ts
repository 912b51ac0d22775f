import { type ClientSecret, type ProtocolScope, protocolScopes } from '@kamar/contracts'
import type { LightMyRequestResponse } from 'fastify'
import { bearer, type TestUser, type TestServer } from './test-server.js'

/** Client application with a token. */
export interface TestApplication {
  readonly id: string
  readonly clientId: string
  readonly clientSecret: string
  readonly owner: TestUser
  readonly headers: { readonly authorization: string }
}

export interface TestApplicationOptions {
  readonly scopes?: readonly ProtocolScope[]
  readonly owner?: TestUser
}

/** Creates an application as its owner does on the page "API access", and requests a token for it. */
export async function testApplication(
  server: TestServer,
  { scopes = protocolScopes, owner }: TestApplicationOptions = {},
): Promise<TestApplication> {
  const user = owner ?? (await server.createUser())
  const applicationResponse = await server.inject({
    method: 'POST',
    url: '/api/auth/applications',
    headers: bearer(user),
    payload: { name: 'Test', scopes },
  })
  if (applicationResponse.statusCode !== 200)
    throw new Error(`making an application answered ${applicationResponse.statusCode} ${applicationResponse.body}`)
  const { application, secret } = applicationResponse.json<ClientSecret>()
  const { clientId, id } = application
  const response = await requestToken(server, { client_id: clientId, client_secret: secret })
  const { access_token: token } = response.json<{ access_token: string }>()
  return { id, clientId, clientSecret: secret, owner: user, headers: { authorization: `Bearer ${token}` } }
}

/** Requests a token from the endpoint with a form. */
export function requestToken(
  server: TestServer,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<LightMyRequestResponse> {
  return server.inject({
    method: 'POST',
    url: '/authentication/v2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString(),
  })
}
