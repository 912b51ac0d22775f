import type { OpenDatabase } from '@kamar/database'
import type { FastifyBaseLogger } from 'fastify'
import { createCollaboration } from './collaboration.js'
import type { LimitRules } from './domain/accounts/attempt-limits.js'
import { createDomain } from './domain/domain.js'
import type { ModuleContext } from './domain/module-context.js'
import { createSignIn } from './modules/accounts/create-sign-in.js'
import { UserService } from './modules/admin/user-service.js'
import { createDerivatives } from './modules/aps/create-derivatives.js'
import { createProtocol } from './modules/aps/create-protocol.js'
import { CompanionService } from './modules/companions/companion-service.js'
import { ExtensionService } from './modules/extensions/extension-service.js'
import { FileService } from './modules/files/file-service.js'
import { FontService } from './modules/fonts/font-service.js'
import type { HealthServices } from './modules/health/health-service.js'
import { LiveHub } from './modules/live/live-hub.js'
import { createMailTransport } from './modules/mail/mail-transport.js'
import { MailWorker } from './modules/mail/mail-worker.js'
import { EmailChange } from './modules/profile/email-change.js'
import { ProfileService } from './modules/profile/profile-service.js'
import { StorageService } from './modules/storage/storage-service.js'
import { ObjectUploadFolder } from './domain/uploads/object-upload-folder.js'
import { TusServer } from './modules/uploads/tus-server.js'
import { UploadFolder } from './domain/uploads/upload-folder.js'
import { UploadLocks } from './modules/uploads/upload-locks.js'
import { UploadService } from './domain/uploads/upload-service.js'
import { ResultService } from './modules/versions/result-service.js'
import { VersionService } from './modules/versions/version-service.js'
import type { Configuration } from './platform/configuration/configuration.js'
import { type EventBus, selectChannel } from './platform/events/event-bus.js'
import type { ServerEvents } from './platform/events/server-events.js'
import { createCallbackGuard } from './platform/http/callback-guard.js'
import type { Metrics } from './platform/monitoring/metrics.js'
import { openStores, type Stores } from './platform/storage/stores.js'
import { createTransact } from './platform/unit-of-work.js'

/** Dependencies of the services. */
export interface ServiceDependencies {
  readonly configuration: Configuration
  readonly open: OpenDatabase
  readonly events: EventBus<ServerEvents>
  readonly log: FastifyBaseLogger
  readonly isolation: ModuleContext['isolation']
  /** Counts translations; omitted: they are not counted. */
  readonly metrics?: Metrics
  readonly limitRules?: Partial<LimitRules>
  readonly now?: () => Date
}

export type Services = Awaited<ReturnType<typeof createServices>>

/** Creates and connects all services of the server. */
export async function createServices(dependencies: ServiceDependencies) {
  const { site, ...context } = await createContext(dependencies)
  const { configuration, database, derivatives, domain, events, log, now, origin } = context
  const { attempts, exports, sessions, translation } = domain
  const folder = await openUploads(context, configuration.dataFolder)
  const signIn = createSignIn(context)
  const protocol = createProtocol({
    ...context,
    attempts,
    site,
    sealer: domain.sealer('signing key'),
    addressKey: domain.key('signed address'),
  })
  const uploads = new UploadService({ ...context, folder })
  const locks = new UploadLocks()
  return {
    ...context,
    ...domain,
    ...signIn,
    context,
    open: dependencies.open,
    site,
    files: new FileService(context),
    companions: new CompanionService(context),
    versions: new VersionService(context),
    results: new ResultService(context),
    fonts: new FontService(context),
    folder,
    locks,
    uploads,
    tus: new TusServer({ uploads, folder, locks }),
    hub: new LiveHub({
      database,
      events,
      livingFamilies: (families) => sessions.livingFamilies(families),
      onError: (error) => log.error({ err: error }, 'live event delivery failed'),
    }),
    mailWorker: new MailWorker({
      database,
      log,
      transport: configuration.mail && createMailTransport(configuration.mail),
      site: origin,
      now,
    }),
    ...createCollaboration(context),
    health: { ...context, dataFolder: configuration.dataFolder } satisfies HealthServices,
    emailChange: new EmailChange(context),
    profiles: new ProfileService(context),
    storage: new StorageService(database),
    protocol,
    derivativeService: createDerivatives({
      ...context,
      protocol,
      translation,
      derivatives,
      exports,
      webhookSealer: domain.sealer('webhook secret'),
    }),
    extensions: new ExtensionService(database, createCallbackGuard(configuration.extensionNetworks)),
    users: new UserService(context),
  }
}

async function createContext(dependencies: ServiceDependencies) {
  const { configuration, events, isolation, limitRules, log, metrics, now = () => new Date(), open } = dependencies
  const { changes, database } = open
  const stores = await openStores(configuration)
  const site = { origin: configuration.publicUrl?.origin ?? `http://localhost:${configuration.port}` }
  const channel = selectChannel(events, 'translation')
  const translations = metrics?.counted(channel) ?? channel
  return {
    configuration,
    log,
    database,
    changes,
    ...stores,
    events,
    domain: await createDomain({ ...stores, configuration, open, log, translations, now, limitRules }),
    transact: createTransact(database, events),
    isolation,
    now,
    site,
    origin: () => site.origin,
  } satisfies ModuleContext & { readonly site: { origin: string } }
}

function openUploads({ objects }: Pick<Stores, 'objects'>, dataFolder: string): Promise<UploadFolder> {
  return objects === null ? UploadFolder.open(dataFolder) : ObjectUploadFolder.openWith(dataFolder, objects)
}
