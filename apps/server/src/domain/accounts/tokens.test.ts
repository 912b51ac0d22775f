import { createHmac, generateKeyPairSync } from 'node:crypto'
import { limits } from '@kamar/contracts'
import { decodeJwt, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { computeSha256 } from '../../platform/secrets/sha256.js'
import { createTokens } from './tokens.js'

const bearer = { accountId: 'account-1', sessionFamily: 'family-1' }
const secret = 'a secret that is only used in tests'
const tokens = createTokens(secret)

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

async function forged(change: (token: SignJWT) => SignJWT, type = 'access+jwt'): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const token = new SignJWT({ sid: 'family-1' })
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setIssuer('kamar')
    .setAudience('kamar-api')
    .setSubject('account-1')
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(now + 60)
  return change(token).sign(new TextEncoder().encode(secret))
}

describe('createTokens', () => {
  it('verifies an issued token as its kind and account', async () => {
    expect(await tokens.verify(await tokens.issue('access', bearer))).toEqual({ kind: 'access', ...bearer })
    expect(await tokens.verify(await tokens.issue('viewer', bearer))).toEqual({ kind: 'viewer', ...bearer })
  })

  it('issues tokens with the configured lifetimes', async () => {
    for (const [kind, seconds] of [
      ['access', limits.accessTokenLifetimeSeconds],
      ['viewer', limits.viewerTokenLifetimeSeconds],
    ] as const) {
      const { exp = 0, iat = 0 } = decodeJwt(await tokens.issue(kind, bearer))
      expect(exp - iat).toBe(seconds)
    }
  })

  it('rejects a token before its not-before time and after its expiry', async () => {
    let now = new Date('2026-01-01T12:00:00Z')
    const timed = createTokens(secret, () => now)
    const token = await timed.issue('access', bearer)
    now = new Date('2026-01-01T11:59:00Z')
    expect(await timed.verify(token)).toBeNull()
    now = new Date('2026-01-01T12:14:59Z')
    expect(await timed.verify(token)).not.toBeNull()
    now = new Date('2026-01-01T12:15:01Z')
    expect(await timed.verify(token)).toBeNull()
  })

  it('rejects tokens signed with another secret', async () => {
    expect(await createTokens('another secret of this test').verify(await tokens.issue('access', bearer))).toBeNull()
  })

  it('includes neither role nor e-mail address in the claims', async () => {
    const claims = Object.keys(decodeJwt(await tokens.issue('access', bearer))).sort()
    expect(claims).toEqual(['aud', 'exp', 'iat', 'iss', 'nbf', 'sid', 'sub'])
  })

  it('rejects a viewer token whose header says access token', async () => {
    const [, payload = '', signature = ''] = (await tokens.issue('viewer', bearer)).split('.')
    const header = base64url({ alg: 'HS256', typ: 'access+jwt' })
    expect(await tokens.verify(`${header}.${payload}.${signature}`)).toBeNull()
  })

  describe('forged token', () => {
    const payload = base64url({ sub: 'account-1', sid: 'family-1', iss: 'kamar', aud: 'kamar-api', exp: 9e9, nbf: 0 })

    it.each([
      ['no algorithm', { alg: 'none', typ: 'access+jwt' }],
      ['an attacker’s key referenced by URL', { alg: 'HS256', typ: 'access+jwt', jku: 'https://evil.example/keys' }],
      ['an attacker’s key referenced by path', { alg: 'HS256', typ: 'access+jwt', kid: '../../dev/null' }],
    ])('is rejected with %s', async (_, header) => {
      const input = `${base64url(header)}.${payload}`
      const signature = createHmac('sha256', '').update(input).digest('base64url')
      expect(await tokens.verify(`${input}.${signature}`)).toBeNull()
      expect(await tokens.verify(`${input}.`)).toBeNull()
    })

    it('is rejected when signed with a public-key algorithm', async () => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const token = await new SignJWT({ sid: 'family-1' })
        .setProtectedHeader({ alg: 'RS256', typ: 'access+jwt' })
        .setSubject('account-1')
        .sign(privateKey)
      expect(await tokens.verify(token)).toBeNull()
    })

    it('is rejected when signed with the raw secret instead of the derived key', async () => {
      expect(await tokens.verify(await forged((token) => token))).toBeNull()
    })

    it.each(['', '.', '..', 'a.b.c', 'x'.repeat(5000), '💥'])('is rejected when it is malformed: %j', async (text) => {
      expect(await tokens.verify(text)).toBeNull()
    })
  })
})

describe('refresh token', () => {
  it('is random at first, and its successor depends on the secret only', () => {
    const first = tokens.firstRefreshToken()
    expect(first).toHaveLength(43)
    expect(tokens.firstRefreshToken()).not.toBe(first)
    expect(tokens.refreshTokenAfter(first)).toBe(createTokens(secret).refreshTokenAfter(first))
    expect(tokens.refreshTokenAfter(first)).not.toBe(createTokens('some other secret').refreshTokenAfter(first))
  })

  it('is hashed with SHA-256', () => {
    expect(computeSha256('token')).toMatch(/^[0-9a-f]{64}$/)
  })
})
