import type { Language } from '@kamar/contracts'
import { type Database, newId } from '@kamar/database'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { insertProject } from '../projects/insert-project.js'
import { readDeploymentSettings } from './deployment-settings.js'

export type Account = Selectable<Database['account']>

/** Fields of a new account; the rest has defaults. */
export interface NewAccount {
  readonly email: string
  readonly username?: string
  readonly name: string
  readonly passwordHash: string | null
  readonly role: 'user' | 'admin'
  readonly status: 'pending' | 'approved'
  /** Language of the mails; English when omitted. */
  readonly locale?: Language
}

/** Lists the names that an attacker would try first as the password of an account. */
export function namesOf({ company, email, name, username }: Account): string[] {
  return [email, name, username ?? '', company ?? '']
}

/** Finds a user by e-mail. */
export async function findByEmail(connection: Kysely<Database>, email: string): Promise<Account | null> {
  const row = await connection
    .selectFrom('account')
    .selectAll()
    .where(sql`lower(email)`, '=', canonicalName(email))
    .where('kind', '=', 'person')
    .executeTakeFirst()
  return row ?? null
}

/** Finds an administrator by user name or e-mail. */
export async function findAdministrator(connection: Kysely<Database>, name: string): Promise<Account | null> {
  const row = await connection
    .selectFrom('account')
    .selectAll()
    .where('role', '=', 'admin')
    .where((where) =>
      where.or([
        where(sql`lower(username)`, '=', canonicalName(name)),
        where(sql`lower(email)`, '=', canonicalName(name)),
      ]),
    )
    .executeTakeFirst()
  return row ?? null
}

export async function findById(connection: Kysely<Database>, id: string): Promise<Account | null> {
  const row = await connection.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

export async function hasAdministrator(connection: Kysely<Database>): Promise<boolean> {
  const row = await connection
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Creates an account with its personal project. Throws PostgreSQL's unique violation for a taken e-mail or user name.
 */
export async function insertAccount(transaction: Transaction<Database>, account: NewAccount): Promise<string> {
  const id = newId()
  const { defaultQuotaBytes } = await readDeploymentSettings(transaction)
  await transaction
    .insertInto('account')
    .values({
      id,
      email: canonicalName(account.email),
      username: account.username ?? null,
      name: account.name,
      password_hash: account.passwordHash,
      role: account.role,
      status: account.status,
      approved_email: account.status === 'approved' ? canonicalName(account.email) : null,
      ...(account.locale ? { locale: account.locale } : {}),
      quota_bytes: defaultQuotaBytes,
      avatar_blob: null,
    })
    .execute()
  await insertProject(transaction, { id: newId(), name: account.name, ownerId: id, personal: true })
  return id
}

/** Normalises e-mails and user names for comparison, without regard to case or to how accents are composed. */
export function canonicalName(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase()
}
