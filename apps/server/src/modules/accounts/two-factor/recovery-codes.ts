import { randomInt } from 'node:crypto'
import { type Database, newId } from '@kamar/database'
import type { Kysely, Transaction } from 'kysely'
import { hashPassword, verifyPassword } from '../../../domain/accounts/passwords.js'

const codeCount = 10
const codeCharacters = 10
/** Excludes letters and digits that look like others. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Replaces all older codes by new ones: `abcde-fghjk`, 49 bits each; stored as slow hashes only (ASVS 5.0, 6.5.2). */
export async function replaceRecoveryCodes(transaction: Transaction<Database>, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newCode)
  const rows = await Promise.all(
    codes.map(async (code) => ({ id: newId(), account_id: accountId, code_hash: await hashPassword(plain(code)) })),
  )
  await transaction.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await transaction.insertInto('recovery_code').values(rows).execute()
  return codes
}

/** Uses up a code; returns false when it is not the account's or was used before, also concurrently. */
export async function useRecoveryCode(
  database: Kysely<Database>,
  { accountId, code, now }: { readonly accountId: string; readonly code: string; readonly now: Date },
): Promise<boolean> {
  const normalizedCode = plain(code)
  if (normalizedCode.length !== codeCharacters) return false
  const rows = await unused(database, accountId).select(['id', 'code_hash']).execute()
  const matches = await Promise.all(rows.map(({ code_hash: hash }) => verifyPassword(hash, normalizedCode)))
  const row = rows[matches.indexOf(true)]
  if (!row) return false
  const used = await database
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('id', '=', row.id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

export async function countRecoveryCodes(database: Kysely<Database>, accountId: string): Promise<number> {
  const rows = await unused(database, accountId).select('id').execute()
  return rows.length
}

function unused(database: Kysely<Database>, accountId: string) {
  return database.selectFrom('recovery_code').where('account_id', '=', accountId).where('used_at', 'is', null)
}

function newCode(): string {
  const letters = Array.from({ length: codeCharacters }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, codeCharacters / 2)}-${letters.slice(codeCharacters / 2)}`
}

function plain(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, '')
}
