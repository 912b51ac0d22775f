import { authenticationRoutes } from './authentication-routes.js'
import { derivativeRoutes } from './derivative-routes.js'
import type { ProtocolRoute, ProtocolService } from './protocol-route.js'
import { storageRoutes } from './storage-routes.js'
import { webhookRoutes } from './webhook-routes.js'

/** Every call of the protocol, by service and name. */
export const protocolRoutes = {
  authentication: authenticationRoutes,
  storage: storageRoutes,
  derivative: derivativeRoutes,
  webhooks: webhookRoutes,
} as const satisfies Partial<Record<ProtocolService, Readonly<Record<string, ProtocolRoute>>>>

/** What paths of each service begin with. */
const servicePrefixes = [
  ['/authentication/', 'authentication'],
  ['/.well-known/openid-', 'authentication'],
  ['/oss/', 'storage'],
  ['/modelderivative/', 'derivative'],
  ['/webhooks/', 'webhooks'],
] as const satisfies readonly (readonly [string, ProtocolService])[]

/** What paths of the services of APS begin with that are not here. */
const absentServicePrefixes = [
  '/aec/',
  '/bim360/',
  '/construction/',
  '/cost/',
  '/da/',
  '/data/',
  '/dataconnector/',
  '/derivativeservice/',
  '/hq/',
  '/issues/',
  '/mfg/',
  '/parameters/',
  '/photo-to-3d/',
  '/project/',
  '/tandem/',
  '/userprofile/',
] as const

/** What paths of the protocol begin with, and the service whose shape of an error they answer with. */
export const protocolPrefixServices: readonly (readonly [prefix: string, ProtocolService])[] = [
  ...servicePrefixes,
  ...absentServicePrefixes.map((prefix) => [prefix, 'storage'] as const),
]

/** Paths of the protocol begin with one of these; everything else is the product's own. */
export const protocolPrefixes: readonly string[] = protocolPrefixServices.map(([prefix]) => prefix)

/** Whether a request's address belongs to the protocol. */
export function isProtocolPath(url: string): boolean {
  return protocolPrefixes.some((prefix) => url.startsWith(prefix))
}

/** A call of the protocol with where it stands in the tables. */
export interface ListedProtocolRoute extends ProtocolRoute {
  readonly name: string
  readonly service: ProtocolService
}

/** All calls in one list, for the documentation and the rights matrix. */
export function listProtocolRoutes(): readonly ListedProtocolRoute[] {
  return Object.entries(protocolRoutes).flatMap(([service, table]) =>
    Object.entries<ProtocolRoute>(table).map(([name, definition]) => ({
      ...definition,
      name,
      service: service as ProtocolService,
    })),
  )
}
