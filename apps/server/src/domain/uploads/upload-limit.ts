import { limits } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import type { Configuration } from '../../platform/configuration/configuration.js'

/** Reads the maximum size of an uploaded file: the account's own limit, else the deployment's. */
export async function readUploadLimit(
  connection: Kysely<Database>,
  { uploadLimitBytes }: Pick<Configuration, 'uploadLimitBytes'>,
  accountId: string,
): Promise<number> {
  const account = await connection
    .selectFrom('account')
    .select('upload_limit_bytes')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return Math.min(account?.upload_limit_bytes ?? uploadLimitBytes, limits.maxUploadBytes)
}
