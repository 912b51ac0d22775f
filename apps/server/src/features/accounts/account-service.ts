import { type AccountRecord, AppError, type ViewerToken, limits } from '@kamar/contracts'
import { appendAuditEvent, type Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import { type Account, findAdministrator, findByEmail, insertAccount, isUniqueViolation } from './account-store.js'
import type { AttemptLimits } from './attempt-limits.js'
import { assertAcceptablePassword, hashPassword, verifyPassword } from './passwords.js'
import type { RefreshGrant, SessionStore } from './session-store.js'
import type { Tokens } from './tokens.js'
import type { AccountActor, Actor } from '../../rights/actor.js'
import { anonymous } from '../../rights/actor.js'
import { findAccountRecord } from '../shared/account-records.js'
import { readDeploymentSettings } from '../shared/deployment-settings.js'

/** Who tries to sign in, and from where. */
export interface SignInAttempt {
  readonly name: string
  readonly password: string
  readonly remember: boolean
  readonly address: string
  readonly userAgent: string
}

export interface SignedIn {
  readonly accessToken: string
  readonly refresh: RefreshGrant
}

export interface AccountServices {
  readonly database: Kysely<Database>
  readonly tokens: Tokens
  readonly sessions: SessionStore
  readonly attempts: AttemptLimits
}

const maximumUserAgentCharacters = 200

/** Accounts and sign-ins. */
export class AccountService {
  readonly #services: AccountServices

  constructor(services: AccountServices) {
    this.#services = services
  }

  /** Creates an account. Unlike sign-in it must say that an e-mail is taken: nobody could find out why otherwise. */
  async register(form: { email: string; name: string; password: string }, address: string): Promise<void> {
    const { attempts, database } = this.#services
    await attempts.register(address)
    if (!(await readDeploymentSettings(database)).signUpOpen) throw new AppError('sign-up-closed')
    assertAcceptablePassword(form.password, [form.email, form.name])
    const passwordHash = await hashPassword(form.password)
    try {
      await database.transaction().execute(async (transaction) => {
        const id = await insertAccount(transaction, { ...form, passwordHash, role: 'user', status: 'pending' })
        await appendAuditEvent(transaction, { actor: id, action: 'account.register', subject: id })
      })
    } catch (error) {
      throw isUniqueViolation(error) ? new AppError('already-exists', {}, { cause: error }) : error
    }
  }

  signIn(attempt: SignInAttempt): Promise<SignedIn> {
    return this.#signIn(attempt, (name) => findByEmail(this.#services.database, name))
  }

  signInAdministrator(attempt: SignInAttempt): Promise<SignedIn> {
    return this.#signIn(attempt, (name) => findAdministrator(this.#services.database, name))
  }

  /** A new access token and the successor of the refresh token; throws `refresh-refused`. */
  async refresh(token: string | undefined): Promise<SignedIn> {
    const { sessions, tokens } = this.#services
    const refresh = token ? await sessions.rotate(token) : null
    const actor = refresh && (await sessions.findActor(refresh.family, refresh.accountId))
    if (!refresh || !actor) throw new AppError('refresh-refused')
    return { accessToken: await tokens.issue('access', actor), refresh }
  }

  /** Ends the sign-in of the cookie and that of the access token; does nothing when there is neither. */
  async signOut(actor: Actor, token: string | undefined): Promise<void> {
    const { sessions } = this.#services
    const families = [
      token ? await sessions.familyOf(token) : null,
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
    const { sessions, tokens } = this.#services
    const token = /^Bearer ([\w.-]{1,2000})$/i.exec(authorization ?? '')?.[1]
    const bearer = token ? await tokens.verify(token) : null
    if (!bearer) return anonymous
    const account = await sessions.findActor(bearer.sessionFamily, bearer.accountId)
    if (!account || bearer.kind === 'access') return account ?? anonymous
    return { kind: 'viewer', accountId: account.accountId, sessionFamily: account.sessionFamily }
  }

  async #signIn(attempt: SignInAttempt, find: (name: string) => Promise<Account | null>): Promise<SignedIn> {
    const { attempts, tokens } = this.#services
    await attempts.signIn(attempt.name, attempt.address)
    const account = await find(attempt.name)
    const matches = await verifyPassword(account?.password_hash ?? null, attempt.password)
    if (!account || !matches) {
      await this.#recordRefusal(account?.id ?? null)
      throw new AppError('invalid-credentials')
    }
    await this.#assertMaySignIn(account)
    await attempts.signedIn(attempt.name, attempt.address)
    const refresh = await this.#beginSession(account, attempt)
    const accessToken = await tokens.issue('access', { accountId: account.id, sessionFamily: refresh.family })
    return { accessToken, refresh }
  }

  /** Only after the password was right, so that a stranger learns nothing about an account's state. */
  async #assertMaySignIn(account: Account): Promise<void> {
    if (account.status === 'rejected') throw new AppError('account-rejected')
    if (account.status !== 'pending') return
    const { requireApproval } = await readDeploymentSettings(this.#services.database)
    if (requireApproval) throw new AppError('approval-pending')
  }

  #beginSession(account: Account, attempt: SignInAttempt): Promise<RefreshGrant> {
    return this.#services.database.transaction().execute(async (transaction) => {
      const grant = await this.#services.sessions.begin(transaction, {
        accountId: account.id,
        remember: attempt.remember,
        userAgent: attempt.userAgent.slice(0, maximumUserAgentCharacters),
      })
      await appendAuditEvent(transaction, { actor: account.id, action: 'session.begin', subject: grant.family })
      return grant
    })
  }

  /** Both cases write the same row, so that they take the same time. */
  async #recordRefusal(accountId: string | null): Promise<void> {
    await this.#services.database.transaction().execute((transaction) =>
      appendAuditEvent(transaction, {
        actor: null,
        action: 'session.refused',
        subject: accountId ?? 'unknown',
      }),
    )
  }
}
