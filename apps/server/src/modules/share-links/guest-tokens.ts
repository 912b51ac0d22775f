import { limits } from '@kamar/contracts'
import { jwtVerify, SignJWT } from 'jose'
import { hmacKey } from '../../platform/secrets/hmac-key.js'

/** Tokens of guests: each names its link, and the link's permissions are looked up with every request. */
export interface GuestTokens {
  /** Returns the token and its lifetime in seconds: never longer than its link. */
  issue(link: { readonly id: string; readonly expiresAt: Date | null }): Promise<{ token: string; seconds: number }>
  /** Returns the id of the link; null for anything but a valid token of this deployment. */
  verify(token: string): Promise<string | null>
}

const issuer = 'kamar'
const audience = 'kamar-guests'
const algorithm = 'HS256'
const type = 'guest+jwt'

export function createGuestTokens(secret: Uint8Array, now: () => Date = () => new Date()): GuestTokens {
  const key = hmacKey(secret)
  return {
    async issue({ expiresAt, id }) {
      const issuedAt = Math.floor(now().getTime() / 1000)
      const left = expiresAt === null ? Infinity : Math.ceil((expiresAt.getTime() - now().getTime()) / 1000)
      const seconds = Math.max(1, Math.min(limits.viewerTokenLifetimeSeconds, left))
      const token = await new SignJWT({})
        .setProtectedHeader({ alg: algorithm, typ: type })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(id)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .sign(await key)
      return { token, seconds }
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, await key, {
          algorithms: [algorithm],
          issuer,
          audience,
          typ: type,
          currentDate: now(),
          requiredClaims: ['sub', 'exp'],
        })
        return payload.sub ?? null
      } catch {
        return null
      }
    },
  }
}
