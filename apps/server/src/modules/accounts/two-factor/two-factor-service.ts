import { AppError } from '@kamar/core'
import type { RecoveryCodes, TwoFactorSetUp, TwoFactorState } from '@kamar/contracts'
import { appendAuditEvent, recordAuditEvent, type Database } from '@kamar/database'
import type { Selectable } from 'kysely'
import type { AccountActor } from '../../../platform/authorization/actor.js'
import type { ModuleContext } from '../../../domain/module-context.js'
import { readDeploymentSettings } from '../../../domain/accounts/deployment-settings.js'
import { type Account, findById } from '../../../domain/accounts/account-store.js'
import { verifyPassword } from '../../../domain/accounts/passwords.js'
import type { Sealer } from '../../../platform/secrets/sealer.js'
import { countRecoveryCodes, replaceRecoveryCodes, useRecoveryCode } from './recovery-codes.js'
import { base32, matchingStep, newTotpSecret, totpAddress } from './totp.js'

type Factor = Selectable<Database['second_factor']>

/** Codes of an authenticator app as the second factor, and recovery codes in case it is lost. */
export class TwoFactorService {
  readonly #context: ModuleContext
  readonly #sealer: Sealer

  constructor(context: ModuleContext) {
    this.#context = context
    this.#sealer = context.domain.sealer('second factor')
  }

  async isOn(accountId: string): Promise<boolean> {
    return (await this.#findFactor(accountId))?.confirmed_at != null
  }

  async state({ accountId }: AccountActor): Promise<TwoFactorState> {
    if (!(await this.isOn(accountId))) return { enabled: false, recoveryCodesLeft: 0 }
    return { enabled: true, recoveryCodesLeft: await countRecoveryCodes(this.#context.database, accountId) }
  }

  /** Creates a secret; requires the password where there is one, so that a stolen sign-in alone cannot. */
  async begin({ accountId }: AccountActor, password: string | undefined): Promise<TwoFactorSetUp> {
    const { database } = this.#context
    const account = await findById(database, accountId)
    if (!account) throw new AppError('not-signed-in')
    if (account.password_hash !== null) {
      await this.#limited(accountId, 'password-not-right', () => verifyPassword(account.password_hash, password ?? ''))
    }
    return this.makeSecret(account)
  }

  /** Returns whether a user must enable it before signing in, because their role requires it. */
  async isMissing({ accountId, role }: Pick<AccountActor, 'accountId' | 'role'>): Promise<boolean> {
    return (await this.#isRequired(role)) && !(await this.isOn(accountId))
  }

  /** Creates a secret for a user who has just authenticated. */
  async makeSecret({ id: accountId, email }: Pick<Account, 'id' | 'email'>): Promise<TwoFactorSetUp> {
    if (await this.isOn(accountId)) throw new AppError('already-exists')
    const { database } = this.#context
    const secret = newTotpSecret()
    const sealed = this.#sealer.seal(base64(secret), accountId)
    await database
      .insertInto('second_factor')
      .values({ account_id: accountId, sealed_secret: sealed })
      .onConflict((conflict) =>
        conflict
          .column('account_id')
          .doUpdateSet({ sealed_secret: sealed, last_step: 0 })
          .where('second_factor.confirmed_at', 'is', null),
      )
      .execute()
    return { secret: base32(secret), uri: totpAddress(secret, email) }
  }

  /** Enables it with a first code, which proves that the app has the secret; ends every sign-in but the given one. */
  async confirm(
    { accountId, sessionFamily }: { readonly accountId: string; readonly sessionFamily: string | null },
    code: string,
  ): Promise<RecoveryCodes> {
    const factor = await this.#findFactor(accountId)
    if (!factor) throw new AppError('not-found')
    if (factor.confirmed_at !== null) throw new AppError('already-exists')
    await this.#limited(accountId, 'code-not-right', () => this.#takeStep(factor, stripSeparators(code)))
    const recoveryCodes = await this.#context.transact(async ({ transaction, publish }) => {
      const confirmed = await transaction
        .updateTable('second_factor')
        .set({ confirmed_at: this.#context.now() })
        .where('account_id', '=', accountId)
        .where('confirmed_at', 'is', null)
        .executeTakeFirst()
      if (confirmed.numUpdatedRows !== 1n) throw new AppError('already-exists')
      await this.#context.domain.sessions.endOthers(transaction, { accountId, family: sessionFamily })
      await appendAuditEvent(transaction, { actor: accountId, action: 'two-factor.on', subject: accountId })
      publish('account', accountId)
      return replaceRecoveryCodes(transaction, accountId)
    })
    return { recoveryCodes }
  }

  async renewRecoveryCodes({ accountId }: AccountActor, code: string): Promise<RecoveryCodes> {
    await this.#confirm(accountId, code)
    const recoveryCodes = await this.#context.database.transaction().execute(async (transaction) => {
      await appendAuditEvent(transaction, { actor: accountId, action: 'two-factor.codes', subject: accountId })
      return replaceRecoveryCodes(transaction, accountId)
    })
    return { recoveryCodes }
  }

  async end({ accountId, role }: AccountActor, code: string): Promise<TwoFactorState> {
    if (await this.#isRequired(role)) throw new AppError('two-factor-required')
    await this.#confirm(accountId, code)
    await this.#context.transact(async ({ transaction, publish }) => {
      await transaction.deleteFrom('second_factor').where('account_id', '=', accountId).execute()
      await transaction.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
      await appendAuditEvent(transaction, { actor: accountId, action: 'two-factor.off', subject: accountId })
      publish('account', accountId)
    })
    return { enabled: false, recoveryCodesLeft: 0 }
  }

  /** Checks a code of the app or a recovery code; throws `code-not-right` or `too-many-requests`. */
  async check(accountId: string, code: string): Promise<void> {
    await this.#limited(accountId, 'code-not-right', () => this.#matches(accountId, code))
  }

  /** Checks the second factor before it is changed: the password alone is not enough. */
  async #confirm(accountId: string, code: string): Promise<void> {
    if (!(await this.isOn(accountId))) throw new AppError('not-found')
    await this.check(accountId, code)
  }

