import { groupsRoutes } from '@kamar/contracts'
import { defineModule, done } from '../../domain/server-module.js'
import { GroupService } from './group-service.js'

/** Groups and organizations of accounts, which projects and folders give roles. */
export const groupsModule = defineModule({
  id: 'groups',
  routes: groupsRoutes,
  create: (context) => new GroupService(context),
  handlers: ({ service: groups }) => ({
    listGroups: () => groups.list(),
    createGroup: ({ actor, body }) => groups.create(actor, body),
    openGroup: ({ parameters }) => groups.open(parameters.id),
    changeGroup: ({ actor, body, parameters }) => groups.change(actor, parameters.id, body),
    async deleteGroup({ actor, parameters, query }) {
      await groups.remove(actor, parameters.id, query.confirmed === 'true')
      return done
    },
    addGroupMembers: ({ actor, body, parameters }) => groups.addMembers(actor, parameters.id, body.accountIds),
    removeGroupMember: ({ actor, parameters }) => groups.removeMember(actor, parameters.id, parameters.accountId),
  }),
})
