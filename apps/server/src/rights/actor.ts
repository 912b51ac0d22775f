import type { Language } from '@kamar/contracts'

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

/** Who makes a request. */
export type Actor = AnonymousActor | AccountActor | ViewerActor

export const anonymous: AnonymousActor = { kind: 'anonymous' }
