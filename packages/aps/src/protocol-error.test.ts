import { describe, expect, it } from 'vitest'
import { ProtocolError, protocolErrorBody } from './protocol-error.js'
import {
  hasRequiredScopes,
  isProtocolScope,
  isScopeWithoutCalls,
  type ProtocolScope,
  protocolScopes,
} from '@kamar/contracts'

describe('protocolErrorBody', () => {
  const refusal = new ProtocolError(404, 'Bucket not found')

  it('puts the message into the field that the clients of each service read', () => {
    expect(protocolErrorBody('storage', refusal)).toEqual({ reason: 'Bucket not found' })
    expect(protocolErrorBody('derivative', refusal)).toEqual({ diagnostic: 'Bucket not found' })
    expect(protocolErrorBody('authentication', refusal)).toMatchObject({ developerMessage: 'Bucket not found' })
  })

  it('follows RFC 6749 for a refused token', () => {
    const scope = new ProtocolError(400, 'No such scope', { oauthCode: 'invalid_scope' })
    expect(protocolErrorBody('authentication', scope)).toMatchObject({
      error: 'invalid_scope',
      error_description: 'No such scope',
    })
  })

  it('has the fields of the gateway for every service, including “more info”', () => {
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

describe('APS scopes', () => {
  const createScopes = (...scopes: ProtocolScope[]): ReadonlySet<ProtocolScope> => new Set(scopes)

  it('allow a call when all scopes of one set are held', () => {
    const alternatives = [['data:read'], ['bucket:read', 'bucket:update']] as const
    expect(hasRequiredScopes(createScopes('data:read'), alternatives)).toBe(true)
    expect(hasRequiredScopes(createScopes('bucket:read', 'bucket:update'), alternatives)).toBe(true)
    expect(hasRequiredScopes(createScopes('bucket:read', 'data:write'), alternatives)).toBe(false)
    expect(hasRequiredScopes(createScopes(), alternatives)).toBe(false)
  })

  it('allow nothing where no set is named', () => {
    expect(hasRequiredScopes(createScopes(...protocolScopes), [])).toBe(false)
  })

  it('are recognised only by their exact names', () => {
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
  ])('include %s as one that opens no call: %s', (text, expected) => {
    expect(isScopeWithoutCalls(text)).toBe(expected)
  })
})
