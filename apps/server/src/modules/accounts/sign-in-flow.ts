import { AppError } from '@kamar/core'
import { type RecoveryCodes, type SignInStep, type TwoFactorSetUp } from '@kamar/contracts'
import { appendAuditEvent, appendAuditEventOnce } from '@kamar/database'
import type { ModuleContext } from '../../domain/module-context.js'
import { readDeploymentSettings, requiresApprovalByDefault } from '../../domain/accounts/deployment-settings.js'
import { type Account, findAdministrator, findByEmail, findById } from '../../domain/accounts/account-store.js'
import { withMinDuration } from './min-duration.js'
import { createKnownDevices, type DeviceMark, type KnownDevices } from './known-devices.js'
import { verifyPassword } from '../../domain/accounts/passwords.js'
import { replacePassword } from './replace-password.js'
import type { RefreshGrant } from '../../domain/accounts/session-store.js'
import { createSignInTickets, type FirstStep, type SignInTickets } from './sign-in-tickets.js'
import type { TwoFactorService } from './two-factor/two-factor-service.js'

/** Client of a sign-in. */
export interface ClientInfo {
  readonly address: string
  readonly userAgent: string
}

/** Attempt to sign in with a password. */
export interface SignInAttempt extends ClientInfo {
  readonly name: string
  readonly password: string
  readonly remember: boolean
  /** Token of the device cookie from an earlier sign-in. */
  readonly deviceToken: string | undefined
}

/** Tokens of a new or renewed session. */
export interface SessionTokens {
  readonly accessToken: string
  readonly refresh: RefreshGrant
}

export interface SignedIn extends SessionTokens {
  readonly device: DeviceMark
}

/** Result of a sign-in step: signed in, or the next step. */
export type Progress = SignedIn | SignInStep

interface PendingSignIn {
  readonly account: Account
  readonly via: FirstStep
  readonly remember: boolean
  readonly userAgent: string
  readonly isSecondFactorDone: boolean
}

const maxUserAgentCharacters = 200

/** Reason of a refused sign-in: wrong credentials, a wrong code of the second factor, or the state of the account. */
type Refusal = 'credentials' | 'code' | 'rejected' | 'pending'

/**
 * Window in which refusals of one account for one reason are one row, and so are those of all unknown names: an
 * attacker who tries a million passwords, or names, fills nothing.
 */
const refusalWindowMilliseconds = 10 * 60_000
/** Longer than writing a row takes: whether one was written would reveal whether an account exists. */
const minRefusalMilliseconds = 100

/** Signs in step by step: password or identity provider, second factor, replacement of a one-time password, session. */
export class SignInFlow {
  readonly #context: ModuleContext
  readonly #twoFactor: TwoFactorService
  readonly #devices: KnownDevices
  readonly #tickets: SignInTickets

  constructor(context: ModuleContext, twoFactor: TwoFactorService) {
    const { domain, now } = context
    this.#context = context
    this.#twoFactor = twoFactor
    this.#devices = createKnownDevices(domain.key('known device'), now)
    this.#tickets = createSignInTickets(domain.key('sign-in ticket'), now)
  }

  byPassword(attempt: SignInAttempt): Promise<Progress> {
    return this.#byPassword(attempt, (name) => findByEmail(this.#context.database, name))
  }

  asAdministrator(attempt: SignInAttempt): Promise<Progress> {
    return this.#byPassword(attempt, (name) => findAdministrator(this.#context.database, name))
  }

  /** Continues after an identity provider has identified the account. */
  byProvider(account: Account, { remember, userAgent }: { remember: boolean; userAgent: string }): Promise<Progress> {
    return this.#advance({ account, via: 'provider', remember, userAgent, isSecondFactorDone: false })
  }

  async secondFactor(form: { ticket: string; code: string }, { userAgent }: ClientInfo): Promise<Progress> {
    const { account, remember, via } = await this.#redeemTicket(form.ticket, 'second-factor')
    await this.#checkCode(account, form.code)
    return this.#advance({ account, via, remember, userAgent, isSecondFactorDone: true })
  }

  /** Replaces a one-time password, which invalidates the ticket, because the password it was made for is gone. */
  async newPassword(form: { ticket: string; password: string }, { userAgent }: ClientInfo): Promise<Progress> {
    const { database } = this.#context
    const { account, remember, via } = await this.#redeemTicket(form.ticket, 'new-password')
    await replacePassword(database, { account, password: form.password, action: 'account.first-password' })
    const renewed = await findById(database, account.id)
    if (!renewed) throw new AppError('sign-in-expired')
    return this.#advance({ account: renewed, via, remember, userAgent, isSecondFactorDone: true })
  }

  /** Returns the secret for the authenticator app, for accounts whose role requires one. */
  async beginTwoFactor(ticket: string): Promise<TwoFactorSetUp> {
    const { account } = await this.#redeemTicket(ticket, 'set-up-two-factor')
    return this.#twoFactor.makeSecret(account)
  }

