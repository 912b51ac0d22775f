import { type AdminOverview, type DeploymentSettings, type DeploymentSettingsForm } from '@kamar/contracts'
import { AppError } from '@kamar/core'
import { appendAuditEvent, type Database } from '@kamar/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { readDeploymentSettings, writeDeploymentSettings } from '../../domain/accounts/deployment-settings.js'
import { optionalExtensions } from '../../domain/files/upload-rules.js'
import { systemAccountId } from '../../domain/projects/example-project.js'

/** Deployment section of the overview. */
export interface DeploymentInfo {
  /** Reported by the readers, which may not have started yet. */
  readonly isolation: string
  /** Storage region of this deployment's files in Autodesk's cloud; null without credentials. */
  readonly cloudRegion: string | null
}

/** Reads the statistics of the deployment. */
export async function readOverview(
  database: Kysely<Database>,
  { cloudRegion, isolation }: DeploymentInfo,
): Promise<AdminOverview> {
  const { rows } = await sql<
    Omit<AdminOverview, 'users' | 'isolation' | 'cloud'> & AdminOverview['users'] & { cloudProjects: number }
  >`
    select (count(*) filter (where kind = 'person'))::int as total,
      count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where status = 'approved' and kind = 'person')::int as approved,
      count(*) filter (where status = 'rejected')::int as rejected,
      coalesce(sum(used_bytes), 0)::bigint as "usedBytes",
      (select count(*)::int from file join project on project.id = file.project_id
        where project.owner_id <> ${systemAccountId} and file.deleted_at is null) as files,
      (select count(*)::int from service_request where state = 'open') as "openRequests",
      (select count(*)::int from project where files_may_leave) as "cloudProjects"
    from account where id <> ${systemAccountId}`.execute(database)
  const [row] = rows
  // A count query always returns a row.
  if (!row) throw new AppError('internal')
  const { approved, cloudProjects, files, openRequests, pending, rejected, total, usedBytes } = row
  const cloud = cloudRegion === null ? null : { region: cloudRegion, projects: cloudProjects }
  return { users: { total, pending, approved, rejected }, files, usedBytes, openRequests, isolation, cloud }
}

/** Saves the settings and records who did; throws `unsupported-format` for an extension that no reader accepts. */
export async function saveSettings(
  database: Kysely<Database>,
  actor: AccountActor,
  settings: DeploymentSettingsForm,
): Promise<DeploymentSettings> {
  const unknown = settings.extraExtensions.find((extension) => !optionalExtensions.includes(extension))
  if (unknown !== undefined) throw new AppError('unsupported-format', { extension: unknown })
  return database.transaction().execute(async (transaction) => {
    if (settings.twoFactorRoles?.includes(actor.role)) await assertSecondFactor(transaction, actor)
    await writeDeploymentSettings(transaction, settings)
    await appendAuditEvent(transaction, {
      actor: actor.accountId,
      action: 'settings.change',
      subject: 'deployment',
      details: settings,
    })
    return { ...(await readDeploymentSettings(transaction)), requireApproval: settings.requireApproval }
  })
}

/** Throws `two-factor-first` unless the administrator has a second factor, because the setting would lock them out. */
async function assertSecondFactor(transaction: Transaction<Database>, { accountId }: AccountActor): Promise<void> {
  const factor = await transaction
    .selectFrom('second_factor')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!factor) throw new AppError('two-factor-first')
}
