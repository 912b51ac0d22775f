import type { Handlers } from '../../platform/http/mount-routes.js'
import type { StorageService } from './storage-service.js'

export function storageRoutes(storage: StorageService): Pick<Handlers, 'storage' | 'requestUpgrade'> {
  return {
    storage: ({ actor }) => storage.use(actor),
    requestUpgrade: ({ actor, body }) => storage.requestUpgrade(actor, body.message ?? ''),
  }
}
