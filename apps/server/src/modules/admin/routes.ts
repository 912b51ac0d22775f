import { AppError } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import type { Handlers } from '../../platform/http/mount-routes.js'
import type { AccountEvents } from '../../platform/events/account-events.js'
import { readDeploymentSettings } from '../../domain/accounts/deployment-settings.js'
import { isIdentifier } from '../../domain/files/file-records.js'
import { readOverview, saveSettings } from './overview.js'
import { describeRemoval } from './remove-account.js'
import { decideRequest, listRequests } from './request-service.js'
import { listUsers } from './user-list.js'
import type { UserService } from './user-service.js'

type AdminRouteName =
  | 'adminOverview'
  | 'listUsers'
  | 'createUser'
  | 'changeUser'
  | 'userRemoval'
  | 'deleteUser'
  | 'resetTwoFactor'
  | 'createPasswordLink'
  | 'changeUsers'
  | 'listRequests'
  | 'decideRequest'
  | 'deploymentSettings'
  | 'saveDeploymentSettings'

export interface AdminServices {
  readonly database: Kysely<Database>
  readonly users: UserService
  readonly accountEvents: AccountEvents
  /** Isolation level of the readers; null while no worker runs in this process. */
  readonly isolation: () => Promise<string> | null
  /** Storage region of this deployment's files in Autodesk's cloud; null without credentials. */
  readonly cloudRegion: string | null
  /** Whether pending accounts wait for an administrator while that setting is undecided. */
  readonly requiresApprovalByDefault: boolean
}

export function adminRoutes({
  database,
  users,
  accountEvents,
  isolation,
  cloudRegion,
  requiresApprovalByDefault,
}: AdminServices): Pick<Handlers, AdminRouteName> {
  const requests = { database, accountEvents: accountEvents }
  return {
    adminOverview: async () => readOverview(database, { isolation: (await isolation()) ?? 'off', cloudRegion }),
    listUsers: ({ query }) => listUsers(database, query),
    createUser: ({ actor, body }) => users.create(actor, body),
    changeUser: ({ actor, parameters, body }) => users.change(actor, parameters.id, body),
    async userRemoval({ parameters: { id } }) {
      const removal = isIdentifier(id) ? await describeRemoval(database, id) : null
      if (!removal) throw new AppError('not-found')
      return removal
    },
    deleteUser: ({ actor, parameters, query }) => users.remove(actor, parameters.id, query.files ?? 'delete'),
    resetTwoFactor: ({ actor, parameters }) => users.resetTwoFactor(actor, parameters.id),
    createPasswordLink: ({ actor, parameters }) => users.createPasswordLink(actor, parameters.id),
    changeUsers: ({ actor, body }) => users.changeSeveral(actor, body),
    listRequests: () => listRequests(requests),
    decideRequest: ({ actor, parameters: { id }, body }) => decideRequest(requests, actor, { id, decision: body }),
    async deploymentSettings() {
      const settings = await readDeploymentSettings(database)
      return { ...settings, requireApproval: settings.requireApproval ?? requiresApprovalByDefault }
    },
    saveDeploymentSettings: ({ actor, body }) => saveSettings(database, actor, body),
  }
}
