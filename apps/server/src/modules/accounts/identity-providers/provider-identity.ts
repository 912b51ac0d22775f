import type { ProviderName } from '@kamar/contracts'

/** Identity of a user at an identity provider. */
export interface ProviderIdentity {
  readonly provider: ProviderName
  readonly subject: string
  readonly email: string | null
  /** Whether the provider vouches that the user receives mail at `email`. */
  readonly isEmailVerified: boolean
  readonly name: string
}

export type ProviderClaims = Readonly<Record<string, unknown>> & { readonly sub: string }

/** Tenant of personal Microsoft accounts, whose addresses Microsoft itself confirms. */
const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** Converts an ID token's claims according to each provider's semantics. */
export function toProviderIdentity(provider: ProviderName, claims: ProviderClaims): ProviderIdentity {
  const email = parseText(claims['email'])
  return {
    provider,
    subject: claims.sub,
    email,
    isEmailVerified: email !== null && isVerified(provider, claims),
    name: parseText(claims['name']) ?? email?.split('@')[0] ?? claims.sub,
  }
}

/**
 * Returns whether the address is verified. Microsoft's `email` is whatever a tenant's administrator typed, so that any
 * tenant could claim any address; it counts where Microsoft says that the domain's owner verified it (`xms_edov`), or
 * for personal accounts.
 */
function isVerified(provider: ProviderName, claims: ProviderClaims): boolean {
  if (provider === 'google') return isTrue(claims['email_verified'])
  return isTrue(claims['xms_edov']) || claims['tid'] === personalTenant
}

function isTrue(claim: unknown): boolean {
  return claim === true || claim === 1 || claim === '1' || claim === 'true'
}

function parseText(claim: unknown): string | null {
  return typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : null
}
