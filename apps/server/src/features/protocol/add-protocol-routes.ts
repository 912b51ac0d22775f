import { protocolRoutes } from '@kamar/contracts/protocol'
import type { FastifyInstance } from 'fastify'
import { authenticationHandlers } from './authentication/routes.js'
import type { Protocol } from './create-protocol.js'
import { addCrossOriginAnswers } from './cross-origin.js'
import { mountService } from './mount-service.js'
import { storageHandlers } from './storage/routes.js'

/** Mounts the services that APS clients call. */
export async function addProtocolRoutes(app: FastifyInstance, protocol: Protocol): Promise<void> {
  const { guard } = protocol
  const { authentication, storage } = protocolRoutes
  app.decorateRequest('application', null)
  addCrossOriginAnswers(app)
  await mountService(app, {
    service: 'authentication',
    routes: authentication,
    handlers: authenticationHandlers(protocol),
    guard,
  })
  await mountService(app, { service: 'storage', routes: storage, handlers: storageHandlers(protocol), guard })
}
