import { AppError, type Language, type ProviderName } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { createHash } from 'node:crypto'
import { jwtVerify } from 'jose'
import type { Kysely } from 'kysely'
import * as client from 'openid-client'
import { z } from 'zod'
import { isUniqueViolation } from '../../../platform/database/unique-violation.js'
import type { AttemptLimits } from '../../../domain/accounts/attempt-limits.js'
import type { Sealer } from '../../../platform/secrets/sealer.js'
import type { ClientInfo, Progress, SignInFlow } from '../sign-in-flow.js'
import { accountOfIdentity } from './link-identity.js'
import { toProviderIdentity, type ProviderClaims } from './provider-identity.js'
import { type Providers, providerTitles } from './providers.js'

export interface ProviderSignInDependencies {
  readonly database: Kysely<Database>
  readonly attempts: AttemptLimits
  readonly providers: Providers
  readonly flow: SignInFlow
  readonly sealer: Sealer
  /** Returns the origin of the site; never taken from a request. */
  readonly site: () => string
  readonly now?: (() => Date) | undefined
}

/** State that the browser stores, sealed, while it is at the provider. */
const AuthorizationRequest = z.object({
  provider: z.enum(['google', 'microsoft']),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  remember: z.boolean(),
  until: z.number(),
})
type AuthorizationRequest = z.infer<typeof AuthorizationRequest>

/** Client and language of a sign-in at a provider. */
export interface SignInContext extends ClientInfo {
  readonly locale: Language
}

export const authorizationRequestSeconds = 600
const authorizationRequestContext = 'provider journey'

/** Signs in by OpenID Connect: authorization code with PKCE, state and nonce; or an ID token of Google's own button. */
export class ProviderSignIn {
  readonly #parts: ProviderSignInDependencies
  readonly #now: () => Date

  constructor(parts: ProviderSignInDependencies) {
    this.#parts = parts
    this.#now = parts.now ?? (() => new Date())
  }

  /** Returns the URL to redirect to, and the state that the browser has to return. */
  async begin(name: ProviderName, { remember, address }: { remember: boolean; address: string }) {
    const { attempts, providers, sealer } = this.#parts
    const { configuration } = await providers.get(name)
    await attempts.provider(address)
    const authorizationRequest: AuthorizationRequest = {
      provider: name,
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      remember,
      until: this.#now().getTime() + authorizationRequestSeconds * 1000,
    }
    const target = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#callbackAddress(name),
      scope: 'openid email profile',
      state: authorizationRequest.state,
      nonce: authorizationRequest.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(authorizationRequest.verifier),
      code_challenge_method: 'S256',
      // On a shared computer a user must not end up in another user's account.
      prompt: 'select_account',
    })
    return { target, sealed: sealer.seal(JSON.stringify(authorizationRequest), authorizationRequestContext) }
  }

  /** Handles the provider's response when the browser returns. */
  async finish(
    name: ProviderName,
    { query, sealed }: { readonly query: string; readonly sealed: string | undefined },
    context: SignInContext,
  ): Promise<Progress> {
    await this.#parts.attempts.provider(context.address)
    const authorizationRequest = this.#open(name, sealed)
    const { configuration } = await this.#parts.providers.get(name)
    const claims = await this.#refusing(name, async () => {
      const callbackUrl = new URL(`${this.#callbackAddress(name)}${query}`)
      const tokens = await client.authorizationCodeGrant(configuration, callbackUrl, {
        pkceCodeVerifier: authorizationRequest.verifier,
        expectedState: authorizationRequest.state,
        expectedNonce: authorizationRequest.nonce,
        idTokenExpected: true,
      })
      return tokens.claims()
    })
    if (!claims) throw refusal(name)
    return this.#enter(name, claims, { ...context, remember: authorizationRequest.remember })
  }

  /** Signs in with an ID token that Google's button gave to the page; valid once. */
  async byCredential(
    form: { readonly credential: string; readonly remember: boolean },
    context: SignInContext,
  ): Promise<Progress> {
    const { attempts, providers } = this.#parts
    const { keys, settings } = await providers.get('google')
    await attempts.provider(context.address)
    const claims = await this.#refusing('google', async () => {
      const { payload } = await jwtVerify<ProviderClaims>(form.credential, keys, {
        issuer: listIssuers(settings.issuer),
        audience: settings.clientId,
        algorithms: ['RS256', 'ES256'],
        currentDate: this.#now(),
        requiredClaims: ['sub', 'exp', 'iat'],
      })
      return payload
    })
    await this.#spend(form.credential, Number(claims['exp']))
    return this.#enter('google', claims, { ...context, remember: form.remember })
  }

  async #enter(
    name: ProviderName,
    claims: ProviderClaims,
    { locale, remember, userAgent }: SignInContext & { readonly remember: boolean },
  ): Promise<Progress> {
    const account = await accountOfIdentity(this.#parts.database, toProviderIdentity(name, claims), locale)
    return this.#parts.flow.byProvider(account, { remember, userAgent })
  }

  #open(name: ProviderName, sealed: string | undefined): AuthorizationRequest {
    const text = sealed === undefined ? null : this.#parts.sealer.open(sealed, authorizationRequestContext)
    const authorizationRequest = text === null ? null : AuthorizationRequest.parse(JSON.parse(text))
    if (
      !authorizationRequest ||
      authorizationRequest.provider !== name ||
      authorizationRequest.until < this.#now().getTime()
    )
      throw refusal(name)
    return authorizationRequest
  }

  /** Maps every error of the provider or the browser to one refusal; the log has the reason. */
  async #refusing<Result>(name: ProviderName, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (cause) {
      throw refusal(name, cause)
    }
  }

  async #spend(credential: string, expirySeconds: number): Promise<void> {
    const tokenHash = createHash('sha256').update(credential).digest('hex')
    try {
      await this.#parts.database
        .insertInto('revoked_token')
        .values({ token_hash: tokenHash, expires_at: new Date(expirySeconds * 1000) })
        .execute()
    } catch (error) {
      throw isUniqueViolation(error) ? refusal('google', error) : error
    }
  }

  #callbackAddress(name: ProviderName): string {
    return `${this.#parts.site()}/api/auth/providers/${name}/callback`
  }
}

/** Lists the accepted issuers: Google's tokens name it with and without the scheme. */
function listIssuers(issuer: URL): string[] {
  const text = issuer.href.replace(/\/$/, '')
  return text === 'https://accounts.google.com' ? [text, 'accounts.google.com'] : [text]
}

function refusal(name: ProviderName, cause?: unknown): AppError {
  return new AppError('provider-refused', { provider: providerTitles[name] }, { cause })
}