  async #matches(accountId: string, code: string): Promise<boolean> {
    const factor = await this.#findFactor(accountId)
    if (factor?.confirmed_at == null) return false
    if (await this.#takeStep(factor, stripSeparators(code))) return true
    const used = await useRecoveryCode(this.#context.database, { accountId, code, now: this.#context.now() })
    if (!used) return false
    const event = { actor: accountId, action: 'two-factor.recovered', subject: accountId } as const
    await recordAuditEvent(this.#context.database, event)
    return true
  }

  /** Accepts a code once, and none that is older than an accepted one, also for two concurrent requests. */
  async #takeStep(factor: Factor, code: string): Promise<boolean> {
    const { database } = this.#context
    const secret = this.#sealer.open(factor.sealed_secret, factor.account_id)
    if (secret === null) return false
    const step = matchingStep(Buffer.from(secret, 'base64'), code, {
      now: this.#context.now(),
      lastStep: factor.last_step,
    })
    if (step === null) return false
    const update = await database
      .updateTable('second_factor')
      .set({ last_step: step })
      .where('account_id', '=', factor.account_id)
      .where('last_step', '<', step)
      .executeTakeFirst()
    return update.numUpdatedRows === 1n
  }

  async #limited(
    accountId: string,
    refusal: 'code-not-right' | 'password-not-right',
    isRight: () => Promise<boolean>,
  ): Promise<void> {
    await this.#context.domain.attempts.secondFactor(accountId)
    if (!(await isRight())) throw new AppError(refusal)
    await this.#context.domain.attempts.secondFactorPassed(accountId)
  }

  async #isRequired(role: AccountActor['role']): Promise<boolean> {
    return (await readDeploymentSettings(this.#context.database)).twoFactorRoles.includes(role)
  }

  async #findFactor(accountId: string): Promise<Factor | null> {
    const row = await this.#context.database
      .selectFrom('second_factor')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return row ?? null
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

function stripSeparators(code: string): string {
  return code.replaceAll(/[\s-]/g, '')
}
