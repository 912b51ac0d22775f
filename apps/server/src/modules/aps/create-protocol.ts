import type { Database } from '@kamar/database'
import type { BlobStore } from '@kamar/storage'
import type { Kysely } from 'kysely'
import type { ModuleContext } from '../../domain/module-context.js'
import { ApplicationService } from './applications/application-service.js'
import type { ClientAttempts } from './authentication/client-credentials.js'
import { ClientTokens } from './authentication/client-tokens.js'
import { SigningKeys } from './authentication/signing-keys.js'
import { type ApplicationGuard, createApplicationGuard } from './application-guard.js'
import { type RequestOrigin, requestOrigin } from './request-origin.js'
import { createSignedAddresses, type SignedAddresses } from './signed-addresses.js'

/** Dependencies that all services of the APS-compatible API share. */
export interface Protocol {
  readonly database: Kysely<Database>
  readonly blobs: BlobStore
  readonly dataFolder: string
  readonly attempts: ClientAttempts
  readonly applications: ApplicationService
  readonly keys: SigningKeys
  readonly tokens: ClientTokens
  readonly guard: ApplicationGuard
  readonly addresses: SignedAddresses
  readonly originOf: RequestOrigin
  readonly now: () => Date
}

export function createProtocol({ blobs, configuration, database, domain, now, origin }: ModuleContext): Protocol {
  const keys = new SigningKeys({ database, sealer: domain.sealer('signing key'), now })
  const tokens = new ClientTokens({ database, keys, now, issuer: origin })
  return {
    database,
    blobs,
    dataFolder: configuration.dataFolder,
    attempts: domain.attempts,
    applications: new ApplicationService({ database, now }),
    keys,
    tokens,
    guard: createApplicationGuard(tokens),
    addresses: createSignedAddresses(domain.key('signed address'), now),
    originOf: requestOrigin(configuration.publicUrl),
    now,
  }
}
