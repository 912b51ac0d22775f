import { storageRoutes } from '@kamar/contracts'
import { defineModule } from '../../domain/server-module.js'
import { StorageService } from './storage-service.js'

/** Storage use of an account, and requests for a larger plan. */
export const storageModule = defineModule({
  id: 'storage',
  routes: storageRoutes,
  create: ({ database }) => new StorageService(database),
  handlers: ({ service: storage }) => ({
    storage: ({ actor }) => storage.use(actor),
    requestUpgrade: ({ actor, body }) => storage.requestUpgrade(actor, body.message ?? ''),
  }),
})
