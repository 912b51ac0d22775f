import type { ModuleContext } from '../../domain/module-context.js'
import { AccountService } from './account-service.js'
import { ProviderSignIn } from './identity-providers/provider-sign-in.js'
import { PasswordRecovery } from './recovery/password-recovery.js'
import { Registration } from './registration.js'
import { SignInFlow } from './sign-in-flow.js'
import { TwoFactorService } from './two-factor/two-factor-service.js'

/** Creates and connects the services of accounts and sign-in. */
export function createAccountServices(context: ModuleContext) {
  const twoFactor = new TwoFactorService(context)
  const flow = new SignInFlow(context, twoFactor)
  return {
    accounts: new AccountService(context, twoFactor),
    twoFactor,
    flow,
    registration: new Registration(context),
    recovery: new PasswordRecovery(context),
    providerSignIn: new ProviderSignIn(context, flow),
  }
}
