import { authenticationRoutes } from './authentication-routes.js'
import { derivativeRoutes } from './derivative-routes.js'
import type { ProtocolRoute, ProtocolService } from './protocol-route.js'
import { storageRoutes } from './storage-routes.js'
import { webhookRoutes } from './webhook-routes.js'

/** All protocol routes, by service and name. */
export const protocolRoutes = {
  authentication: authenticationRoutes,
  storage: storageRoutes,
  derivative: derivativeRoutes,
  webhooks: webhookRoutes,
} as const satisfies Partial<Record<ProtocolService, Readonly<Record<string, ProtocolRoute>>>>

/** Path prefixes of each service. */
const servicePrefixes = [
  ['/authentication/', 'authentication'],
  ['/.well-known/openid-', 'authentication'],
  ['/oss/', 'storage'],
  ['/modelderivative/', 'derivative'],
  ['/webhooks/', 'webhooks'],
] as const satisfies readonly (readonly [string, ProtocolService])[]

/** Path prefixes of APS services that Kamar does not implement. */
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

/** Path prefixes of the protocol, each with the service whose error format applies. */
export const protocolPrefixServices: readonly (readonly [prefix: string, ProtocolService])[] = [
  ...servicePrefixes,
  ...absentServicePrefixes.map((prefix) => [prefix, 'storage'] as const),
]

/** Path prefixes of the protocol; all other paths belong to the product. */
export const protocolPrefixes: readonly string[] = protocolPrefixServices.map(([prefix]) => prefix)

/** Returns whether a request URL belongs to the protocol. */
export function isProtocolPath(url: string): boolean {
  return protocolPrefixes.some((prefix) => url.startsWith(prefix))
}

/** Protocol route with its position in the tables. */
export interface ListedProtocolRoute extends ProtocolRoute {
  readonly name: string
  readonly service: ProtocolService
}

/** Lists all protocol routes, for the documentation and the rights matrix. */
export function listProtocolRoutes(): readonly ListedProtocolRoute[] {
  return Object.entries(protocolRoutes).flatMap(([service, table]) =>
    Object.entries<ProtocolRoute>(table).map(([name, definition]) => ({
      ...definition,
      name,
      service: service as ProtocolService,
    })),
  )
}
