import { z } from 'zod'
import { route } from '../api/route.js'
import {
  ProjectRecord,
  ProjectName,
  ProjectPeople,
  InvitationForm,
  InvitationResult,
  ProjectRole,
  OpenedInvitation,
  ProjectMember,
} from './shapes.js'
import { Done, Identifier } from '../api/fields.js'
import { FileRecord } from '../files/shapes.js'

const ProjectIdentifier = z.object({ projectId: z.string().max(64) })

/** JSON routes. */
export const projectsRoutes = {
  listProjects: route({
    method: 'GET',
    path: '/api/projects',
    summary: 'The projects the account is a member of: its personal one first, then by name',
    access: 'user',
    response: z.array(ProjectRecord),
  }),
  createProject: route({
    method: 'POST',
    path: '/api/projects',
    summary: 'Create an empty project, to share several files with the same people',
    access: 'user',
    body: z.strictObject({ name: ProjectName }),
    response: ProjectRecord,
  }),
  renameProject: route({
    method: 'PATCH',
    path: '/api/projects/:projectId',
    summary: 'Rename a project; its owners may',
    access: 'user',
    parameters: ProjectIdentifier,
    body: z.strictObject({ name: ProjectName }),
    response: ProjectRecord,
  }),
  letFilesLeave: route({
    method: 'PUT',
    path: '/api/projects/:projectId/cloud',
    summary:
      'Let files of a project be sent to Autodesk’s cloud where no reader here reads them, or forbid it; who pays for it may',
    access: 'user',
    parameters: ProjectIdentifier,
    body: z.strictObject({ filesMayLeave: z.boolean() }),
    response: ProjectRecord,
  }),
  deleteProject: route({
    method: 'DELETE',
    path: '/api/projects/:projectId',
    summary: 'Delete a project without files (also none in the bin); who pays for it may',
    access: 'user',
    parameters: ProjectIdentifier,
    response: Done,
  }),
  projectPeople: route({
    method: 'GET',
    path: '/api/projects/:projectId/people',
    summary: 'Members and invitations of a project',
    access: 'user',
    parameters: ProjectIdentifier,
    response: ProjectPeople,
  }),
  invitePerson: route({
    method: 'POST',
    path: '/api/projects/:projectId/people',
    summary:
      'Share a project: who has an account with a verified address is a member at once, others get a code, by mail or from the one who asks. Again, it changes the role',
    access: 'user',
    parameters: ProjectIdentifier,
    body: InvitationForm,
    response: InvitationResult,
  }),
  changeMember: route({
    method: 'PATCH',
    path: '/api/projects/:projectId/people/:accountId',
    summary: 'Change a member’s role',
    access: 'user',
    parameters: ProjectIdentifier.extend({ accountId: z.string().max(64) }),
    body: z.strictObject({ role: ProjectRole }),
    response: ProjectPeople,
  }),
  removeMember: route({
    method: 'DELETE',
    path: '/api/projects/:projectId/people/:accountId',
    summary: 'Remove a member; everybody may remove themselves, which is leaving',
    access: 'user',
    parameters: ProjectIdentifier.extend({ accountId: z.string().max(64) }),
    response: Done,
  }),
  withdrawInvitation: route({
    method: 'DELETE',
    path: '/api/projects/:projectId/invitations/:invitationId',
    summary: 'Withdraw an invitation',
    access: 'user',
    parameters: ProjectIdentifier.extend({ invitationId: z.string().max(64) }),
    response: Done,
  }),
  openInvitation: route({
    method: 'POST',
    path: '/api/invitations/open',
    summary:
      'Who invited whom to what, by the code of an invitation; 410 `link-not-valid` when it was withdrawn, used or is over',
    access: 'public',
    body: z.strictObject({ code: z.string().min(1).max(200) }),
    response: OpenedInvitation,
  }),
  acceptInvitation: route({
    method: 'POST',
    path: '/api/invitations/accept',
    summary: 'Become a member by the code of an invitation, with the address that was invited',
    access: 'user',
    body: z.strictObject({ code: z.string().min(1).max(200) }),
    response: ProjectRecord,
  }),
  filePeople: route({
    method: 'GET',
    path: '/api/auth/my-urns/:id/people',
    summary: 'Who sees a file: the people of its project',
    access: 'user',
    parameters: Identifier,
    response: ProjectPeople,
  }),
  shareFile: route({
    method: 'POST',
    path: '/api/auth/my-urns/:id/people',
    summary: 'Share a file; one in the personal project gets a project of its own first, named after it',
    access: 'user',
    parameters: Identifier,
    body: InvitationForm,
    response: InvitationResult,
  }),
  moveFile: route({
    method: 'POST',
    path: '/api/auth/my-urns/:id/project',
    summary: 'Put a file into another project; the one who asks pays for both',
    access: 'user',
    parameters: Identifier,
    body: z.strictObject({ projectId: z.string().max(64) }),
    response: FileRecord,
  }),
  mentionable: route({
    method: 'GET',
    path: '/api/auth/my-urns/:id/mentionable',
    summary: 'Who may be mentioned and assigned: the members of the file’s project, without addresses',
    access: 'user',
    parameters: Identifier,
    response: z.array(ProjectMember.pick({ id: true, name: true, role: true, isYou: true })),
  }),
} as const
