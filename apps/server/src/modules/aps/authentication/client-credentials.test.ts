import { describe, expect, it } from 'vitest'
import { grantedScopes, type KnownClient } from './client-credentials.js'

const client: KnownClient = {
  id: 'a',
  clientId: 'c',
  secretVersion: 1,
  scopes: ['data:read', 'data:write', 'viewables:read'],
}

describe('grantedScopes', () => {
  it.each([
    [undefined, ['data:read', 'data:write', 'viewables:read']],
    ['', ['data:read', 'data:write', 'viewables:read']],
    ['  ', ['data:read', 'data:write', 'viewables:read']],
    ['data:write', ['data:write']],
    ['data:write data:read', ['data:read', 'data:write']],
    ['data:write+data:read', ['data:read', 'data:write']],
    [' data:read\tdata:read\n', ['data:read']],
  ])('resolves %j to the requested scopes, or to all', (requestedScope, granted) => {
    expect(grantedScopes(client, requestedScope)).toEqual(granted)
  })

  it.each(['data:create', 'data:read data:create', 'nonsense', 'data:read,data:write', '*'])(
    'rejects %j completely when one scope is unknown or not granted',
    (requestedScope) => {
      expect(() => grantedScopes(client, requestedScope)).toThrow(/unknown or not granted/)
    },
  )

  it('truncates an unknown scope in the error message', () => {
    expect(() => grantedScopes(client, 'x'.repeat(1000))).toThrow(/^The scope x{60} is unknown/)
  })
})