  /** Enables the second factor and signs its owner in. */
  async confirmTwoFactor(
    form: { ticket: string; code: string },
    { userAgent }: ClientInfo,
  ): Promise<{ readonly codes: RecoveryCodes; readonly signedIn: SignedIn }> {
    const { account, remember, via } = await this.#redeemTicket(form.ticket, 'set-up-two-factor')
    await this.#assertCanSignIn(account)
    const codes = await this.#twoFactor.confirm({ accountId: account.id, sessionFamily: null }, form.code)
    return { codes, signedIn: await this.#letIn({ account, via, remember, userAgent, isSecondFactorDone: true }) }
  }

  async #byPassword(attempt: SignInAttempt, find: (name: string) => Promise<Account | null>): Promise<Progress> {
    const account = await find(attempt.name)
    const counted = await this.#countAttempt(attempt, account)
    const matches = await verifyPassword(account?.password_hash ?? null, attempt.password)
    // An unconfirmed address proves nothing: it may have been registered by another than its owner.
    if (!account || !matches || account.must_verify_email) {
      await withMinDuration(minRefusalMilliseconds, () => this.#recordRefusal(account?.id ?? null, 'credentials'))
      throw new AppError('invalid-credentials')
    }
    const { remember, userAgent } = attempt
    const progress = await this.#advance({ account, via: 'password', remember, userAgent, isSecondFactorDone: false })
    await counted.takeBack()
    return progress
  }

  /** Counts every attempt until the password was right; throws `too-many-requests` at the limit. */
  async #countAttempt({ address, deviceToken, name }: SignInAttempt, account: Account | null) {
    const { attempts } = this.#context.domain
    const device = account && deviceToken ? await this.#devices.findDevice(deviceToken, account.id) : null
    if (device === null) {
      await attempts.signIn(name, address)
      return { takeBack: () => attempts.signedIn(name, address) }
    }
    await attempts.knownDevice(device)
    return { takeBack: () => attempts.knownDeviceSignedIn(device) }
  }

  async #advance(pendingSignIn: PendingSignIn): Promise<Progress> {
    const { account, via } = pendingSignIn
    await this.#assertCanSignIn(account)
    if (!pendingSignIn.isSecondFactorDone && (await this.#twoFactor.isOn(account.id))) {
      return this.#tickets.issue('second-factor', pendingSignIn)
    }
    if (via === 'password' && account.must_change_password) return this.#tickets.issue('new-password', pendingSignIn)
    if (await this.#twoFactor.isMissing({ accountId: account.id, role: account.role })) {
      return this.#tickets.issue('set-up-two-factor', pendingSignIn)
    }
    return this.#letIn(pendingSignIn)
  }

  async #letIn(pendingSignIn: PendingSignIn): Promise<SignedIn> {
    const { tokens } = this.#context.domain
    const { account } = pendingSignIn
    const refresh = await this.#beginSession(pendingSignIn)
    const accessToken = await tokens.issue('access', { accountId: account.id, sessionFamily: refresh.family })
    return { accessToken, refresh, device: await this.#devices.mark(account.id) }
  }

  async #redeemTicket(ticket: string, next: SignInStep['next']) {
    const { database } = this.#context
    const claims = await this.#tickets.read(ticket, next)
    const account = claims && (await findById(database, claims.sub))
    if (!claims || !account || !this.#tickets.fits(claims, account)) throw new AppError('sign-in-expired')
    return { account, remember: claims.remember, via: claims.via }
  }

  async #checkCode({ id }: Account, code: string): Promise<void> {
    try {
      await this.#twoFactor.check(id, code)
    } catch (error) {
      if (error instanceof AppError && error.code === 'code-not-right') await this.#recordRefusal(id, 'code')
      throw error
    }
  }

  /** Asserts that the account may sign in; only after the first step, so that its state stays private. */
  async #assertCanSignIn(account: Account): Promise<void> {
    if (account.status === 'rejected') {
      await this.#recordRefusal(account.id, 'rejected')
      throw rejection(account)
    }
    if (account.status !== 'pending') return
    const { configuration, database } = this.#context
    const { requireApproval } = await readDeploymentSettings(database)
    if (!(requireApproval ?? requiresApprovalByDefault(configuration))) return
    await this.#recordRefusal(account.id, 'pending')
    throw new AppError('approval-pending')
  }

  #beginSession({ account, remember, userAgent }: PendingSignIn): Promise<RefreshGrant> {
    return this.#context.database.transaction().execute(async (transaction) => {
      const grant = await this.#context.domain.sessions.begin(transaction, {
        accountId: account.id,
        remember,
        userAgent: userAgent.slice(0, maxUserAgentCharacters),
      })
      await appendAuditEvent(transaction, { actor: account.id, action: 'session.begin', subject: grant.family })
      return grant
    })
  }

  /** Records a refusal, except for unknown names: users type passwords into the wrong field. */
  async #recordRefusal(accountId: string | null, reason: Refusal): Promise<void> {
    const details = { reason }
    const event = { actor: null, action: 'session.refused', subject: accountId ?? 'unknown', details } as const
    await this.#context.database
      .transaction()
      .execute((transaction) =>
        appendAuditEventOnce(transaction, event, { windowMilliseconds: refusalWindowMilliseconds, details }),
      )
  }
}

/** Creates the refusal with the reason that the administrator gave, if any. */
function rejection({ rejection_reason: reason }: Account): AppError {
  return reason === null ? new AppError('account-rejected') : new AppError('account-rejected-because', { reason })
}
