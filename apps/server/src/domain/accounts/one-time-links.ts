import { randomBytes } from 'node:crypto'
import { AppError } from '@kamar/core'
import type { Database, OneTimeLinkTable } from '@kamar/database'
import type { Selectable, Transaction } from 'kysely'
import { computeSha256 } from '../../platform/secrets/sha256.js'

export type LinkPurpose = OneTimeLinkTable['purpose']

const hourMilliseconds = 3_600_000
/** Lifetime of a link of each purpose. */
export const linkLifetimeMilliseconds: Readonly<Record<LinkPurpose, number>> = {
  'reset-password': hourMilliseconds,
  'verify-email': 24 * hourMilliseconds,
  invitation: 7 * 24 * hourMilliseconds,
  'change-email': 24 * hourMilliseconds,
}

export function isLinkPurpose(text: string): text is LinkPurpose {
  return Object.hasOwn(linkLifetimeMilliseconds, text)
}

/** Account fields that a link is bound to. */
export type LinkedAccount = Pick<Selectable<Database['account']>, 'id' | 'email' | 'password_hash' | 'new_email'>

/** Creates a link's secret; only its hash is stored. */
export async function createLink(
  transaction: Transaction<Database>,
  purpose: LinkPurpose,
  { account, now }: { readonly account: LinkedAccount; readonly now: Date },
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await transaction
    .insertInto('one_time_link')
    .values({
      code_hash: computeSha256(code),
      purpose,
      account_id: account.id,
      binding: computeBinding(account),
      created_at: now,
      expires_at: new Date(now.getTime() + linkLifetimeMilliseconds[purpose]),
    })
    .execute()
  return code
}

/**
 * Returns the account of a link, locked; the link is used up with the caller's transaction. Throws `link-not-valid` for
 * links that are unknown, expired, used, or older than the current password or address.
 */
export async function useLink<Purpose extends LinkPurpose>(
  transaction: Transaction<Database>,
  purposes: readonly Purpose[],
  { code, now }: { readonly code: string; readonly now: Date },
): Promise<{ readonly accountId: string; readonly purpose: Purpose }> {
  const link = await transaction
    .updateTable('one_time_link')
    .set({ used_at: now })
    .where('code_hash', '=', computeSha256(code))
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['account_id', 'purpose', 'binding'])
    .executeTakeFirst()
  const account = link && (await findLinkedAccount(transaction, link.account_id))
  const purpose = purposes.find((one) => one === link?.purpose)
  if (!purpose || !account || computeBinding(account) !== link?.binding) throw new AppError('link-not-valid')
  return { accountId: account.id, purpose }
}

/** Computes the binding: a new password or address, also a pending one, voids every open link of the account. */
function computeBinding({ email, new_email: newEmail, password_hash: passwordHash }: LinkedAccount): string {
  return computeSha256([email, passwordHash ?? '', ...(newEmail === null ? [] : [newEmail])].join('\n'))
}

function findLinkedAccount(transaction: Transaction<Database>, id: string): Promise<LinkedAccount | undefined> {
  return transaction
    .selectFrom('account')
    .select(['id', 'email', 'password_hash', 'new_email'])
    .where('id', '=', id)
    .where('status', '!=', 'rejected')
    .forUpdate()
    .executeTakeFirst()
}
