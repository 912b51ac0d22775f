import { join } from 'node:path'
import type { PubSub, OpenDatabase } from '@kamar/database'
import type { TranslationContext, TranslationEvents } from '@kamar/translation'
import type { FastifyBaseLogger } from 'fastify'
import { createCollaboration } from './collaboration.js'
import type { Configuration } from './platform/configuration/configuration.js'
import { AccountService } from './modules/accounts/account-service.js'
import { type AttemptLimits, createAttemptLimits, type LimitRules } from './domain/accounts/attempt-limits.js'
import { createSignIn } from './modules/accounts/create-sign-in.js'
import { SessionStore } from './domain/accounts/session-store.js'
import { readOrMakeSecret } from './platform/secrets/token-secret.js'
import { createTokens } from './domain/accounts/tokens.js'
import { derivedKey } from './platform/secrets/derived-key.js'
import { createSealer } from './platform/secrets/sealer.js'
import { UserService } from './modules/admin/user-service.js'
import { CompanionService } from './modules/companions/companion-service.js'
import { LiveHub } from './modules/live/live-hub.js'
import { ExtensionService } from './modules/extensions/extension-service.js'
import { ExportService } from './domain/exports/export-service.js'
import { FileService, type FileServices } from './modules/files/file-service.js'
import { FontService } from './modules/fonts/font-service.js'
import type { HealthServices } from './modules/health/health-service.js'
import { createMailTransport } from './modules/mail/mail-transport.js'
import { MailWorker } from './modules/mail/mail-worker.js'
import { EmailChange } from './modules/profile/email-change.js'
import { ProfileService } from './modules/profile/profile-service.js'
import { createDerivatives } from './modules/aps/create-derivatives.js'
import { createProtocol } from './modules/aps/create-protocol.js'
import { createCallbackGuard } from './platform/http/callback-guard.js'
import { type AccountEvents, createAccountEvents } from './platform/events/account-events.js'
import type { FileEvent } from './platform/events/file-events.js'
import type { AddressedLiveEvent } from './platform/events/live-events.js'
import { createEventBus } from './platform/events/event-bus.js'
import { StorageService } from './modules/storage/storage-service.js'
import { createSharedEventBus } from './platform/events/shared-event-bus.js'
import { openStores, type Stores } from './platform/storage/stores.js'
import { accountMaker, passwordConfirmation } from './make-account.js'
import { TusServer } from './modules/uploads/tus-server.js'
import { ObjectUploadFolder } from './modules/uploads/object-upload-folder.js'
import { UploadFolder } from './modules/uploads/upload-folder.js'
import { UploadLocks } from './modules/uploads/upload-locks.js'
import { UploadService } from './modules/uploads/upload-service.js'
import { ResultService } from './modules/versions/result-service.js'
import { VersionService } from './modules/versions/version-service.js'

/** Dependencies of the services. */
export interface ServiceDependencies {
  readonly configuration: Configuration
  readonly open: OpenDatabase
  readonly events: TranslationEvents
  /** Channel to other processes of the deployment; omitted or null where there are none. */
  readonly pubSub?: PubSub | null
  readonly log: FastifyBaseLogger
  readonly isolation: HealthServices['isolation']
  readonly limitRules?: Partial<LimitRules>
  readonly now?: () => Date
}

export type Services = Awaited<ReturnType<typeof createServices>>

