import type { Database } from '@kamar/database'
import type { Transaction } from 'kysely'

/**
 * Ends every sign-in of an account, except the given family; its access and viewer tokens are refused from the next
 * request on.
 */
export async function endSignIns(
  transaction: Transaction<Database>,
  accountId: string,
  exceptFamily?: string,
): Promise<void> {
  await transaction
    .updateTable('refresh_session')
    .set({ revoked_at: new Date() })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .$if(exceptFamily !== undefined, (query) => query.where('family_id', '!=', exceptFamily ?? ''))
    .execute()
}
