import { join } from 'node:path'
import type { OpenDatabase } from '@kamar/database'
import type { TranslationContext, TranslationEvents } from '@kamar/translation'
import type { FastifyBaseLogger } from 'fastify'
import type { Configuration } from '../platform/configuration/configuration.js'
import type { Stores } from '../platform/storage/stores.js'
import type { Transact } from '../platform/unit-of-work.js'
import { derivedKey } from '../platform/secrets/derived-key.js'
import { createSealer, type Sealer } from '../platform/secrets/sealer.js'
import { readOrMakeSecret } from '../platform/secrets/token-secret.js'
import { type AttemptLimits, createAttemptLimits, type LimitRules } from './accounts/attempt-limits.js'
import { SessionStore } from './accounts/session-store.js'
import { createTokens, type Tokens } from './accounts/tokens.js'
import { ExportService } from './exports/export-service.js'
import { ObjectUploadFolder } from './uploads/object-upload-folder.js'
import { UploadFolder } from './uploads/upload-folder.js'
import { UploadService } from './uploads/upload-service.js'

/** State that several modules share; the other files of this folder are functions. */
export interface Domain {
  readonly translation: TranslationContext
  readonly attempts: AttemptLimits
  readonly tokens: Tokens
  readonly sessions: SessionStore
  readonly exports: ExportService
  readonly uploads: UploadService
  /** Returns the key of a purpose, derived from the secret of the deployment. */
  key(purpose: string): Uint8Array
  /** Returns the encryption of a purpose. */
  sealer(purpose: string): Sealer
}

/** Dependencies of the domain. */
export interface DomainDependencies {
  readonly configuration: Pick<Configuration, 'dataFolder' | 'secret' | 'uploadLimitBytes'>
  readonly open: Pick<OpenDatabase, 'database' | 'pool'>
  readonly stores: Stores
  readonly transact: Transact
  readonly log: FastifyBaseLogger
  readonly translations: TranslationEvents
  readonly now: () => Date
  readonly limitRules?: Partial<LimitRules> | undefined
}

export async function createDomain(dependencies: DomainDependencies): Promise<Domain> {
  const { configuration, limitRules, log, now, open, stores, transact, translations } = dependencies
  const { blobs, derivatives } = stores
  const { database, pool } = open
  const secret = configuration.secret ?? (await readOrMakeSecret(join(configuration.dataFolder, 'secrets', 'tokens')))
  const tokens = createTokens(secret, now)
  const folder = await openUploadFolder(stores, configuration.dataFolder)
  return {
    translation: { database, events: translations },
    attempts: createAttemptLimits(pool, limitRules),
    tokens,
    sessions: new SessionStore(database, tokens, now),
    exports: new ExportService({ database, derivatives, log }),
    uploads: new UploadService({ blobs, configuration, database, folder, transact }),
    key: (purpose) => derivedKey(secret, purpose),
    sealer: (purpose) => createSealer(secret, purpose),
  }
}

function openUploadFolder({ objects }: Stores, dataFolder: string): Promise<UploadFolder> {
  return objects === null ? UploadFolder.open(dataFolder) : ObjectUploadFolder.openWith(dataFolder, objects)
}
