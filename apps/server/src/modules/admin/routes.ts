import { AppError } from '@kamar/contracts'
import type { Handlers } from '../../platform/http/mount-routes.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { readDeploymentSettings, requiresApprovalByDefault } from '../../domain/accounts/deployment-settings.js'
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

export function adminRoutes(context: ModuleContext, users: UserService): Pick<Handlers, AdminRouteName> {
  const { configuration, database, isolation } = context
  const cloudRegion = configuration.autodeskCloud?.region ?? null
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
    listRequests: () => listRequests(context),
    decideRequest: ({ actor, parameters: { id }, body }) => decideRequest(context, actor, { id, decision: body }),
    async deploymentSettings() {
      const settings = await readDeploymentSettings(database)
      return { ...settings, requireApproval: settings.requireApproval ?? requiresApprovalByDefault(configuration) }
    },
    saveDeploymentSettings: ({ actor, body }) => saveSettings(database, actor, body),
  }
}
