import { limits, type SessionRecord } from '@kamar/contracts'
import { appendAuditEvent, type Database, newId } from '@kamar/database'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import type { Tokens } from './tokens.js'
import { computeSha256 } from '../../platform/secrets/sha256.js'

/** Refresh token as the browser gets it. */
export interface RefreshGrant {
  readonly token: string
  readonly accountId: string
  readonly family: string
  readonly expiresAt: Date
  /** Whether the cookie persists after the browser is closed. */
  readonly remember: boolean
}

type Row = Selectable<Database['refresh_session']>

/**
 * Time in which an exchanged token yields the same successor again: two tabs that wake up together, or a lost response.
 * Presented later, it is a stolen copy.
 */
const graceMilliseconds = 30_000

/** Maximum lifetime of a sign-in despite renewals: a week, or a year where the device is remembered. */
const absoluteLifetimeMilliseconds = { session: 7 * 24 * 3_600_000, remembered: 365 * 24 * 3_600_000 }

/** Store of sign-ins: families of refresh tokens, each token valid for one exchange. */
export class SessionStore {
  readonly #database: Kysely<Database>
  readonly #tokens: Tokens
  readonly #now: () => Date

  constructor(database: Kysely<Database>, tokens: Tokens, now: () => Date = () => new Date()) {
    this.#database = database
    this.#tokens = tokens
    this.#now = now
  }

  /** Begins a family inside the caller's transaction. */
  async begin(
    transaction: Transaction<Database>,
    session: { readonly accountId: string; readonly remember: boolean; readonly userAgent: string },
  ): Promise<RefreshGrant> {
    const token = this.#tokens.firstRefreshToken()
    const family = newId()
    const expiresAt = this.#expiry(session.remember, this.#now())
    await transaction
      .insertInto('refresh_session')
      .values({
        id: newId(),
        family_id: family,
        account_id: session.accountId,
        token_hash: computeSha256(token),
        remember: session.remember,
        user_agent: session.userAgent,
        created_at: this.#now(),
        last_seen_at: this.#now(),
        expires_at: expiresAt,
      })
      .execute()
    return { token, accountId: session.accountId, family, expiresAt, remember: session.remember }
  }

  /**
   * Exchanges a refresh token for its successor; returns null when it is unknown, expired, revoked or was used before.
   */
  async rotate(token: string): Promise<RefreshGrant | null> {
    return this.#database.transaction().execute(async (transaction) => {
      const row = await findToken(transaction, token)
      if (row === null || row.revoked_at !== null || row.expires_at <= this.#now()) return null
      if (row.rotated_at === null) return this.#exchange(transaction, token, row)
      if (this.#now().getTime() - row.rotated_at.getTime() <= graceMilliseconds) return this.#repeat(transaction, token)
      await this.#revokeReused(transaction, row)
      return null
    })
  }

