import { requiresApprovalByDefault } from '../../domain/accounts/deployment-settings.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { AccountService } from './account-service.js'
import { ProviderSignIn } from './identity-providers/provider-sign-in.js'
import { createProviders } from './identity-providers/providers.js'
import { createKnownDevices } from './known-devices.js'
import { PasswordRecovery } from './recovery/password-recovery.js'
import { Registration } from './registration.js'
import { SignInFlow } from './sign-in-flow.js'
import { createSignInTickets } from './sign-in-tickets.js'
import { TwoFactorService } from './two-factor/two-factor-service.js'

/** Creates and connects the services of accounts and sign-in. */
export function createAccountServices({ configuration, database, domain, now, origin: site, transact }: ModuleContext) {
  const { attempts, sessions, tokens } = domain
  const sealer = domain.sealer('second factor')
  const twoFactor = new TwoFactorService({ database, attempts, sessions, transact, sealer, now })
  const flow = new SignInFlow({
    database,
    tokens,
    sessions,
    attempts,
    devices: createKnownDevices(domain.key('known device'), now),
    tickets: createSignInTickets(domain.key('sign-in ticket'), now),
    twoFactor,
    requiresApprovalByDefault: requiresApprovalByDefault(configuration),
  })
  const providers = createProviders(configuration.identityProviders)
  return {
    accounts: new AccountService({ database, tokens, sessions, twoFactor }),
    twoFactor,
    flow,
    providers,
    registration: new Registration({ database, attempts, sendsMail: configuration.mail !== null }),
    recovery: new PasswordRecovery({ database, attempts, now }),
    providerSignIn: new ProviderSignIn({
      database,
      attempts,
      providers,
      flow,
      site,
      now,
      sealer: domain.sealer('provider journey'),
    }),
  }
}
