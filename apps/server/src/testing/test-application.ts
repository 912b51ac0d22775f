import type { ClientSecret } from '@kamar/contracts'
import { type ProtocolScope, protocolScopes } from '@kamar/contracts/protocol'
import type { LightMyRequestResponse } from 'fastify'
import { bearer, type Person, type TestServer } from './test-server.js'

/** A client application with a token in its hands. */
export interface TestApplication {
  readonly id: string
  readonly clientId: string
  readonly clientSecret: string
  readonly owner: Person
  readonly headers: { readonly authorization: string }
}

export interface TestApplicationOptions {
  readonly scopes?: readonly ProtocolScope[]
  readonly owner?: Person
}

/** Makes an application as its owner does on the page "API access", and gets a token for it. */
export async function testApplication(
  server: TestServer,
  { scopes = protocolScopes, owner }: TestApplicationOptions = {},
): Promise<TestApplication> {
  const person = owner ?? (await server.person())
  const made = await server.inject({
    method: 'POST',
    url: '/api/auth/applications',
    headers: bearer(person),
    payload: { name: 'Test', scopes },
  })
  if (made.statusCode !== 200) throw new Error(`making an application answered ${made.statusCode} ${made.body}`)
  const { application, secret } = made.json<ClientSecret>()
  const { clientId, id } = application
  const answer = await askForToken(server, { client_id: clientId, client_secret: secret })
  const { access_token: token } = answer.json<{ access_token: string }>()
  return { id, clientId, clientSecret: secret, owner: person, headers: { authorization: `Bearer ${token}` } }
}

/** Asks the token endpoint with a form. */
export function askForToken(
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