/** Creates and connects all services of the server. */
export async function createServices(parts: ServiceDependencies) {
  const { configuration, log, open } = parts
  const { database } = open
  const translation: TranslationContext = { database, events: parts.events }
  const { accountEvents, liveEvents, fileEvents } = createEventBuses(parts.pubSub ?? null)
  const stores = await openStores(configuration)
  const { blobs, derivatives } = stores
  const folder = await openUploads(stores, configuration.dataFolder)
  const shared = { database, blobs, sendsMail: configuration.mail !== null }
  const reachesCloud = configuration.autodeskCloud !== null
  const signIn = await createSignInServices(parts, accountEvents)
  const { attempts, protocolKeys, sessions, site, webhookSealer } = signIn
  const exports = new ExportService({ database, derivatives, log })
  const protocol = createProtocol({ configuration, database, blobs, attempts, site, ...protocolKeys, now: parts.now })
  const uploads = new UploadService({ database, blobs, folder, translation, fileEvents })
  const locks = new UploadLocks()
  const createAccount = accountMaker(database, configuration)
  const health = healthServices(parts, stores.objects)
  return {
    configuration,
    log,
    database,
    translation,
    open,
    ...stores,
    ...signIn,
    exports,
    ...createFileServices({ database, blobs, translation, fileEvents, changes: open.changes }),
    fonts: new FontService({ database, blobs, translation, accountEvents: accountEvents, fileEvents: fileEvents }),
    folder,
    locks,
    uploads,
    tus: new TusServer({ uploads, folder, locks }),
    hub: new LiveHub({
      database,
      translations: parts.events,
      fileEvents,
      accountEvents,
      liveEvents,
      livingFamilies: (families) => sessions.livingFamilies(families),
      onError: (error) => log.error({ err: error }, 'live event delivery failed'),
    }),
    ...createCollaboration({ ...signIn, ...shared, liveEvents, fileEvents: fileEvents, now: parts.now, reachesCloud }),
    health,
    accountEvents,
    ...createAccountPages({ ...shared, accountEvents: accountEvents, attempts }),
    protocol,
    derivativeService: createDerivatives({
      protocol,
      translation,
      derivatives,
      exports,
      webhookSealer,
      configuration,
      log,
    }),
    extensions: new ExtensionService(database, createCallbackGuard(configuration.extensionNetworks)),
    users: new UserService({ database, accountEvents: accountEvents, translation, createAccount }),
  }
}

function healthServices({ configuration, isolation, open }: ServiceDependencies, objects: HealthServices['objects']) {
  return { database: open.database, dataFolder: configuration.dataFolder, objects, isolation } satisfies HealthServices
}

/** Creates the services for files, their versions and results. */
function createFileServices(parts: ConstructorParameters<typeof CompanionService>[0] & FileServices) {
  return {
    files: new FileService(parts),
    companions: new CompanionService(parts),
    versions: new VersionService(parts),
    results: new ResultService(parts),
  }
}

/** Creates the event buses for open pages, of this process and of others. */
function createEventBuses(pubSub: PubSub | null) {
  return {
    fileEvents: createSharedEventBus(createEventBus<FileEvent>(), pubSub, 'file'),
    accountEvents: createSharedEventBus(createAccountEvents(), pubSub, 'account'),
    liveEvents: createSharedEventBus(createEventBus<AddressedLiveEvent>(), pubSub, 'live'),
  }
}

function openUploads({ objects }: Stores, dataFolder: string): Promise<UploadFolder> {
  return objects === null ? UploadFolder.open(dataFolder) : ObjectUploadFolder.openWith(dataFolder, objects)
}

type AccountPageDependencies = ConstructorParameters<typeof ProfileService>[0] & { readonly attempts: AttemptLimits }

/** Creates the services for the profile of an account and its usage. */
function createAccountPages({ attempts, ...parts }: AccountPageDependencies) {
  const { database } = parts
  const confirmPassword = passwordConfirmation({ database, attempts })
  return {
    emailChange: new EmailChange({ ...parts, confirmPassword }),
    profiles: new ProfileService(parts),
    storage: new StorageService(database),
  }
}

/** Creates sign-in and mail, which share the origin of links. */
async function createSignInServices(
  { configuration, limitRules, log, now, open }: ServiceDependencies,
  fileEvents: AccountEvents,
) {
  const { database, pool } = open
  const secret = configuration.secret ?? (await readOrMakeSecret(join(configuration.dataFolder, 'secrets', 'tokens')))
  const tokens = createTokens(secret, now)
  const sessions = new SessionStore(database, tokens, now)
  const attempts = createAttemptLimits(pool, limitRules)
  /** Origin of links: the public URL, else the port that was opened. */
  const site = { origin: configuration.publicUrl?.origin ?? `http://localhost:${configuration.port}` }
  const transport = configuration.mail && createMailTransport(configuration.mail)
  const siteOrigin = (): string => site.origin
  const signIn = createSignIn({
    configuration,
    database,
    tokens,
    sessions,
    attempts,
    secret,
    accountEvents: fileEvents,
    site: siteOrigin,
    now,
  })
  return {
    sessions,
    attempts,
    site,
    guestKey: derivedKey(secret, 'guest token'),
    protocolKeys: {
      sealer: createSealer(secret, 'signing key'),
      addressKey: derivedKey(secret, 'signed address'),
    },
    webhookSealer: createSealer(secret, 'webhook secret'),
    mailWorker: new MailWorker({ database, log, transport, site: siteOrigin, now }),
    accounts: new AccountService({ database, tokens, sessions, twoFactor: signIn.twoFactor }),
    ...signIn,
  }
}
