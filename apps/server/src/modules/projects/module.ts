import { projectsRoutes } from '@kamar/contracts'
import { defineModule, done } from '../../domain/server-module.js'
import { MemberService } from './member-service.js'
import { readProjectOverview } from './project-overview.js'
import { ProjectService } from './project-service.js'

/** Projects, their members, groups and invitations. */
export const projectsModule = defineModule({
  id: 'projects',
  routes: projectsRoutes,
  create: (context) => ({ members: new MemberService(context), projects: new ProjectService(context) }),
  handlers: ({ context, service: { members, projects } }) => ({
    listProjects: ({ actor }) => projects.listProjects(actor),
    createProject: ({ actor, body }) => projects.createProject(actor, body.name),
    renameProject: ({ actor, body, parameters }) => projects.renameProject(actor, parameters.projectId, body.name),
    letFilesLeave: ({ actor, body, parameters }) =>
      projects.letFilesLeave(actor, parameters.projectId, body.filesMayLeave),
    limitProject: ({ actor, body, parameters }) => projects.limitProject(actor, parameters.projectId, body.quotaBytes),
    projectOverview: ({ actor, parameters }) => readProjectOverview(context.database, actor, parameters.projectId),
    async deleteProject({ actor, parameters }) {
      await projects.deleteProject(actor, parameters.projectId)
      return done
    },
    projectPeople: ({ actor, parameters }) => members.listProjectMembers(actor, parameters.projectId),
    invitePerson: ({ actor, body, parameters }) => members.inviteMember(actor, parameters.projectId, body),
    changeMember: ({ actor, body, parameters }) => members.changeMember(actor, { ...parameters, ...body }),
    async removeMember({ actor, parameters }) {
      await members.removeMember(actor, parameters.projectId, parameters.accountId)
      return done
    },
    planMembers: ({ actor, body, parameters }) => members.planMembers(actor, parameters.projectId, body),
    listAvailableGroups: ({ actor, parameters }) => members.listAvailableGroups(actor, parameters.projectId),
    setProjectGroup: ({ actor, body, parameters }) => members.setGroup(actor, { ...parameters, ...body }),
    removeProjectGroup: ({ actor, parameters }) => members.setGroup(actor, { ...parameters, role: null }),
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
