import { apsRoutes } from '@kamar/contracts'
import { protocolRoutes, type ProtocolService } from '@kamar/aps'
import type { FastifyInstance } from 'fastify'
import { defineModule } from '../../domain/server-module.js'
import { authenticationHandlers } from './authentication/routes.js'
import { addCrossOriginHeaders } from './cross-origin.js'
import { derivativeHandlers } from './model-derivative/routes.js'
import { mountService, type ServiceHandlers } from './mount-service.js'
import { cleanUpObjectStorage } from './object-storage/clean-up-storage.js'
import { storageHandlers } from './object-storage/routes.js'
import { createProtocol, type Protocol } from './protocol.js'
import { handleUnknownPaths } from './protocol-responses.js'
import { deleteOldDeliveries } from './webhooks/delivery-worker.js'
import { webhookHandlers } from './webhooks/routes.js'

const pollMilliseconds = 2000

/** The API for clients of Autodesk Platform Services, and the page "API access". */
export const apsModule = defineModule({
  id: 'aps',
  routes: apsRoutes,
  create: createProtocol,
  handlers: ({ service: { applications } }) => ({
    listApplications: ({ actor }) => applications.list(actor),
    createApplication: ({ actor, body }) => applications.create(actor, body),
    renewApplicationSecret: ({ actor, parameters }) => applications.renewSecret(actor, parameters.id),
    revokeApplication: ({ actor, parameters }) => applications.revoke(actor, parameters.id),
    removeApplication: ({ actor, parameters }) => applications.remove(actor, parameters.id),
  }),
  streams: (app, { service }) => addProtocolRoutes(app, service),
  jobs: ({ service: { database, deliveries, designs, keys, now } }) => [
    {
      id: 'aps.designs',
      every: pollMilliseconds,
      run: (signal) => designs.run(signal),
      watch: (wake) => designs.watch(wake),
    },
    {
      id: 'aps.deliveries',
      every: pollMilliseconds,
      run: (signal) => deliveries.deliver(signal),
      watch: (wake) => deliveries.watch(wake),
    },
    { id: 'aps.object-storage', every: 'hour', run: () => cleanUpObjectStorage(database, now()) },
    { id: 'aps.signing-keys', every: 'hour', run: () => keys.removeOld() },
    { id: 'aps.old-deliveries', every: 'hour', run: () => deleteOldDeliveries(database, now()) },
  ],
  close: ({ service }) => service.close(),
})

/** Mounts the services that APS clients call. */
async function addProtocolRoutes(app: FastifyInstance, protocol: Protocol): Promise<void> {
  const mount = <Service extends ProtocolService>(
    service: Service,
    handlers: ServiceHandlers<(typeof protocolRoutes)[Service]>,
  ): Promise<void> => mountService(app, { service, routes: protocolRoutes[service], handlers, guard: protocol.guard })
  app.decorateRequest('application', null)
  addCrossOriginHeaders(app)
  await mount('authentication', authenticationHandlers(protocol))
  await mount('storage', storageHandlers(protocol))
  await mount('derivative', derivativeHandlers(protocol))
  await mount('webhooks', webhookHandlers(protocol))
  await handleUnknownPaths(app)
}
