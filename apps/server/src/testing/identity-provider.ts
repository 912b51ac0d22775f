import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import type { Provider } from 'oidc-provider'
import { vi } from 'vitest'

/** User of the identity provider: its claims, except for the standard ones. */
export type ProviderUser = Readonly<Record<string, unknown>> & { readonly sub: string }

export interface IdentityProviderProcess {
  readonly issuer: URL
  readonly clientId: string
  readonly clientSecret: string
  /** Sets the user of subsequent sign-ins. */
  signInAs(user: ProviderUser): void
  /** Follows the provider's pages as a browser would; returns the URL to which they redirect back. */
  visit(target: string): Promise<URL>
  /** Issues an ID token as the provider's own button would pass to the page. */
  credential(claims: Readonly<Record<string, unknown>>, change?: CredentialChange): Promise<string>
  close(): Promise<void>
}

export interface CredentialChange {
  readonly issuer?: string
  readonly audience?: string
  readonly lifetimeSeconds?: number
  /** Signs with a key that the provider never published. */
  readonly foreignKey?: boolean
}

const clientId = 'kamar-client'
const clientSecret = 'kamar-client-secret'

/** Starts a real OpenID Connect provider on a port of this machine, for a Kamar server at `site`. */
export async function startIdentityProvider(site: string): Promise<IdentityProviderProcess> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const foreign = await generateKeyPair('RS256')
  const key: JWK = { ...(await exportJWK(privateKey)), kid: 'test-key', alg: 'RS256', use: 'sig' }
  const http = createServer()
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const issuer = new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}`)
  let user: ProviderUser = { sub: 'nobody' }
  const provider = await createProvider(issuer, { site, key, claimsOf: () => user })
  const handle = provider.callback()
  http.on('request', (request, response) => {
    // This provider has no page for choosing among accounts.
    request.url = request.url?.replace('prompt=select_account', '')
    void handle(request, response)
  })
  return {
    issuer,
    clientId,
    clientSecret,
    signInAs(next) {
      user = next
    },
    visit: (target) => visit(target, () => user.sub),
    async credential(claims, { audience, foreignKey, issuer: issuerOverride, lifetimeSeconds = 600 } = {}) {
      const issuedAt = Math.floor(Date.now() / 1000)
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'test-key' })
        .setIssuer(issuerOverride ?? issuer.origin)
        .setAudience(audience ?? clientId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(foreignKey ? foreign.privateKey : privateKey)
    },
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections()
        http.close(() => resolve())
      }),
  }
}

interface ProviderDependencies {
  readonly site: string
  readonly key: JWK
  readonly claimsOf: () => ProviderUser
}

async function createProvider(issuer: URL, { claimsOf, key, site }: ProviderDependencies): Promise<Provider> {
  // It warns about its in-memory store and its development pages, which a test intends.
  const spies = (['warn', 'info'] as const).map((name) => vi.spyOn(console, name).mockReturnValue())
  const library = await import('oidc-provider')
  const provider = new library.Provider(issuer.origin, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: ['google', 'microsoft'].map((name) => `${site}/api/auth/providers/${name}/callback`),
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [key as never] },
    cookies: { keys: ['test cookies'] },
    pkce: { required: () => true },
    claims: { openid: ['sub', 'tid', 'xms_edov'], email: ['email', 'email_verified'], profile: ['name'] },
    // As with Google: the ID token itself contains the user's claims.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, id) => ({ accountId: id, claims: () => claimsOf() }),
  })
  for (const spy of spies) spy.mockRestore()
  provider.on('server_error', (_context, error) => {
    throw error
  })
  return provider
}

async function visit(target: string, subject: () => string): Promise<URL> {
  const cookies = new Map<string, string>()
  let address = new URL(target)
  const origin = address.origin
  let form: URLSearchParams | null = null
  for (let hop = 0; hop < 20; hop++) {
    if (address.origin !== origin) return address
    const handle: Response = await fetch(address, {
      method: form ? 'POST' : 'GET',
      body: form,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of handle.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = handle.headers.get('location')
    form = null
    if (next !== null) {
      address = new URL(next, address)
      continue
    }
    const page = await handle.text()
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]
    if (action === undefined) throw new Error(`the identity provider answered ${handle.status}: ${page.slice(0, 500)}`)
    address = new URL(action, address)
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? 'login'
    form = new URLSearchParams({ prompt, login: subject(), password: 'any' })
  }
  throw new Error('the identity provider leads in circles')
}
