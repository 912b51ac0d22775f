import { foldersRoutes } from '@kamar/contracts'
import { defineModule, done } from '../../domain/server-module.js'
import { FolderService } from './folder-service.js'

/** Folders of projects, and who sees them. */
export const foldersModule = defineModule({
  id: 'folders',
  routes: foldersRoutes,
  create: (context) => new FolderService(context),
  handlers: ({ service: folders }) => ({
    listFolders: ({ actor, parameters }) => folders.list(actor, parameters.projectId),
    createFolder: ({ actor, body, parameters }) => folders.create(actor, parameters.projectId, body),
    createFolderPaths: ({ actor, body, parameters }) => folders.createPaths(actor, parameters.id, body),
    openFolder: ({ actor, parameters }) => folders.open(actor, parameters.id),
    renameFolder: ({ actor, body, parameters }) => folders.rename(actor, parameters.id, body),
    deleteFolder: ({ actor, parameters, query }) => folders.remove(actor, parameters.id, query.revision),
    planMove: ({ actor, body, parameters }) => folders.planMove(actor, parameters.id, body),
    moveIntoFolder: ({ actor, body, parameters }) => folders.move(actor, parameters.id, body),
    folderPermissions: ({ actor, parameters }) => folders.permissions(actor, parameters.id),
    setFolderPermissions: ({ actor, body, parameters }) => folders.setPermissions(actor, parameters.id, body),
    planFolderPermissions: ({ actor, body, parameters }) => folders.planPermissions(actor, parameters.id, body),
    visibleFolders: ({ actor, parameters }) =>
      folders.visibleFolders(actor, parameters.projectId, parameters.accountId),
    listFolderDeletions: ({ actor, parameters }) => folders.listDeletions(actor, parameters.projectId),
    listDeletedFolders: ({ actor }) => folders.listAllDeletions(actor),
    restoreFolder: ({ actor, parameters }) => folders.restore(actor, parameters.id),
    async purgeFolder({ actor, parameters }) {
      await folders.purge(actor, parameters.id)
      return done
    },
  }),
})
