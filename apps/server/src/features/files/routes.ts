import type { Handlers } from '../../http/mount-routes.js'
import type { FileService } from './file-service.js'

type FileRouteName =
  | 'listFiles'
  | 'clearFiles'
  | 'listBin'
  | 'getFile'
  | 'deleteFile'
  | 'restoreFile'
  | 'retryTranslation'
  | 'cancelTranslation'

export function fileRoutes(files: FileService): Pick<Handlers, FileRouteName> {
  return {
    listFiles: ({ actor }) => files.list(actor),
    clearFiles: async ({ actor }) => ({ removed: await files.clear(actor) }),
    listBin: ({ actor }) => files.listBin(actor),
    getFile: ({ actor, parameters }) => files.get(actor, parameters.id),
    deleteFile: ({ actor, parameters }) => files.remove(actor, parameters.id),
    restoreFile: ({ actor, parameters }) => files.restore(actor, parameters.id),
    retryTranslation: ({ actor, parameters }) => files.retry(actor, parameters.id),
    cancelTranslation: ({ actor, parameters }) => files.cancel(actor, parameters.id),
  }
}
