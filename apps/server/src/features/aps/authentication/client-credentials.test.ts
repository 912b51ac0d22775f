import { describe, expect, it } from 'vitest'
import { grantedScopes, type KnownClient } from './client-credentials.js'

const client: KnownClient = {
  id: 'a',
  clientId: 'c',
  secretVersion: 1,
  scopes: ['data:read', 'data:write', 'viewables:read'],
}

describe('scopes of a token', () => {
  it.each([
    [undefined, ['data:read', 'data:write', 'viewables:read']],
    ['', ['data:read', 'data:write', 'viewables:read']],
    ['  ', ['data:read', 'data:write', 'viewables:read']],
    ['data:write', ['data:write']],
    ['data:write data:read', ['data:read', 'data:write']],
    ['data:write+data:read', ['data:read', 'data:write']],
    [' data:read\tdata:read\n', ['data:read']],
  ])('asked for as %j are those that were asked for, or all', (requestedScope, granted) => {
    expect(grantedScopes(client, requestedScope)).toEqual(granted)
  })

  it.each(['data:create', 'data:read data:create', 'nonsense', 'data:read,data:write', '*'])(
    'asked for as %j are refused, one and all',
    (requestedScope) => {
      expect(() => grantedScopes(client, requestedScope)).toThrow(/unknown or not granted/)
    },
  )

  it('that are refused are not repeated without end', () => {
    expect(() => grantedScopes(client, 'x'.repeat(1000))).toThrow(/^The scope x{60} is unknown/)
  })
})
