import { type AccountRecord, AppError, type ViewerToken, limits } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import { type AccountActor, type Actor, anonymous } from '../../authorization/actor.js'
import { findAccountRecord } from '../shared/account-records.js'
import { SingleFlight } from '../shared/single-flight.js'
import { isIdentifier } from '../shared/file-records.js'
import type { SessionStore } from './session-store.js'
import type { SessionTokens } from './sign-in-flow.js'
import type { TwoFactorService } from './two-factor/two-factor-service.js'
import type { Tokens } from './tokens.js'

export interface AccountServices {
  readonly database: Kysely<Database>
  readonly tokens: Tokens
  readonly sessions: SessionStore
  readonly twoFactor: Pick<TwoFactorService, 'isMissing'>
}

/** Who is signed in, for how long, and as whom. */
export class AccountService {
  readonly #services: AccountServices
  readonly #bearers = new SingleFlight<Actor>()

  constructor(services: AccountServices) {
    this.#services = services
  }

  /** A new access token and the successor of the refresh token; throws `refresh-refused`. */
  async refresh(token: string | undefined): Promise<SessionTokens> {
    const { sessions, tokens, twoFactor } = this.#services
    const refresh = token ? await sessions.rotate(token) : null
    const actor = refresh && (await sessions.findActor(refresh.family, refresh.accountId))
    // Whose role requires a second factor since they signed in sets one up as they sign in again.
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

  /** Who sends this `Authorization` header. A token that is not valid, or no longer, is nobody's. */
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
