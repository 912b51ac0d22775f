import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { derivedKey } from './derived-key.js'

/** Marks a browser in which an account has signed in. */
export interface DeviceMark {
  readonly token: string
  readonly expiresAt: Date
}

/**
 * Browsers in which somebody has signed in with the password before (OWASP, "Device cookies"). A mark opens nothing: wrong
 * passwords from such a browser are counted apart, so that strangers who guess cannot keep the owner of an account out.
 */
export interface KnownDevices {
  mark(accountId: string): Promise<DeviceMark>
  /** Id of the browser that bears the mark, if it is one of ours for this account; null for everything else. */
  findDevice(token: string, accountId: string): Promise<string | null>
}

const lifetimeSeconds = 365 * 24 * 3600
const algorithm = 'HS256'
const type = 'known-device+jwt'

export function createKnownDevices(secret: string, now: () => Date = () => new Date()): KnownDevices {
  const key = derivedKey(secret, 'known device')
  return {
    async mark(accountId) {
      const issuedAt = Math.floor(now().getTime() / 1000)
      const expiresAt = issuedAt + lifetimeSeconds
      const token = await new SignJWT()
        .setProtectedHeader({ alg: algorithm, typ: type })
        .setSubject(accountId)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key)
      return { token, expiresAt: new Date(expiresAt * 1000) }
    },
    async findDevice(token, accountId) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          typ: type,
          subject: accountId,
          currentDate: now(),
          requiredClaims: ['sub', 'jti', 'exp'],
        })
        return String(payload.jti)
      } catch {
        return null
      }
    },
  }
}