  /** Ends a sign-in at once: its access and viewer tokens are refused from the next request on. */
  async end(family: string): Promise<void> {
    await this.#database.transaction().execute(async (transaction) => {
      const accountId = await this.#revoke(transaction, family)
      if (accountId === null) return
      await appendAuditEvent(transaction, { actor: accountId, action: 'session.end', subject: family })
    })
  }

  /** Finds the family of a refresh token in any state; returns null when there is none. */
  async findFamily(token: string): Promise<string | null> {
    const row = await this.#database
      .selectFrom('refresh_session')
      .select('family_id')
      .where('token_hash', '=', computeSha256(token))
      .executeTakeFirst()
    return row?.family_id ?? null
  }

  /**
   * Finds the account of an active sign-in; returns null when the sign-in is over or the account was rejected or
   * removed.
   */
  async findActor(family: string, accountId: string): Promise<AccountActor | null> {
    const row = await this.#selectActive()
      .select(['account.id', 'account.role', 'account.locale'])
      .where('family_id', '=', family)
      .where('account.id', '=', accountId)
      .executeTakeFirst()
    if (!row) return null
    return { kind: 'account', accountId: row.id, role: row.role, locale: row.locale, sessionFamily: family }
  }

  /** Returns the active ones of these sign-ins. */
  async findActiveFamilies(families: readonly string[]): Promise<ReadonlySet<string>> {
    if (families.length === 0) return new Set()
    const rows = await this.#selectActive().select('family_id').where('family_id', 'in', families).execute()
    return new Set(rows.map((row) => row.family_id))
  }

  /** Lists the active sign-ins of an account, most recently used first. */
  async list({ accountId, sessionFamily }: AccountActor): Promise<SessionRecord[]> {
    const rows = await this.#selectActive()
      .select(['family_id', 'user_agent', 'remember', 'refresh_session.created_at', 'last_seen_at'])
      .where('account.id', '=', accountId)
      .orderBy('last_seen_at', 'desc')
      .execute()
    return rows.map((row) => ({
      id: row.family_id,
      current: row.family_id === sessionFamily,
      userAgent: row.user_agent,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      remembered: row.remember,
    }))
  }

  /** Ends every sign-in of an account, except the given family; returns their number. */
  async endOthers(
    transaction: Transaction<Database>,
    { accountId, family }: { readonly accountId: string; readonly family: string | null },
  ): Promise<number> {
    const others = await transaction
      .updateTable('refresh_session')
      .set({ revoked_at: this.#now() })
      .where('account_id', '=', accountId)
      .$if(family !== null, (query) => query.where('family_id', '!=', family))
      .where('revoked_at', 'is', null)
      .returning(['rotated_at', 'expires_at'])
      .execute()
    await appendAuditEvent(transaction, { actor: accountId, action: 'session.end-others', subject: accountId })
    return others.filter((row) => row.rotated_at === null && row.expires_at > this.#now()).length
  }

  /** Deletes tokens that expired long ago. */
  async removeEnded(): Promise<void> {
    const monthAgo = new Date(this.#now().getTime() - limits.rememberedRefreshSessionLifetimeSeconds * 1000)
    await this.#database.deleteFrom('refresh_session').where('expires_at', '<', monthAgo).execute()
  }

  #selectActive() {
    return this.#database
      .selectFrom('refresh_session')
      .innerJoin('account', 'account.id', 'refresh_session.account_id')
      .where('account.status', '!=', 'rejected')
      .where('revoked_at', 'is', null)
      .where('rotated_at', 'is', null)
      .where('expires_at', '>', this.#now())
  }

  async #exchange(transaction: Transaction<Database>, token: string, row: Row): Promise<RefreshGrant | null> {
    const successor = this.#tokens.refreshTokenAfter(token)
    const now = this.#now()
    const expiresAt = this.#expiry(row.remember, row.created_at)
    await transaction.updateTable('refresh_session').set({ rotated_at: now }).where('id', '=', row.id).execute()
    await transaction
      .insertInto('refresh_session')
      .values({ ...row, id: newId(), token_hash: computeSha256(successor), last_seen_at: now, expires_at: expiresAt })
      .execute()
    return { token: successor, accountId: row.account_id, family: row.family_id, expiresAt, remember: row.remember }
  }

  async #repeat(transaction: Transaction<Database>, token: string): Promise<RefreshGrant | null> {
    const successor = this.#tokens.refreshTokenAfter(token)
    const row = await findToken(transaction, successor)
    if (row === null || row.revoked_at !== null) return null
    // Returns the newest token of the chain: another tab may be more than one exchange ahead.
    if (row.rotated_at !== null) return this.#repeat(transaction, successor)
    const { account_id: accountId, family_id: family, expires_at: expiresAt, remember } = row
    return { token: successor, accountId, family, expiresAt, remember }
  }

  async #revokeReused(transaction: Transaction<Database>, row: Row): Promise<void> {
    await this.#revoke(transaction, row.family_id)
    await appendAuditEvent(transaction, {
      actor: null,
      action: 'session.reuse',
      subject: row.family_id,
      details: { account: row.account_id },
    })
  }

  async #revoke(transaction: Transaction<Database>, family: string): Promise<string | null> {
    const revoked = await transaction
      .updateTable('refresh_session')
      .set({ revoked_at: this.#now() })
      .where('family_id', '=', family)
      .where('revoked_at', 'is', null)
      .returning('account_id')
      .execute()
    return revoked[0]?.account_id ?? null
  }

  #expiry(remember: boolean, begunAt: Date): Date {
    const idleSeconds = remember ? limits.rememberedRefreshSessionLifetimeSeconds : limits.refreshSessionLifetimeSeconds
    const absolute = absoluteLifetimeMilliseconds[remember ? 'remembered' : 'session']
    return new Date(Math.min(this.#now().getTime() + idleSeconds * 1000, begunAt.getTime() + absolute))
  }
}

async function findToken(transaction: Transaction<Database>, token: string): Promise<Row | null> {
  const row = await transaction
    .selectFrom('refresh_session')
    .selectAll()
    .where('token_hash', '=', computeSha256(token))
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}
