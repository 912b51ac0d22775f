import { createHash } from 'node:crypto'
import { SignInStep } from '@kamar/contracts'
import { z } from 'zod'
import type { Account } from '../../domain/accounts/account-store.js'
import { createSignedTokens } from '../../platform/secrets/signed-tokens.js'

/** Method of the first step. */
export type FirstStep = 'password' | 'provider'

/** State that a ticket carries between two steps of one sign-in. */
export interface TicketHolder {
  readonly account: Account
  readonly remember: boolean
  readonly via: FirstStep
}

const Claims = z.object({
  sub: z.string(),
  next: SignInStep.shape.next,
  remember: z.boolean(),
  via: z.enum(['password', 'provider']),
  binding: z.string(),
})
export type TicketClaims = z.infer<typeof Claims>

export interface SignInTickets {
  issue(next: SignInStep['next'], holder: TicketHolder): Promise<SignInStep>
  /** Returns null for anything but a valid ticket for this step. */
  read(ticket: string, next: SignInStep['next']): Promise<TicketClaims | null>
  /** Returns whether the account is unchanged since the ticket was issued. */
  fits(claims: TicketClaims, account: Account): boolean
}

const lifetimeSeconds = 600

/**
 * Creates tickets: proof of the first step of a sign-in, stored in the browser until the second; invalid once the
 * password changes.
 */
export function createSignInTickets(key: Uint8Array, now: () => Date): SignInTickets {
  const tokens = createSignedTokens(key, { type: 'sign-in-step+jwt' }, now)
  return {
    async issue(next, { account, remember, via }) {
      const claims = { next, remember, via, binding: computeBinding(account) }
      return { next, ticket: await tokens.issue(account.id, lifetimeSeconds, claims), expires_in: lifetimeSeconds }
    },
    async read(ticket, next) {
      const claims = Claims.safeParse(await tokens.verify(ticket))
      return claims.success && claims.data.next === next ? claims.data : null
    },
    fits: (claims, account) => claims.sub === account.id && claims.binding === computeBinding(account),
  }
}

function computeBinding(account: Account): string {
  const state = [account.password_hash ?? '', account.must_change_password, account.email]
  return createHash('sha256').update(state.join('\n')).digest('base64url')
}
