import { apsRoutes } from '@kamar/contracts'
import { defineModule } from '../../domain/server-module.js'
import { addProtocolRoutes } from './add-protocol-routes.js'
import { createDerivatives } from './create-derivatives.js'
import { createProtocol } from './create-protocol.js'
import { cleanUpObjectStorage } from './object-storage/clean-up-storage.js'
import { deleteOldDeliveries } from './webhooks/delivery-worker.js'

const pollMilliseconds = 2000

/** The API for clients of Autodesk Platform Services, and the page "API access". */
export const apsModule = defineModule({
  id: 'aps',
  routes: apsRoutes,
  create(context) {
    const protocol = createProtocol(context)
    return { protocol, derivatives: createDerivatives(context, protocol) }
  },
  handlers: ({
    service: {
      protocol: { applications },
    },
  }) => ({
    listApplications: ({ actor }) => applications.list(actor),
    createApplication: ({ actor, body }) => applications.create(actor, body),
    renewApplicationSecret: ({ actor, parameters }) => applications.renewSecret(actor, parameters.id),
    revokeApplication: ({ actor, parameters }) => applications.revoke(actor, parameters.id),
    removeApplication: ({ actor, parameters }) => applications.remove(actor, parameters.id),
  }),
  streams: (app, { service }) => addProtocolRoutes(app, service),
  jobs({ context: { database, now }, service: { derivatives, protocol } }) {
    const { deliveries, designs } = derivatives
    return [
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
      { id: 'aps.signing-keys', every: 'hour', run: () => protocol.keys.removeOld() },
      { id: 'aps.old-deliveries', every: 'hour', run: () => deleteOldDeliveries(database, now()) },
    ]
  },
  close: ({ service }) => service.derivatives.close(),
})
