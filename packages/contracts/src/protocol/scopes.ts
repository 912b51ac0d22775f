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

/** Several sets of scopes, each of which opens a call: `[['data:read'], ['viewables:read']]`. */
export type ScopeAlternatives = readonly (readonly ProtocolScope[])[]

/** Whether a token with these scopes holds all of one of the sets. */
export function holdsScopes(held: ReadonlySet<ProtocolScope>, alternatives: ScopeAlternatives): boolean {
  return alternatives.some((wanted) => wanted.every((scope) => held.has(scope)))
}
