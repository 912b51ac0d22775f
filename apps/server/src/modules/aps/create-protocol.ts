import type { ModuleContext } from '../../domain/module-context.js'
import { ApplicationService } from './applications/application-service.js'
import { ClientTokens } from './authentication/client-tokens.js'
import { SigningKeys } from './authentication/signing-keys.js'
import { type ApplicationGuard, createApplicationGuard } from './application-guard.js'
import { type RequestOrigin, requestOrigin } from './request-origin.js'
import { createSignedAddresses, type SignedAddresses } from './signed-addresses.js'

/** What all services of the APS-compatible API share. */
export interface Protocol extends ModuleContext {
  readonly applications: ApplicationService
  readonly keys: SigningKeys
  readonly tokens: ClientTokens
  readonly guard: ApplicationGuard
  readonly addresses: SignedAddresses
  readonly originOf: RequestOrigin
}

export function createProtocol(context: ModuleContext): Protocol {
  const { configuration, database, domain, now, origin } = context
  const keys = new SigningKeys({ database, sealer: domain.sealer('signing key'), now })
  const tokens = new ClientTokens({ database, keys, now, issuer: origin })
  return {
    ...context,
    applications: new ApplicationService(context),
    keys,
    tokens,
    guard: createApplicationGuard(tokens),
    addresses: createSignedAddresses(domain.key('signed address'), now),
    originOf: requestOrigin(configuration.publicUrl),
  }
}
