import { projectsRoutes } from '@kamar/contracts'
import { defineModule, done } from '../../domain/server-module.js'
import { MemberService } from './member-service.js'
import { readProjectOverview } from './project-overview.js'

/** Projects, their members and invitations. */
export const projectsModule = defineModule({
  id: 'projects',
  routes: projectsRoutes,
  create: (context) => new MemberService(context),
  handlers: ({ context, service: members }) => ({
    listProjects: ({ actor }) => members.listProjects(actor),
    createProject: ({ actor, body }) => members.createProject(actor, body.name),
    renameProject: ({ actor, body, parameters }) => members.renameProject(actor, parameters.projectId, body.name),
    letFilesLeave: ({ actor, body, parameters }) =>
      members.letFilesLeave(actor, parameters.projectId, body.filesMayLeave),
    limitProject: ({ actor, body, parameters }) => members.limitProject(actor, parameters.projectId, body.quotaBytes),
    projectOverview: ({ actor, parameters }) => readProjectOverview(context.database, actor, parameters.projectId),
    async deleteProject({ actor, parameters }) {
      await members.deleteProject(actor, parameters.projectId)
      return done
    },
    projectPeople: ({ actor, parameters }) => members.listProjectMembers(actor, parameters.projectId),
    invitePerson: ({ actor, body, parameters }) => members.inviteMember(actor, parameters.projectId, body),
    changeMember: ({ actor, body, parameters }) => members.changeMember(actor, { ...parameters, ...body }),
    async removeMember({ actor, parameters }) {
      await members.removeMember(actor, parameters.projectId, parameters.accountId)
      return done
    },
    async withdrawInvitation({ actor, parameters }) {
      await members.withdrawInvitation(actor, parameters.projectId, parameters.invitationId)
      return done
    },
    openInvitation: ({ body, request }) => members.openInvitation(body.code, request.ip),
    acceptInvitation: ({ actor, body }) => members.acceptInvitation(actor, body.code),
    filePeople: ({ actor, parameters }) => members.listFileMembers(actor, parameters.id),
    shareFile: ({ actor, body, parameters }) => members.shareFile(actor, parameters.id, body),
    moveFile: ({ actor, body, parameters }) => members.moveFile(actor, parameters.id, body.projectId),
    mentionable: ({ actor, parameters }) => members.mentionable(actor, parameters.id),
  }),
})
