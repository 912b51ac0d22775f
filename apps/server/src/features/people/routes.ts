import type { Handlers } from '../../http/mount-routes.js'
import type { PeopleService } from './people-service.js'

type PeopleRouteName =
  | 'listProjects'
  | 'createProject'
  | 'renameProject'
  | 'letFilesLeave'
  | 'deleteProject'
  | 'projectPeople'
  | 'invitePerson'
  | 'changeMember'
  | 'removeMember'
  | 'withdrawInvitation'
  | 'openInvitation'
  | 'acceptInvitation'
  | 'filePeople'
  | 'shareFile'
  | 'moveFile'
  | 'mentionable'

const done = { done: true } as const

export function peopleRoutes(people: PeopleService): Pick<Handlers, PeopleRouteName> {
  return {
    listProjects: ({ actor }) => people.listProjects(actor),
    createProject: ({ actor, body }) => people.createProject(actor, body.name),
    renameProject: ({ actor, body, parameters }) => people.renameProject(actor, parameters.projectId, body.name),
    letFilesLeave: ({ actor, body, parameters }) =>
      people.letFilesLeave(actor, parameters.projectId, body.filesMayLeave),
    async deleteProject({ actor, parameters }) {
      await people.deleteProject(actor, parameters.projectId)
      return done
    },
    projectPeople: ({ actor, parameters }) => people.people(actor, parameters.projectId),
    invitePerson: ({ actor, body, parameters }) => people.invitePerson(actor, parameters.projectId, body),
    changeMember: ({ actor, body, parameters }) => people.changeMember(actor, { ...parameters, ...body }),
    async removeMember({ actor, parameters }) {
      await people.removeMember(actor, parameters.projectId, parameters.accountId)
      return done
    },
    async withdrawInvitation({ actor, parameters }) {
      await people.withdrawInvitation(actor, parameters.projectId, parameters.invitationId)
      return done
    },
    openInvitation: ({ body, request }) => people.openInvitation(body.code, request.ip),
    acceptInvitation: ({ actor, body }) => people.acceptInvitation(actor, body.code),
    filePeople: ({ actor, parameters }) => people.peopleOfFile(actor, parameters.id),
    shareFile: ({ actor, body, parameters }) => people.shareFile(actor, parameters.id, body),
    moveFile: ({ actor, body, parameters }) => people.moveFile(actor, parameters.id, body.projectId),
    mentionable: ({ actor, parameters }) => people.mentionable(actor, parameters.id),
  }
}
