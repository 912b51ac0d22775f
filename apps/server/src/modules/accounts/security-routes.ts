import { AppError, type SignInOptions } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import type { Handlers } from '../../platform/http/mount-routes.js'
import { findById } from '../../domain/accounts/account-store.js'
import type { Providers } from './identity-providers/providers.js'
import { replacePassword } from './replace-password.js'
import type { SessionStore } from '../../domain/accounts/session-store.js'
import type { TwoFactorService } from './two-factor/two-factor-service.js'

type SecurityRouteName =
  | 'signInOptions'
  | 'changePassword'
  | 'listSessions'
  | 'endSession'
  | 'endOtherSessions'
  | 'twoFactor'
  | 'beginTwoFactor'
  | 'confirmTwoFactor'
  | 'renewRecoveryCodes'
  | 'endTwoFactor'

export interface SecurityServices {
  readonly database: Kysely<Database>
  readonly sessions: SessionStore
  readonly twoFactor: TwoFactorService
  readonly providers: Providers
  readonly sendsMail: boolean
  /** Throws `password-not-right`, or `too-many-requests` at the limit of attempts. */
  readonly confirmPassword: (accountId: string, password: string, address: string) => Promise<void>
}

const done = { done: true } as const

/** Creates the handlers for the security of the user's own account. */
export function securityRoutes(services: SecurityServices): Pick<Handlers, SecurityRouteName> {
  const { confirmPassword, database, sessions, twoFactor } = services
  return {
    signInOptions: () => Promise.resolve(optionsOf(services)),
    async changePassword({ actor, body, request }) {
      await confirmPassword(actor.accountId, body.current, request.ip)
      const account = await findById(database, actor.accountId)
      if (!account) throw new AppError('not-signed-in')
      const { password } = body
      const currentFamily = actor.sessionFamily
      await replacePassword(database, { account, password, action: 'account.change-password', currentFamily })
      return done
    },
    listSessions: ({ actor }) => sessions.list(actor),
    async endSession({ actor, parameters }) {
      const own = (await sessions.list(actor)).find(({ id }) => id === parameters.id)
      if (!own) throw new AppError('not-found')
      await sessions.end(own.id)
      return done
    },
    async endOtherSessions({ actor: { accountId, sessionFamily } }) {
      const ended = await database
        .transaction()
        .execute((transaction) => sessions.endOthers(transaction, { accountId, family: sessionFamily }))
      return { ended }
    },
    twoFactor: ({ actor }) => twoFactor.state(actor),
    beginTwoFactor: ({ actor, body }) => twoFactor.begin(actor, body.password),
    confirmTwoFactor: ({ actor, body }) => twoFactor.confirm(actor, body.code),
    renewRecoveryCodes: ({ actor, body }) => twoFactor.renewRecoveryCodes(actor, body.code),
    endTwoFactor: ({ actor, body }) => twoFactor.end(actor, body.code),
  }
}

function optionsOf({ providers, sendsMail }: SecurityServices): SignInOptions {
  return { providers: providers.offered, mail: sendsMail }
}
