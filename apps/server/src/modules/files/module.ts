import { fileListHeaders, filesRoutes } from '@kamar/contracts'
import { defineModule } from '../../domain/server-module.js'
import { addDownloadRoutes } from './downloads/download-routes.js'
import { DownloadService } from './downloads/download-service.js'
import { addOriginalRoutes } from './original-routes.js'
import { purgeBin } from './purge-bin.js'
import { FileService } from './file-service.js'

/** Files of an account: list, bin, originals, downloads of archives. */
export const filesModule = defineModule({
  id: 'files',
  routes: filesRoutes,
  create: (context) => ({ files: new FileService(context), downloads: new DownloadService(context.database) }),
  handlers: ({ service: { downloads, files } }) => ({
    async listFiles({ actor, query, reply }) {
      const page = await files.list(actor, query)
      reply.header(fileListHeaders.total, page.total)
      if (page.next !== null) reply.header(fileListHeaders.next, page.next)
      return page.files
    },
    listFileTypes: ({ actor }) => files.listTypes(actor),
    clearFiles: async ({ actor }) => ({ removed: await files.clear(actor) }),
    binMatchingFiles: async ({ actor, body }) => ({ removed: await files.binMatching(actor, body) }),
    findFilesByName: ({ actor, body }) => files.findByName(actor, body),
    createDownload: ({ actor, body }) => downloads.create(actor, body),
    listBin: ({ actor }) => files.listBin(actor),
    emptyBin: async ({ actor }) => ({ removed: await files.purge(actor) }),
    purgeFile: async ({ actor, parameters }) => ({ removed: await files.purge(actor, parameters.id) }),
    getFile: ({ actor, parameters }) => files.get(actor, parameters.id),
    deleteFile: ({ actor, parameters }) => files.remove(actor, parameters.id),
    restoreFile: ({ actor, parameters }) => files.restore(actor, parameters.id),
    retryTranslation: ({ actor, parameters }) => files.retry(actor, parameters.id),
    renameFile: ({ actor, parameters, body }) => files.rename(actor, parameters.id, body.description),
    cancelTranslation: ({ actor, parameters }) => files.cancel(actor, parameters.id),
  }),
  streams(app, { context, service: { downloads, files } }) {
    addOriginalRoutes(app, context, files)
    addDownloadRoutes(app, context, downloads)
  },
  jobs: ({ context }) => [{ id: 'files.bin', every: 'hour', run: () => purgeBin(context.database) }],
})
