import { adminRoutes } from '@kamar/contracts'
import { AppError } from '@kamar/core'
import { defineModule } from '../../domain/server-module.js'
import { readDeploymentSettings, requiresApprovalByDefault } from '../../domain/accounts/deployment-settings.js'
import { isIdentifier } from '../../domain/files/file-records.js'
import { readOverview, saveSettings } from './overview.js'
import { describeRemoval } from './remove-account.js'
import { decideRequest, listRequests } from './request-service.js'
import { listUsers } from './user-list.js'
import { UserService } from './user-service.js'

/** The administrator's pages: accounts, requests, settings of the deployment. */
export const adminModule = defineModule({
  id: 'admin',
  routes: adminRoutes,
  create: (context) => new UserService(context),
  handlers: ({ context, service: users }) => ({
    adminOverview: async () =>
      readOverview(context.database, {
        isolation: (await context.isolation()) ?? 'off',
        cloudRegion: context.configuration.autodeskCloud?.region ?? null,
      }),
    listUsers: ({ query }) => listUsers(context.database, query),
    createUser: ({ actor, body }) => users.create(actor, body),
    changeUser: ({ actor, parameters, body }) => users.change(actor, parameters.id, body),
    async userRemoval({ parameters: { id } }) {
      const removal = isIdentifier(id) ? await describeRemoval(context.database, id) : null
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
      const settings = await readDeploymentSettings(context.database)
      return {
        ...settings,
        requireApproval: settings.requireApproval ?? requiresApprovalByDefault(context.configuration),
      }
    },
    saveDeploymentSettings: ({ actor, body }) => saveSettings(context.database, actor, body),
  }),
})
