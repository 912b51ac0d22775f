import type { Database } from '@kamar/database'
import type { BlobStore } from '@kamar/storage'
import type { Kysely } from 'kysely'
import { ApplicationService } from './applications/application-service.js'
import type { ClientAttempts } from './authentication/client-credentials.js'
import { ClientTokens } from './authentication/client-tokens.js'
import { SigningKeys, type SigningKeyServices } from './authentication/signing-keys.js'
import { type ApplicationGuard, createApplicationGuard } from './application-guard.js'
import { type RequestOrigin, requestOrigin } from './request-origin.js'
import { createSignedAddresses, type SignedAddresses } from './signed-addresses.js'

export interface ProtocolDependencies {
  readonly configuration: { readonly publicUrl: URL | null; readonly dataFolder: string }
  readonly database: Kysely<Database>
  readonly blobs: BlobStore
  readonly attempts: ClientAttempts
  readonly sealer: SigningKeyServices['sealer']
  /** Key that signs URLs. */
  readonly addressKey: Uint8Array
  readonly site: { readonly origin: string }
  readonly now: (() => Date) | undefined
}

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

export function createProtocol(dependencies: ProtocolDependencies): Protocol {
  const { configuration, database, blobs, attempts, sealer, addressKey, site } = dependencies
  const now = dependencies.now ?? (() => new Date())
  const keys = new SigningKeys({ database, sealer, now })
  const tokens = new ClientTokens({ database, keys, now, issuer: () => site.origin })
  return {
    database,
    blobs,
    dataFolder: configuration.dataFolder,
    attempts,
    applications: new ApplicationService({ database, now }),
    keys,
    tokens,
    guard: createApplicationGuard(tokens),
    addresses: createSignedAddresses(addressKey, now),
    originOf: requestOrigin(configuration.publicUrl),
    now,
  }
}
