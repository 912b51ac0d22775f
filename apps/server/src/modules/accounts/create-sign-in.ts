import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import type { AccountEvents } from '../../platform/events/account-events.js'
import { type ListeningServer, requiresApprovalByDefault } from '../../domain/accounts/deployment-settings.js'
import type { AttemptLimits } from '../../domain/accounts/attempt-limits.js'
import { createProviders, type ProviderTable } from './identity-providers/providers.js'
import { ProviderSignIn } from './identity-providers/provider-sign-in.js'
import { createKnownDevices } from './known-devices.js'
import { PasswordRecovery } from './recovery/password-recovery.js'
import { Registration } from './registration.js'
import { createSealer } from '../../platform/secrets/sealer.js'
import type { SessionStore } from '../../domain/accounts/session-store.js'
import { SignInFlow } from './sign-in-flow.js'
import { createSignInTickets } from './sign-in-tickets.js'
import type { Tokens } from '../../domain/accounts/tokens.js'
import { TwoFactorService } from './two-factor/two-factor-service.js'

export interface SignInDependencies {
  readonly configuration: ListeningServer & { readonly identityProviders: ProviderTable }
  readonly database: Kysely<Database>
  readonly tokens: Tokens
  readonly sessions: SessionStore
  readonly attempts: AttemptLimits
  readonly accountEvents: AccountEvents
  /** Secret of the deployment, from which the key of each purpose is derived. */
  readonly secret: string
  readonly site: () => string
  readonly now: (() => Date) | undefined
}

/** Creates and connects the sign-in services. */
export function createSignIn(dependencies: SignInDependencies) {
  const { attempts, configuration, database, accountEvents, now, secret, sessions, site, tokens } = dependencies
  const sealer = createSealer(secret, 'second factor')
  const twoFactor = new TwoFactorService({ database, attempts, sessions, accountEvents, sealer, now })
  const tickets = createSignInTickets(secret, now)
  const devices = createKnownDevices(secret, now)
  const flow = new SignInFlow({
    database,
    tokens,
    sessions,
    attempts,
    devices,
    tickets,
    twoFactor,
    requiresApprovalByDefault: requiresApprovalByDefault(configuration),
  })
  const providers = createProviders(configuration.identityProviders)
  return {
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
      sealer: createSealer(secret, 'provider journey'),
    }),
  }
}
