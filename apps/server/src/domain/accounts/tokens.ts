import { createHmac, randomBytes } from 'node:crypto'
import { limits } from '@kamar/contracts'
import { decodeProtectedHeader } from 'jose'
import { derivedKey } from '../../platform/secrets/derived-key.js'
import { createSignedTokens, type SignedTokenKind, type SignedTokens } from '../../platform/secrets/signed-tokens.js'

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

const kinds = {
  access: { type: 'access+jwt', audience: 'kamar-api', seconds: limits.accessTokenLifetimeSeconds },
  viewer: { type: 'viewer+jwt', audience: 'kamar-packages', seconds: limits.viewerTokenLifetimeSeconds },
} as const satisfies Record<TokenKind, SignedTokenKind & { readonly seconds: number }>

/** Creates the tokens. `now` is a parameter for tests of expiry. */
export function createTokens(secret: string, now: () => Date = () => new Date()): Tokens {
  const create = (kind: TokenKind): SignedTokens =>
    createSignedTokens(derivedKey(secret, `${kind} token`), kinds[kind], now)
  const signed = { access: create('access'), viewer: create('viewer') }
  const refreshKey = derivedKey(secret, 'refresh token')
  return {
    issue: (kind, { accountId, sessionFamily }) =>
      signed[kind].issue(accountId, kinds[kind].seconds, {
        sid: sessionFamily,
        nbf: Math.floor(now().getTime() / 1000),
      }),
    async verify(token) {
      const kind = getTokenKind(token)
      const claims = await signed[kind].verify(token, ['sid', 'nbf'])
      return claims && { kind, accountId: String(claims.sub), sessionFamily: String(claims['sid']) }
    },
    firstRefreshToken: () => randomBytes(32).toString('base64url'),
    refreshTokenAfter: (token) => createHmac('sha256', refreshKey).update(token).digest('base64url'),
  }
}

/** Reads the kind, only to choose the key; the signature then covers it. */
function getTokenKind(token: string): TokenKind {
  try {
    return decodeProtectedHeader(token).typ === kinds.viewer.type ? 'viewer' : 'access'
  } catch {
    return 'access'
  }
}
