import { randomUUID } from 'node:crypto'
import { createSignedTokens } from '../../platform/secrets/signed-tokens.js'

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

export function createKnownDevices(key: Uint8Array, now: () => Date): KnownDevices {
  const tokens = createSignedTokens(key, { type: 'known-device+jwt' }, now)
  return {
    async mark(accountId) {
      const expiresAt = new Date((Math.floor(now().getTime() / 1000) + lifetimeSeconds) * 1000)
      return { token: await tokens.issue(accountId, lifetimeSeconds, { jti: randomUUID() }), expiresAt }
    },
    async findDevice(token, accountId) {
      const claims = await tokens.verify(token, ['jti'])
      return claims?.sub === accountId ? String(claims.jti) : null
    },
  }
}
