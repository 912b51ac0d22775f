import { type AccountRecord, type ViewerToken, limits } from '@kamar/contracts'
import { AppError } from '@kamar/core'
import { type AccountActor, type Actor, anonymous } from '../../platform/authorization/actor.js'
import { findAccountRecord } from '../../domain/accounts/account-records.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { SingleFlight } from '../../platform/single-flight.js'
import { isIdentifier } from '../../domain/files/file-records.js'
import type { SessionTokens } from './sign-in-flow.js'
import type { TwoFactorService } from './two-factor/two-factor-service.js'

/** Manages sign-ins: the account, its session and its lifetime. */
export class AccountService {
  readonly #context: ModuleContext
  readonly #twoFactor: TwoFactorService
  readonly #bearers = new SingleFlight<Actor>()

  constructor(context: ModuleContext, twoFactor: TwoFactorService) {
    this.#context = context
    this.#twoFactor = twoFactor
  }

  /** Returns a new access token and the successor of the refresh token; throws `refresh-refused`. */
  async refresh(token: string | undefined): Promise<SessionTokens> {
    const { sessions, tokens } = this.#context.domain
    const refresh = token ? await sessions.rotate(token) : null
    const actor = refresh && (await sessions.findActor(refresh.family, refresh.accountId))
    // If a role has come to require a second factor after sign-in, the user sets one up on signing in again.
    if (!refresh || !actor || (await this.#twoFactor.isMissing(actor))) throw new AppError('refresh-refused')
    return { accessToken: await tokens.issue('access', actor), refresh }
  }

  /** Ends the sign-in of the cookie and that of the access token; does nothing when there is neither. */
  async signOut(actor: Actor, token: string | undefined): Promise<void> {
    const { sessions } = this.#context.domain
    const families = [
      token ? await sessions.findFamily(token) : null,
      actor.kind === 'account' ? actor.sessionFamily : null,
    ]
    for (const family of new Set(families)) if (family !== null) await sessions.end(family)
  }

  async describe(actor: AccountActor): Promise<AccountRecord> {
    const record = await findAccountRecord(this.#context.database, actor.accountId)
    if (!record) throw new AppError('not-signed-in')
    return record
  }

  async viewerToken(actor: AccountActor): Promise<ViewerToken> {
    return {
      access_token: await this.#context.domain.tokens.issue('viewer', actor),
      token_type: 'Bearer',
      expires_in: limits.viewerTokenLifetimeSeconds,
    }
  }

  /** Returns the actor of an `Authorization` header. An invalid or expired token is anonymous. */
  async identify(authorization: string | undefined): Promise<Actor> {
    const token = /^Bearer ([\w.-]{1,2000})$/i.exec(authorization ?? '')?.[1]
    return token ? this.#bearers.run(token, () => this.#authenticate(token)) : anonymous
  }

  async #authenticate(token: string): Promise<Actor> {
    const { sessions, tokens } = this.#context.domain
    const bearer = await tokens.verify(token)
    if (!bearer || !isIdentifier(bearer.accountId) || !isIdentifier(bearer.sessionFamily)) return anonymous
    const account = await sessions.findActor(bearer.sessionFamily, bearer.accountId)
    if (!account || bearer.kind === 'access') return account ?? anonymous
    return { kind: 'viewer', accountId: account.accountId, sessionFamily: account.sessionFamily }
  }
}
