import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'

/** Token of a browser in which an account has signed in. */
export interface DeviceMark {
  readonly token: string
  readonly expiresAt: Date
}

/**
 * Browsers in which an account has signed in with its password before (OWASP, "Device cookies"). The token grants
 * nothing: wrong passwords from such a browser are counted apart, so that attackers who guess cannot lock the owner
 * out.
 */
export interface KnownDevices {
  mark(accountId: string): Promise<DeviceMark>
  /** Returns the id of the browser with this token if it is known for this account; null otherwise. */
  findDevice(token: string, accountId: string): Promise<string | null>
}

const lifetimeSeconds = 365 * 24 * 3600
const algorithm = 'HS256'
const type = 'known-device+jwt'

export function createKnownDevices(key: Uint8Array, now: () => Date): KnownDevices {
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
