import { z } from 'zod'
import { Done, Identifier } from '../api/fields.js'
import { route } from '../api/route.js'
import {
  AccessEffects,
  FolderChange,
  FolderDeletion,
  FolderForm,
  FolderPermissions,
  FolderPermissionsForm,
  FolderRecord,
  MoveResult,
  MoveForm,
  OpenedFolder,
  VisibleFolders,
} from './shapes.js'

const ProjectIdentifier = z.object({ projectId: z.string().max(64) })
const Revision = z.object({ revision: z.coerce.number().int().min(1) })

/** JSON routes. */
export const foldersRoutes = {
  listFolders: route({
    method: 'GET',
    path: '/api/projects/:projectId/folders',
    summary: 'The folders of a project that the account sees, the top first, by name',
    access: 'user',
    parameters: ProjectIdentifier,
    response: z.array(FolderRecord),
  }),
  createFolder: route({
    method: 'POST',
    path: '/api/projects/:projectId/folders',
    summary: 'Create a folder; editors may',
    access: 'user',
    parameters: ProjectIdentifier,
    body: FolderForm,
    response: FolderRecord,
  }),
  openFolder: route({
    method: 'GET',
    path: '/api/folders/:id',
    summary: 'A folder with its path and the folders in it; its files are listed by `my-urns?folder=`',
    access: 'user',
    parameters: Identifier,
    response: OpenedFolder,
  }),
  renameFolder: route({
    method: 'PATCH',
    path: '/api/folders/:id',
    summary: 'Rename a folder; editors may',
    access: 'user',
    parameters: Identifier,
    body: FolderChange,
    response: FolderRecord,
  }),
  deleteFolder: route({
    method: 'DELETE',
    path: '/api/folders/:id',
    summary: 'Move a folder with everything in it to the bin; owners may',
    access: 'user',
    parameters: Identifier,
    query: Revision,
    response: FolderDeletion,
  }),
  planMove: route({
    method: 'POST',
    path: '/api/folders/:id/moves/plan',
    summary: 'Who would gain and who would lose access if files and folders moved into a folder',
    access: 'user',
    parameters: Identifier,
    body: MoveForm,
    response: AccessEffects,
  }),
  moveIntoFolder: route({
    method: 'POST',
    path: '/api/folders/:id/moves',
    summary:
      'Move files and folders into a folder, all or none: editors of both places, into another project owners of both with the same payer',
    access: 'user',
    parameters: Identifier,
    body: MoveForm,
    response: MoveResult,
  }),
  folderPermissions: route({
    method: 'GET',
    path: '/api/folders/:id/permissions',
    summary: 'Who has which role in a folder, and by which rules; owners may ask',
    access: 'user',
    parameters: Identifier,
    response: FolderPermissions,
  }),
  setFolderPermissions: route({
    method: 'PUT',
    path: '/api/folders/:id/permissions',
    summary: 'Give a folder permissions of its own, or those of its parent; owners may',
    access: 'user',
    parameters: Identifier,
    body: FolderPermissionsForm,
    response: FolderPermissions,
  }),
  planFolderPermissions: route({
    method: 'POST',
    path: '/api/folders/:id/permissions/plan',
    summary: 'Who would gain and who would lose access by a change of permissions',
    access: 'user',
    parameters: Identifier,
    body: FolderPermissionsForm,
    response: AccessEffects,
  }),
  visibleFolders: route({
    method: 'GET',
    path: '/api/projects/:projectId/people/:accountId/folders',
    summary: 'Which folders of a project a person sees, and with which role; owners of the project may ask',
    access: 'user',
    parameters: ProjectIdentifier.extend({ accountId: z.string().max(64) }),
    response: VisibleFolders,
  }),
  listFolderDeletions: route({
    method: 'GET',
    path: '/api/projects/:projectId/bin',
    summary: 'Deleted folders of a project that the account may restore, last deleted first',
    access: 'user',
    parameters: ProjectIdentifier,
    response: z.array(FolderDeletion),
  }),
  restoreFolder: route({
    method: 'POST',
    path: '/api/deletions/:id/restore',
    summary:
      'Restore a deleted folder with everything that was deleted with it, to the closest folder that still exists',
    access: 'user',
    parameters: Identifier,
    response: FolderRecord,
  }),
  purgeFolder: route({
    method: 'DELETE',
    path: '/api/deletions/:id',
    summary: 'Delete a folder in the bin for good, with everything that was deleted with it',
    access: 'user',
    parameters: Identifier,
    response: Done,
  }),
} as const
