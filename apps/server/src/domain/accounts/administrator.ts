import { randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError } from '@kamar/core'
import { appendAuditEvent, type Database } from '@kamar/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import { canonicalName, findAdministrator, hasAdministrator, insertAccount } from './account-store.js'
import { assertAcceptablePassword, hashPassword, verifyPassword } from './passwords.js'
import { endSignIns } from './end-sign-ins.js'
import { readSetting, writeSetting } from '../../platform/database/settings.js'
import { refuseDuplicates } from '../../platform/database/unique-violation.js'
import { computeSha256 } from '../../platform/secrets/sha256.js'

const codeSetting = 'setup.code-hash'
/** Advisory lock that prevents two concurrent first administrators; the value is arbitrary. */
const setUpLock = 7_104_222

/**
 * Ensures that the configured administrator exists with the configured password; a changed password ends its sign-ins.
 */
export async function ensureAdministrator(
  database: Kysely<Database>,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<void> {
  const existing = await findAdministrator(database, username)
  if (existing && (await verifyPassword(existing.password_hash, password))) return
  const passwordHash = await hashPassword(password)
  await database.transaction().execute(async (transaction) => {
    const id = existing?.id ?? (await promoteOrCreate(transaction, username, passwordHash))
    await transaction
      .updateTable('account')
      .set({ password_hash: passwordHash, status: 'approved', must_change_password: false })
      .where('id', '=', id)
      .execute()
    await endSignIns(transaction, id)
    await appendAuditEvent(transaction, { actor: null, action: 'account.configure-administrator', subject: id })
  })
}

/**
 * Issues the code of a new one-time set-up link; returns null when there is an administrator already. Older links stop
 * working.
 */
export async function issueSetUpCode(database: Kysely<Database>): Promise<string | null> {
  if (await hasAdministrator(database)) return null
  const code = randomBytes(24).toString('base64url')
  await writeSetting(database, codeSetting, computeSha256(code))
  return code
}

/** Creates the first administrator with the code of the set-up link, which is used up. */
export async function setUpAdministrator(
  database: Kysely<Database>,
  form: { readonly code: string; readonly username: string; readonly email: string; readonly password: string },
): Promise<void> {
  if (!(await isCurrentCode(database, form.code))) throw new AppError('not-allowed')
  await assertAcceptablePassword(form.password, [form.email, form.username])
  const passwordHash = await hashPassword(form.password)
  await refuseDuplicates('already-exists', () =>
    database.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${setUpLock})`.execute(transaction)
      if (!(await isCurrentCode(transaction, form.code)) || (await hasAdministrator(transaction))) {
        throw new AppError('not-allowed')
      }
      await transaction.deleteFrom('setting').where('key', '=', codeSetting).execute()
      const id = await insertAdministrator(transaction, { ...form, passwordHash })
      await appendAuditEvent(transaction, { actor: id, action: 'account.set-up-administrator', subject: id })
    }),
  )
}

async function promoteOrCreate(
  transaction: Transaction<Database>,
  username: string,
  passwordHash: string,
): Promise<string> {
  const promoted = await transaction
    .updateTable('account')
    .set({ role: 'admin' })
    .where(sql`lower(email)`, '=', canonicalName(username))
    .returning('id')
    .executeTakeFirst()
  if (promoted) return promoted.id
  // The address of a name without a domain can never receive mail and never collides with a user's.
  const email = username.includes('@')
    ? username
    : `${canonicalName(username).replaceAll(/\s/g, '.')}@administrator.invalid`
  return insertAdministrator(transaction, { username, email, passwordHash })
}

function insertAdministrator(
  transaction: Transaction<Database>,
  { email, passwordHash, username }: Readonly<Record<'email' | 'passwordHash' | 'username', string>>,
): Promise<string> {
  const account = { email, username, name: username, passwordHash, role: 'admin', status: 'approved' } as const
  return insertAccount(transaction, account)
}

async function isCurrentCode(connection: Kysely<Database>, code: string): Promise<boolean> {
  const expected = Buffer.from(String(await readSetting(connection, codeSetting)))
  const codeHash = Buffer.from(computeSha256(code))
  return expected.length === codeHash.length && timingSafeEqual(expected, codeHash)
}
