import { describe, expect, it } from 'vitest'
import { ProtocolError, protocolErrorBody } from './protocol-error.js'
import {
  hasRequiredScopes,
  isProtocolScope,
  isScopeWithoutCalls,
  type ProtocolScope,
  protocolScopes,
} from './scopes.js'

describe('the body of a refusal', () => {
  const refusal = new ProtocolError(404, 'Bucket not found')

  it('has the one word that each service’s clients read', () => {
    expect(protocolErrorBody('storage', refusal)).toEqual({ reason: 'Bucket not found' })
    expect(protocolErrorBody('derivative', refusal)).toEqual({ diagnostic: 'Bucket not found' })
    expect(protocolErrorBody('authentication', refusal)).toMatchObject({ developerMessage: 'Bucket not found' })
  })

  it('is of RFC 6749 where a token is refused', () => {
    const scope = new ProtocolError(400, 'No such scope', { oauthCode: 'invalid_scope' })
    expect(protocolErrorBody('authentication', scope)).toMatchObject({
      error: 'invalid_scope',
      error_description: 'No such scope',
    })
  })

  it('is the gateway’s for every service, with a key that has a space in it', () => {
    const gateway = new ProtocolError(401, 'Who?', { gatewayCode: 'AUTH-006' })
    for (const service of ['authentication', 'storage', 'derivative', 'webhooks'] as const) {
      expect(Object.keys(protocolErrorBody(service, gateway))).toEqual([
        'developerMessage',
        'userMessage',
        'errorCode',
        'more info',
      ])
    }
  })
})

describe('scopes', () => {
  const createScopes = (...scopes: ProtocolScope[]): ReadonlySet<ProtocolScope> => new Set(scopes)

  it('open a call when all of one set are held', () => {
    const alternatives = [['data:read'], ['bucket:read', 'bucket:update']] as const
    expect(hasRequiredScopes(createScopes('data:read'), alternatives)).toBe(true)
    expect(hasRequiredScopes(createScopes('bucket:read', 'bucket:update'), alternatives)).toBe(true)
    expect(hasRequiredScopes(createScopes('bucket:read', 'data:write'), alternatives)).toBe(false)
    expect(hasRequiredScopes(createScopes(), alternatives)).toBe(false)
  })

  it('open nothing where no set is named', () => {
    expect(hasRequiredScopes(createScopes(...protocolScopes), [])).toBe(false)
  })

  it('are these and no others', () => {
    for (const scope of protocolScopes) expect(isProtocolScope(scope)).toBe(true)
    for (const text of ['', 'data', 'data:read ', 'DATA:READ', 'code:all', '__proto__']) {
      expect(isProtocolScope(text)).toBe(false)
    }
  })

  it.each([
    ['code:all', true],
    ['account:write', true],
    ['data:read:urn:adsk.objects:os.object:models/house.rvt', true],
    ['data:read:', false],
    ['data:read', false],
    ['no:such', false],
  ])('%s is one of APS that opens no call: %s', (text, expected) => {
    expect(isScopeWithoutCalls(text)).toBe(expected)
  })
})
