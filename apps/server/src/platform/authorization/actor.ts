import type { Language, ProtocolScope } from '@kamar/contracts'

/** Caller without credentials. */
export interface AnonymousActor {
  readonly kind: 'anonymous'
}

/** Signed-in account, as the database has it at this moment: a revoked role is gone with the next request. */
export interface AccountActor {
  readonly kind: 'account'
  readonly accountId: string
  readonly role: 'user' | 'admin'
  readonly locale: Language
  /** Family of the refresh tokens of this sign-in; invalid once it is revoked. */
  readonly sessionFamily: string
}

/** Holder of a viewer token: reads view packages of one account and nothing else. */
export interface ViewerActor {
  readonly kind: 'viewer'
  readonly accountId: string
  readonly sessionFamily: string
}

/** Holder of the token of a secret link: reads the view packages that the link shows and nothing else. */
export interface GuestActor {
  readonly kind: 'guest'
  readonly linkId: string
  /** Version that the link shows, or if it follows the latest, all since the first one. */
  readonly versionIds: readonly string[]
  readonly mayDownload: boolean
}

/** Actors that may have permission to read a view package. */
export type PackageReader = AccountActor | ViewerActor | GuestActor

/**
 * Program that calls the APS-compatible API with its own token. Not one of `Actor`: no product route accepts it, and
 * user tokens open nothing of that API.
 */
export interface ApplicationActor {
  readonly kind: 'application'
  readonly applicationId: string
  readonly clientId: string
  /** Account that created it and is charged for what it stores. */
  readonly ownerId: string
  readonly scopes: ReadonlySet<ProtocolScope>
}

/** Caller of a request. */
export type Actor = AnonymousActor | PackageReader

export const anonymous: AnonymousActor = { kind: 'anonymous' }
