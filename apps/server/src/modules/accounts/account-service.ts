import { type AccountRecord, AppError, type ViewerToken, limits } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import { type AccountActor, type Actor, anonymous } from '../../platform/authorization/actor.js'
import { findAccountRecord } from '../../domain/accounts/account-records.js'
import { SingleFlight } from '../../platform/single-flight.js'
import { isIdentifier } from '../../domain/files/file-records.js'
import type { SessionStore } from '../../domain/accounts/session-store.js'
import type { SessionTokens } from './sign-in-flow.js'
import type { TwoFactorService } from './two-factor/two-factor-service.js'
import type { Tokens } from '../../domain/accounts/tokens.js'

export interface AccountServices {
  readonly database: Kysely<Database>
  readonly tokens: Tokens
  readonly sessions: SessionStore
  readonly twoFactor: Pick<TwoFactorService, 'isMissing'>
}

/** Manages sign-ins: the account, its session and its lifetime. */
export class AccountService {
  readonly #services: AccountServices
  readonly #bearers = new SingleFlight<Actor>()

  constructor(services: AccountServices) {
    this.#services = services
  }

  /** Returns a new access token and the successor of the refresh token; throws `refresh-refused`. */
  async refresh(token: string | undefined): Promise<SessionTokens> {
    const { sessions, tokens, twoFactor } = this.#services
    const refresh = token ? await sessions.rotate(token) : null
    const actor = refresh && (await sessions.findActor(refresh.family, refresh.accountId))
    // If a role has come to require a second factor after sign-in, the user sets one up on signing in again.
    if (!refresh || !actor || (await twoFactor.isMissing(actor))) throw new AppError('refresh-refused')
    return { accessToken: await tokens.issue('access', actor), refresh }
  }

  /** Ends the sign-in of the cookie and that of the access token; does nothing when there is neither. */
  async signOut(actor: Actor, token: string | undefined): Promise<void> {
    const { sessions } = this.#services
    const families = [
      token ? await sessions.findFamily(token) : null,
      actor.kind === 'account' ? actor.sessionFamily : null,
    ]
    for (const family of new Set(families)) if (family !== null) await sessions.end(family)
  }

  async describe(actor: AccountActor): Promise<AccountRecord> {
    const record = await findAccountRecord(this.#services.database, actor.accountId)
    if (!record) throw new AppError('not-signed-in')
    return record
  }

  async viewerToken(actor: AccountActor): Promise<ViewerToken> {
    return {
      access_token: await this.#services.tokens.issue('viewer', actor),
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
    const { sessions, tokens } = this.#services
    const bearer = await tokens.verify(token)
    if (!bearer || !isIdentifier(bearer.accountId) || !isIdentifier(bearer.sessionFamily)) return anonymous
    const account = await sessions.findActor(bearer.sessionFamily, bearer.accountId)
    if (!account || bearer.kind === 'access') return account ?? anonymous
    return { kind: 'viewer', accountId: account.accountId, sessionFamily: account.sessionFamily }
  }
}
