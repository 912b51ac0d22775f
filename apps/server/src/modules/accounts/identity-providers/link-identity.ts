import { AppError } from '@kamar/core'
import { type Language } from '@kamar/contracts'
import { appendAuditEvent, type Database } from '@kamar/database'
import type { Kysely, Transaction } from 'kysely'
import { readDeploymentSettings } from '../../../domain/accounts/deployment-settings.js'
import { endSignIns } from '../../../domain/accounts/end-sign-ins.js'
import { joinInvitedProjects } from '../../../domain/projects/project-invitations.js'
import { type Account, findByEmail, findById, insertAccount } from '../../../domain/accounts/account-store.js'
import { isUniqueViolation } from '../../../platform/database/unique-violation.js'
import type { ProviderIdentity } from './provider-identity.js'
import { providerTitles } from './providers.js'

/**
 * Returns the account of a provider identity: the one used before, else the one with its address, else a new one. An
 * address links only where both sides have confirmed it; otherwise an attacker who registered another user's address
 * would share that user's account.
 */
export async function accountOfIdentity(
  database: Kysely<Database>,
  identity: ProviderIdentity,
  locale: Language,
): Promise<Account> {
  const find = () => database.transaction().execute((transaction) => findOrMake(transaction, identity, locale))
  try {
    return await find()
  } catch (error) {
    // A concurrent sign-in of the same user has created the account by now.
    if (!isUniqueViolation(error)) throw error
    return find()
  }
}

async function findOrMake(
  transaction: Transaction<Database>,
  identity: ProviderIdentity,
  locale: Language,
): Promise<Account> {
  const linkedAccount = await findLinked(transaction, identity)
  if (linkedAccount) return linkedAccount
  const { email, isEmailVerified, provider, subject } = identity
  if (email === null || !isEmailVerified) {
    throw new AppError('provider-email-unverified', { provider: providerTitles[provider] })
  }
  const existing = await findByEmail(transaction, email)
  const accountId = existing
    ? await claimExisting(transaction, existing)
    : await makeAccount(transaction, { email, name: identity.name, locale })
  await transaction.insertInto('identity').values({ provider, subject, account_id: accountId }).execute()
  await appendAuditEvent(transaction, {
    actor: accountId,
    action: 'account.link',
    subject: accountId,
    details: { provider },
  })
  return mustFind(transaction, accountId)
}

async function findLinked(transaction: Transaction<Database>, identity: ProviderIdentity): Promise<Account | null> {
  const row = await transaction
    .selectFrom('identity')
    .select('account_id')
    .where('provider', '=', identity.provider)
    .where('subject', '=', identity.subject)
    .executeTakeFirst()
  return row ? findById(transaction, row.account_id) : null
}

async function claimExisting(transaction: Transaction<Database>, account: Account): Promise<string> {
  if (account.must_verify_email) {
    // The account was never used; its password may be an attacker's.
    await endSignIns(transaction, account.id)
    await transaction
      .updateTable('account')
      .set({ password_hash: null, must_verify_email: false, email_verified_at: new Date() })
      .where('id', '=', account.id)
      .execute()
    await joinInvitedProjects(transaction, account.id)
  } else if (account.email_verified_at === null) {
    throw new AppError('account-not-linked')
  }
  return account.id
}

async function makeAccount(
  transaction: Transaction<Database>,
  { email, locale, name }: { readonly email: string; readonly name: string; readonly locale: Language },
): Promise<string> {
  if (!(await readDeploymentSettings(transaction)).signUpOpen) throw new AppError('sign-up-closed')
  const id = await insertAccount(transaction, {
    email,
    name: name.slice(0, 120),
    passwordHash: null,
    role: 'user',
    status: 'pending',
    locale,
  })
  await transaction.updateTable('account').set({ email_verified_at: new Date() }).where('id', '=', id).execute()
  await joinInvitedProjects(transaction, id)
  await appendAuditEvent(transaction, { actor: id, action: 'account.register', subject: id })
  return id
}

async function mustFind(transaction: Transaction<Database>, id: string): Promise<Account> {
  const account = await findById(transaction, id)
  if (!account) throw new AppError('internal')
  return account
}
