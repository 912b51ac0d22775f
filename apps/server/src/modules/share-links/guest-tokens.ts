import { limits } from '@kamar/contracts'
import { createSignedTokens } from '../../platform/secrets/signed-tokens.js'

/** Tokens of guests: each names its link, and the link's permissions are looked up with every request. */
export interface GuestTokens {
  /** Returns the token and its lifetime in seconds: never longer than its link. */
  issue(link: { readonly id: string; readonly expiresAt: Date | null }): Promise<{ token: string; seconds: number }>
  /** Returns the id of the link; null for anything but a valid token of this deployment. */
  verify(token: string): Promise<string | null>
}

export function createGuestTokens(secret: Uint8Array, now: () => Date = () => new Date()): GuestTokens {
  const tokens = createSignedTokens(secret, { type: 'guest+jwt', audience: 'kamar-guests' }, now)
  return {
    async issue({ expiresAt, id }) {
      const left = expiresAt === null ? Infinity : Math.ceil((expiresAt.getTime() - now().getTime()) / 1000)
      const seconds = Math.max(1, Math.min(limits.viewerTokenLifetimeSeconds, left))
      return { token: await tokens.issue(id, seconds), seconds }
    },
    verify: async (token) => (await tokens.verify(token))?.sub ?? null,
  }
}
