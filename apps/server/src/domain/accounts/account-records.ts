import { type AccountRecord, defaultPreferences, Preferences } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { Kysely, Selectable } from 'kysely'

type AccountColumns = Pick<
  Selectable<Database['account']>,
  'id' | 'email' | 'name' | 'role' | 'status' | 'locale' | 'quota_bytes' | 'used_bytes' | 'avatar_blob' | 'preferences'
>

const avatarVersionDigits = 16

/** Returns an account as its owner sees it; null when there is none. */
export async function findAccountRecord(connection: Kysely<Database>, id: string): Promise<AccountRecord | null> {
  const row = await connection
    .selectFrom('account')
    .select((account) => [
      'id',
      'email',
      'name',
      'role',
      'status',
      'locale',
      'quota_bytes',
      'used_bytes',
      'avatar_blob',
      'preferences',
      account
        .exists(
          account
            .selectFrom('second_factor')
            .select('account_id')
            .whereRef('second_factor.account_id', '=', 'account.id')
            .where('second_factor.confirmed_at', 'is not', null),
        )
        .as('two_factor'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toAccountRecord(row, row.two_factor === true) : null
}

function toAccountRecord(row: AccountColumns, twoFactorAuth: boolean): AccountRecord {
  const { id, email, name, role, status, locale } = row
  return {
    id,
    email,
    name,
    role,
    status,
    locale,
    quotaBytes: row.quota_bytes,
    usedBytes: row.used_bytes,
    avatar: avatarVersion(row.avatar_blob),
    preferences: { ...storedPreferences(row.preferences), twoFactorAuth },
  }
}

/** Parses stored preferences; missing or outdated fields get their defaults. */
export function storedPreferences(stored: unknown): Preferences {
  const values = Object.entries(Preferences.shape).flatMap(([name, shape]) => {
    const value = shape.safeParse((stored as Record<string, unknown> | null)?.[name])
    return value.success ? [[name, value.data] as const] : []
  })
  return { ...defaultPreferences, ...Object.fromEntries(values) }
}

/** Returns enough of a photo's hash to tell it from the one before. */
export function avatarVersion(sha256: string | null): string | null {
  return sha256?.slice(0, avatarVersionDigits) ?? null
}
