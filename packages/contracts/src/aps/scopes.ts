/** What a token of a client application may do; the names are the ones that APS clients ask for. */
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

/** Whether a text is a scope of the protocol. */
export function isProtocolScope(text: string): text is ProtocolScope {
  return protocolScopes.some((scope) => scope === text)
}

/** Scopes of APS that open no call of this server. */
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
 * Whether a text is a scope of APS that opens no call here, `data:read:<urn of a resource>` included. Clients ask for them
 * beside others: they are accepted, and grant nothing.
 */
export const isScopeWithoutCalls = (text: string): boolean =>
  scopesWithoutCalls.includes(text) || /^data:read:\S+$/.test(text)

/** Several sets of scopes, each of which opens a call: `[['data:read'], ['viewables:read']]`. */
export type ScopeAlternatives = readonly (readonly ProtocolScope[])[]

/** Whether a token with these scopes holds all of one of the sets. */
export function hasRequiredScopes(grantedScopes: ReadonlySet<ProtocolScope>, alternatives: ScopeAlternatives): boolean {
  return alternatives.some((scopes) => scopes.every((scope) => grantedScopes.has(scope)))
}
