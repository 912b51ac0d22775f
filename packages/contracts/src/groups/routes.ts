import { z } from 'zod'
import { Done, Identifier } from '../api/fields.js'
import { route } from '../api/route.js'
import { GroupChange, GroupForm, GroupMembersForm, GroupRecord, OpenedGroup } from './shapes.js'

/** JSON routes. */
export const groupsRoutes = {
  listGroups: route({
    method: 'GET',
    path: '/api/admin/groups',
    summary: 'Groups and organizations, by name',
    access: 'admin',
    response: z.array(GroupRecord),
  }),
  createGroup: route({
    method: 'POST',
    path: '/api/admin/groups',
    summary: 'Create a group or an organization',
    access: 'admin',
    body: GroupForm,
    response: OpenedGroup,
  }),
  openGroup: route({
    method: 'GET',
    path: '/api/admin/groups/:id',
    summary: 'A group with its members',
    access: 'admin',
    parameters: Identifier,
    response: OpenedGroup,
  }),
  changeGroup: route({
    method: 'PATCH',
    path: '/api/admin/groups/:id',
    summary: 'Change the name of a group, or code and domains of an organization',
    access: 'admin',
    parameters: Identifier,
    body: GroupChange,
    response: OpenedGroup,
  }),
  deleteGroup: route({
    method: 'DELETE',
    path: '/api/admin/groups/:id',
    summary: 'Delete a group; one that projects use (409 `group-in-use` names them) only if it is confirmed',
    access: 'admin',
    parameters: Identifier,
    query: z.strictObject({ confirmed: z.enum(['true', 'false']).optional() }),
    response: Done,
  }),
  addGroupMembers: route({
    method: 'POST',
    path: '/api/admin/groups/:id/members',
    summary: 'Add accounts to a group',
    access: 'admin',
    parameters: Identifier,
    body: GroupMembersForm,
    response: OpenedGroup,
  }),
  removeGroupMember: route({
    method: 'DELETE',
    path: '/api/admin/groups/:id/members/:accountId',
    summary: 'Remove an account from a group',
    access: 'admin',
    parameters: Identifier.extend({ accountId: z.string().max(64) }),
    response: OpenedGroup,
  }),
} as const
