import { AppError } from '@kamar/core'
import type { ModuleContext } from '../module-context.js'
import { findById } from './account-store.js'
import { verifyPassword } from './passwords.js'

/**
 * Checks the password of a signed-in user again, before irreversible actions. Throws `password-not-right`, or
 * `too-many-requests` at the limit of attempts.
 */
export async function confirmPassword(
  { database, domain: { attempts } }: Pick<ModuleContext, 'database' | 'domain'>,
  { accountId, address, password }: { readonly accountId: string; readonly password: string; readonly address: string },
): Promise<void> {
  const account = await findById(database, accountId)
  await attempts.signIn(accountId, address)
  if (!account || !(await verifyPassword(account.password_hash, password))) throw new AppError('password-not-right')
  await attempts.signedIn(accountId, address)
}
