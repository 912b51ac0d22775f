import { webcrypto } from 'node:crypto'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'

/** Kind of token: a token of one kind never passes for one of another. */
export interface SignedTokenKind {
  /** Header `typ`. */
  readonly type: string
  /** Set for tokens that programs present, beside the issuer. */
  readonly audience?: string
}

/** Tokens of one kind that this deployment signs for itself. */
export interface SignedTokens {
  issue(subject: string, seconds: number, claims?: JWTPayload): Promise<string>
  /** Returns the claims; null for anything but a valid token of this kind with the required ones. */
  verify(token: string, requiredClaims?: readonly string[]): Promise<JWTPayload | null>
}

const algorithm = 'HS256'

export function createSignedTokens(
  secret: Uint8Array,
  { audience, type }: SignedTokenKind,
  now: () => Date,
): SignedTokens {
  // Imported once: importing the key for every request takes a third of the verification.
  const key = webcrypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  const parties = audience === undefined ? {} : { issuer: 'kamar', audience }
  return {
    async issue(subject, seconds, claims = {}) {
      const issuedAt = Math.floor(now().getTime() / 1000)
      const { audience: aud, issuer: iss } = parties
      return new SignJWT({ ...claims, ...(aud === undefined ? {} : { aud, iss }) })
        .setProtectedHeader({ alg: algorithm, typ: type })
        .setSubject(subject)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .sign(await key)
    },
    async verify(token, requiredClaims = []) {
      const expected = { algorithms: [algorithm], typ: type, currentDate: now(), ...parties }
      try {
        const { payload } = await jwtVerify(token, await key, {
          ...expected,
          requiredClaims: ['sub', 'exp', ...requiredClaims],
        })
        return payload
      } catch {
        return null
      }
    },
  }
}
