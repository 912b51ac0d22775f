import { DeploymentSettings, type DeploymentSettingsForm, limits } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { Kysely, Transaction } from 'kysely'
import { isIPv4 } from 'node:net'
import { writeSetting } from '../../platform/database/settings.js'

const formatKey: Readonly<Record<keyof DeploymentSettings, string>> = {
  requireApproval: 'accounts.require-approval',
  twoFactorRoles: 'accounts.two-factor-roles',
  signUpOpen: 'accounts.sign-up-open',
  defaultQuotaBytes: 'accounts.default-quota-bytes',
  extraExtensions: 'uploads.extra-extensions',
}
const names = Object.keys(formatKey) as (keyof DeploymentSettings)[]

/** Stored settings: whether approval is required while that is undecided depends on the deployment. */
export type StoredSettings = Omit<DeploymentSettings, 'requireApproval'> & { readonly requireApproval: boolean | null }

const defaults: StoredSettings = {
  requireApproval: null,
  twoFactorRoles: [],
  signUpOpen: true,
  defaultQuotaBytes: limits.defaultQuotaBytes,
  extraExtensions: [],
}

/** Reads the administrator's settings; undecided or unreadable ones get their defaults. */
export async function readDeploymentSettings(connection: Kysely<Database>): Promise<StoredSettings> {
  const rows = await connection
    .selectFrom('setting')
    .select(['key', 'value'])
    .where('key', 'in', Object.values(formatKey))
    .execute()
  const stored = names.flatMap((name) => {
    const row = rows.find(({ key }) => key === formatKey[name])
    const value = row ? DeploymentSettings.shape[name].safeParse(row.value) : null
    return value?.success ? [[name, value.data]] : []
  })
  return { ...defaults, ...Object.fromEntries(stored) } as StoredSettings
}

/** Part of a configuration that decides who can sign up. */
export interface ListeningServer {
  /** Address it listens on. */
  readonly host: string
  /** Mail server; null without one. */
  readonly mail: object | null
}

/** Returns whether an administrator approves each registration by default: without mail, addresses are unproven. */
export function requiresApprovalByDefault({ host, mail }: ListeningServer): boolean {
  return mail === null && !isLoopback(host)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

export async function writeDeploymentSettings(
  transaction: Transaction<Database>,
  settings: DeploymentSettingsForm,
): Promise<void> {
  for (const name of names) {
    if (settings[name] === undefined) continue
    await writeSetting(transaction, formatKey[name], settings[name])
  }
}
