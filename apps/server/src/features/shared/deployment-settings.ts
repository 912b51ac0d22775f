import { DeploymentSettings, limits } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { Kysely, Transaction } from 'kysely'

type Connection = Kysely<Database> | Transaction<Database>

const keyOf: Readonly<Record<keyof DeploymentSettings, string>> = {
  requireApproval: 'accounts.require-approval',
  signUpOpen: 'accounts.sign-up-open',
  defaultQuotaBytes: 'accounts.default-quota-bytes',
  extraExtensions: 'uploads.extra-extensions',
}
const names = Object.keys(keyOf) as (keyof DeploymentSettings)[]

const defaults: DeploymentSettings = {
  requireApproval: false,
  signUpOpen: true,
  defaultQuotaBytes: limits.defaultQuotaBytes,
  extraExtensions: [],
}

/** What the administrator decided for the deployment; what was never decided, or is not readable, is as it comes. */
export async function readDeploymentSettings(connection: Connection): Promise<DeploymentSettings> {
  const rows = await connection
    .selectFrom('setting')
    .select(['key', 'value'])
    .where('key', 'in', Object.values(keyOf))
    .execute()
  const stored = names.flatMap((name) => {
    const row = rows.find(({ key }) => key === keyOf[name])
    const value = row ? DeploymentSettings.shape[name].safeParse(row.value) : null
    return value?.success ? [[name, value.data]] : []
  })
  return { ...defaults, ...Object.fromEntries(stored) } as DeploymentSettings
}

export async function writeDeploymentSettings(
  transaction: Transaction<Database>,
  settings: DeploymentSettings,
): Promise<void> {
  for (const name of names) {
    const value = JSON.stringify(settings[name])
    await transaction
      .insertInto('setting')
      .values({ key: keyOf[name], value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: new Date() }))
      .execute()
  }
}
