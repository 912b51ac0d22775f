import { AppError } from '@kamar/core'
import type { Language, ProviderName } from '@kamar/contracts'
import { jwtVerify } from 'jose'
import * as client from 'openid-client'
import { z } from 'zod'
import type { ModuleContext } from '../../../domain/module-context.js'
import { isUniqueViolation } from '../../../platform/database/unique-violation.js'
import type { Sealer } from '../../../platform/secrets/sealer.js'
import type { ClientInfo, Progress, SignInFlow } from '../sign-in-flow.js'
import { accountOfIdentity } from './link-identity.js'
import { toProviderIdentity, type ProviderClaims } from './provider-identity.js'
import { createProviders, type Providers, providerTitles } from './providers.js'
import { computeSha256 } from '../../../platform/secrets/sha256.js'

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
  readonly providers: Providers
  readonly #context: ModuleContext
  readonly #flow: SignInFlow
  readonly #sealer: Sealer

  constructor(context: ModuleContext, flow: SignInFlow) {
    this.providers = createProviders(context.configuration.identityProviders)
    this.#context = context
    this.#flow = flow
    this.#sealer = context.domain.sealer(authorizationRequestContext)
  }

  /** Returns the URL to redirect to, and the state that the browser has to return. */
  async begin(name: ProviderName, { remember, address }: { remember: boolean; address: string }) {
    const { attempts } = this.#context.domain
    const { configuration } = await this.providers.get(name)
    await attempts.provider(address)
    const authorizationRequest: AuthorizationRequest = {
      provider: name,
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      remember,
      until: this.#context.now().getTime() + authorizationRequestSeconds * 1000,
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
    return { target, sealed: this.#sealer.seal(JSON.stringify(authorizationRequest), authorizationRequestContext) }
  }

  /** Handles the provider's response when the browser returns. */
  async finish(
    name: ProviderName,
    { query, sealed }: { readonly query: string; readonly sealed: string | undefined },
    context: SignInContext,
  ): Promise<Progress> {
    await this.#context.domain.attempts.provider(context.address)
    const authorizationRequest = this.#open(name, sealed)
    const { configuration } = await this.providers.get(name)
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
    const { attempts } = this.#context.domain
    const { keys, settings } = await this.providers.get('google')
    await attempts.provider(context.address)
    const claims = await this.#refusing('google', async () => {
      const { payload } = await jwtVerify<ProviderClaims>(form.credential, keys, {
        issuer: listIssuers(settings.issuer),
        audience: settings.clientId,
        algorithms: ['RS256', 'ES256'],
        currentDate: this.#context.now(),
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
    const account = await accountOfIdentity(this.#context.database, toProviderIdentity(name, claims), locale)
    return this.#flow.byProvider(account, { remember, userAgent })
  }

  #open(name: ProviderName, sealed: string | undefined): AuthorizationRequest {
    const text = sealed === undefined ? null : this.#sealer.open(sealed, authorizationRequestContext)
    const authorizationRequest = text === null ? null : AuthorizationRequest.parse(JSON.parse(text))
    if (
      !authorizationRequest ||
      authorizationRequest.provider !== name ||
      authorizationRequest.until < this.#context.now().getTime()
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
    try {
      await this.#context.database
        .insertInto('revoked_token')
        .values({ token_hash: computeSha256(credential), expires_at: new Date(expirySeconds * 1000) })
        .execute()
    } catch (error) {
      throw isUniqueViolation(error) ? refusal('google', error) : error
    }
  }

  #callbackAddress(name: ProviderName): string {
    return `${this.#context.origin()}/api/auth/providers/${name}/callback`
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
