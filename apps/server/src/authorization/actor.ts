import type { Language } from '@kamar/contracts'
import type { ProtocolScope } from '@kamar/contracts/aps'

/** Nobody in particular. */
export interface AnonymousActor {
  readonly kind: 'anonymous'
}

/** A signed-in account, as the database has it at this moment: a role taken away is gone with the next request. */
export interface AccountActor {
  readonly kind: 'account'
  readonly accountId: string
  readonly role: 'user' | 'admin'
  readonly locale: Language
  /** Family of refresh tokens this sign-in made; dead when it is revoked. */
  readonly sessionFamily: string
}

/** Holds a viewer token: reads view packages of one account and nothing else. */
export interface ViewerActor {
  readonly kind: 'viewer'
  readonly accountId: string
  readonly sessionFamily: string
}

/** Holds the token of a secret link: reads the view package of one version and nothing else. */
export interface GuestActor {
  readonly kind: 'guest'
  readonly linkId: string
  /** The version the link shows. */
  readonly versionId: string
  readonly mayDownload: boolean
}

/** Who may have a view package to read. */
export type PackageReader = AccountActor | ViewerActor | GuestActor

/**
 * A program that calls the protocol with a token of its own. Not one of `Actor`: no route of the product lets it in, and
 * people's tokens open nothing of the protocol.
 */
export interface ApplicationActor {
  readonly kind: 'application'
  readonly applicationId: string
  readonly clientId: string
  /** The account that made it and pays for what it stores. */
  readonly ownerId: string
  readonly scopes: ReadonlySet<ProtocolScope>
}

/** Who makes a request. */
export type Actor = AnonymousActor | PackageReader

export const anonymous: AnonymousActor = { kind: 'anonymous' }
