import { createHash, createHmac, randomBytes } from 'node:crypto'
import { limits } from '@kamar/contracts'
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { hmacKey } from '../../platform/secrets/hmac-key.js'
import { derivedKey } from '../../platform/secrets/derived-key.js'

/** Claims of a token. The account's role and status are never in it: they are looked up. */
export interface TokenBearer {
  readonly accountId: string
  readonly sessionFamily: string
}

export type TokenKind = 'access' | 'viewer'

/** Signed tokens of the browser: access and viewer tokens, and the chain of refresh tokens. */
export interface Tokens {
  issue(kind: TokenKind, bearer: TokenBearer): Promise<string>
  /** Returns null for anything but a valid token of this deployment. */
  verify(token: string): Promise<(TokenBearer & { readonly kind: TokenKind }) | null>
  firstRefreshToken(): string
  /** Returns the same successor every time, so that two tabs that rotate one token end up with one new token. */
  refreshTokenAfter(token: string): string
}

const issuer = 'kamar'
const algorithm = 'HS256'
const kinds: Record<TokenKind, { readonly type: string; readonly audience: string; readonly seconds: number }> = {
  access: { type: 'access+jwt', audience: 'kamar-api', seconds: limits.accessTokenLifetimeSeconds },
  viewer: { type: 'viewer+jwt', audience: 'kamar-packages', seconds: limits.viewerTokenLifetimeSeconds },
}

/** Creates the tokens. `now` is a parameter for tests of expiry. */
export function createTokens(secret: string, now: () => Date = () => new Date()): Tokens {
  const keys = {
    access: hmacKey(derivedKey(secret, 'access token')),
    viewer: hmacKey(derivedKey(secret, 'viewer token')),
  }
  const refreshKey = derivedKey(secret, 'refresh token')
  return {
    async issue(kind, { accountId, sessionFamily }) {
      const issuedAt = Math.floor(now().getTime() / 1000)
      return new SignJWT({ sid: sessionFamily })
        .setProtectedHeader({ alg: algorithm, typ: kinds[kind].type })
        .setIssuer(issuer)
        .setAudience(kinds[kind].audience)
        .setSubject(accountId)
        .setIssuedAt(issuedAt)
        .setNotBefore(issuedAt)
        .setExpirationTime(issuedAt + kinds[kind].seconds)
        .sign(await keys[kind])
    },
    async verify(token) {
      try {
        const kind = getTokenKind(token)
        const { payload } = await jwtVerify(token, await keys[kind], {
          algorithms: [algorithm],
          issuer,
          audience: kinds[kind].audience,
          typ: kinds[kind].type,
          currentDate: now(),
          requiredClaims: ['sub', 'sid', 'exp', 'nbf'],
        })
        return { kind, accountId: String(payload.sub), sessionFamily: String(payload['sid']) }
      } catch {
        return null
      }
    },
    firstRefreshToken: () => randomBytes(32).toString('base64url'),
    refreshTokenAfter: (token) => createHmac('sha256', refreshKey).update(token).digest('base64url'),
  }
}

/** Returns the hash of a refresh token, as stored in the database. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Reads the kind, only to choose the key; the signature then covers it. */
function getTokenKind(token: string): TokenKind {
  return decodeProtectedHeader(token).typ === kinds.viewer.type ? 'viewer' : 'access'
}
