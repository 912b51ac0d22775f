import type { Routes } from '@kamar/contracts'
import { AppError } from '@kamar/core'
import type { createAccountServices } from './create-account-services.js'
import { isCommonPassword } from '../../domain/accounts/common-passwords.js'
import { confirmPassword } from '../../domain/accounts/confirm-password.js'
import type { ModuleContext } from '../../domain/module-context.js'
import type { Handlers } from '../../platform/http/mount-routes.js'
import { findById } from '../../domain/accounts/account-store.js'
import { toComparablePassword } from '../../domain/accounts/passwords.js'
import { replacePassword } from './replace-password.js'
import { done } from '../../domain/server-module.js'

/** Creates the handlers for the security of the user's own account. */
export function securityHandlers(
  context: ModuleContext,
  { providerSignIn, twoFactor }: ReturnType<typeof createAccountServices>,
) {
  const { configuration, database, domain } = context
  const { sessions } = domain
  return {
    async signInOptions() {
      return { providers: providerSignIn.providers.available, mail: configuration.mail !== null }
    },
    async checkPassword({ body }) {
      return { isTooCommon: await isCommonPassword(toComparablePassword(body.password)) }
    },
    async changePassword({ actor, body, request }) {
      await confirmPassword(context, { accountId: actor.accountId, password: body.current, address: request.ip })
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
  } satisfies Partial<Handlers<Routes>>
}
