import { protocolRoutes } from '@kamar/aps'
import type { FastifyInstance } from 'fastify'
import { authenticationHandlers } from './authentication/routes.js'
import type { Derivatives } from './create-derivatives.js'
import type { Protocol } from './create-protocol.js'
import { addCrossOriginHeaders } from './cross-origin.js'
import { derivativeHandlers } from './model-derivative/routes.js'
import { mountService } from './mount-service.js'
import { storageHandlers } from './object-storage/routes.js'
import { handleUnknownPaths } from './unknown-paths.js'
import { webhookHandlers } from './webhooks/routes.js'

export interface ProtocolServices {
  readonly protocol: Protocol
  readonly derivatives: Derivatives
}

/** Mounts the services that APS clients call. */
export async function addProtocolRoutes(app: FastifyInstance, services: ProtocolServices): Promise<void> {
  const { derivatives, protocol } = services
  const { guard } = protocol
  const { authentication, derivative, storage, webhooks } = protocolRoutes
  app.decorateRequest('application', null)
  addCrossOriginHeaders(app)
  await mountService(app, {
    service: 'authentication',
    routes: authentication,
    handlers: authenticationHandlers(protocol),
    guard,
  })
  await mountService(app, { service: 'storage', routes: storage, handlers: storageHandlers(protocol), guard })
  await mountService(app, {
    service: 'derivative',
    routes: derivative,
    handlers: derivativeHandlers(derivatives.routes),
    guard,
  })
  await mountService(app, {
    service: 'webhooks',
    routes: webhooks,
    handlers: webhookHandlers(derivatives.webhooks),
    guard,
  })
  await handleUnknownPaths(app)
}
