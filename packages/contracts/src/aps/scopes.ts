/** Scopes of a client application's token, with the names that APS clients use. */
export const protocolScopes = [
  'data:read',
  'data:write',
  'data:create',
  'data:search',
  'bucket:create',
  'bucket:read',
  'bucket:update',
  'bucket:delete',
  'viewables:read',
] as const

/** One of `protocolScopes`. */
export type ProtocolScope = (typeof protocolScopes)[number]

/** Returns whether a text is a scope of the protocol. */
export function isProtocolScope(text: string): text is ProtocolScope {
  return protocolScopes.some((scope) => scope === text)
}

/** APS scopes that grant access to no route of this server. */
const scopesWithoutCalls: readonly string[] = [
  'account:read',
  'account:write',
  'code:all',
  'openid',
  'user:read',
  'user:write',
  'user-profile:read',
]

/**
 * Returns whether a text is an APS scope without routes here, including `data:read:<urn of a resource>`. Clients
 * request them along with others: they are accepted and grant nothing.
 */
export const isScopeWithoutCalls = (text: string): boolean =>
  scopesWithoutCalls.includes(text) || /^data:read:\S+$/.test(text)

/** Alternative sets of scopes, each of which grants access: `[['data:read'], ['viewables:read']]`. */
export type ScopeAlternatives = readonly (readonly ProtocolScope[])[]

/** Returns whether the granted scopes include all of one of the sets. */
export function hasRequiredScopes(grantedScopes: ReadonlySet<ProtocolScope>, alternatives: ScopeAlternatives): boolean {
  return alternatives.some((scopes) => scopes.every((scope) => grantedScopes.has(scope)))
}
