import type { OpenDatabase } from '@kamar/database'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { LimitRules } from './domain/accounts/attempt-limits.js'
import { createDomain } from './domain/domain.js'
import { createHousekeepingJobs } from './domain/housekeeping.js'
import type { ModuleContext } from './domain/module-context.js'
import { modules } from './generated/modules.js'
import type { Instance, ServerModule } from './domain/server-module.js'
import { type Actor, anonymous } from './platform/authorization/actor.js'
import type { Configuration } from './platform/configuration/configuration.js'
import { type EventBus, selectChannel } from './platform/events/event-bus.js'
import type { ServerEvents } from './platform/events/server-events.js'
import { createHttpServer } from './platform/http/http-server.js'
import { mountRoutes, type RouteTable } from './platform/http/mount-routes.js'
import type { BodyTimeout } from './platform/http/bodies/request-bodies.js'
import { watchMethods } from './platform/http/strict-methods.js'
import { serveWebSite } from './platform/http/web-site.js'
import type { Job } from './platform/jobs.js'
import type { Metrics } from './platform/monitoring/metrics.js'
import { openStores } from './platform/storage/stores.js'
import { createTransact } from './platform/unit-of-work.js'

/** Dependencies of the application. */
export interface ApplicationDependencies {
  readonly configuration: Configuration
  readonly open: OpenDatabase
  readonly events: EventBus<ServerEvents>
  readonly log: FastifyBaseLogger
  readonly isolation: ModuleContext['isolation']
  /** Request and translation counters; omitted: nothing is counted. */
  readonly metrics?: Metrics
  readonly limitRules?: Partial<LimitRules>
  readonly now?: () => Date
}

/** Options of the HTTP side. */
export interface HttpOptions {
  /** Folder of the built web application; without a build there is only the API. */
  readonly webFolder: string
  readonly bodyTimeout?: BodyTimeout
}

/** All modules of a server, created. */
export interface Application {
  readonly context: ModuleContext
  readonly jobs: readonly Job[]
  /** Returns the service of a module. */
  find<Service>(module: ServerModule<RouteTable, Service>): Service
  /** Builds the HTTP side: guards, routes of every module, pages. */
  buildHttp(options: HttpOptions): Promise<FastifyInstance>
  readonly isReady: () => Promise<boolean>
  /** Sets the origin of links once the port is known. */
  setOrigin(origin: string): void
}

interface Created {
  readonly module: ServerModule
  readonly self: Instance<unknown>
}

/** Creates every module, in the order of the list. */
export async function createApplication(dependencies: ApplicationDependencies): Promise<Application> {
  const { configuration, events, metrics } = dependencies
  let origin = configuration.publicUrl?.origin ?? `http://localhost:${configuration.port}`
  const context = await createContext(dependencies, () => origin)
  const created: Created[] = []
  for (const module of modules) created.push({ module, self: { context, service: await module.create(context) } })
  const unsubscribe = created.flatMap(({ module, self }) => subscribe(events, module.subscribe?.(self) ?? {}))
  return {
    context,
    jobs: [...created.flatMap(({ module, self }) => module.jobs?.(self) ?? []), ...createHousekeepingJobs(context)],
    find: <Service>(module: ServerModule<RouteTable, Service>) =>
      created.find((candidate) => candidate.module.id === module.id)?.self.service as Service,
    async buildHttp({ bodyTimeout, webFolder }) {
      const identify = (authorization: string | undefined): Promise<Actor> => identifyCaller(created, authorization)
      const app = await createHttpServer({ configuration, log: context.log, identify, bodyTimeout, metrics })
      const refuseOtherMethods = watchMethods(app)
      for (const { module, self } of created) {
        mountRoutes(app, module.routes, module.handlers(self))
        await app.register(async (scope) => module.streams?.(scope, self))
      }
      refuseOtherMethods()
      await serveWebSite(app, { folder: webFolder, publicUrl: configuration.publicUrl })
      app.addHook('preClose', async () => {
        for (const stop of unsubscribe) stop()
        await Promise.all(created.map(async ({ module, self }) => module.close?.(self)))
      })
      return app
    },
    async isReady() {
      const states = await Promise.all(created.map(async ({ module, self }) => (await module.ready?.(self)) ?? true))
      return states.every(Boolean)
    },
    setOrigin(openedOrigin) {
      origin = openedOrigin
    },
  }
}

async function createContext(dependencies: ApplicationDependencies, origin: () => string): Promise<ModuleContext> {
  const { configuration, events, isolation, limitRules, log, metrics, now = () => new Date(), open } = dependencies
  const { changes, database } = open
  const stores = await openStores(configuration)
  const transact = createTransact(database, events)
  const channel = selectChannel(events, 'translation')
  const translations = metrics?.counted(channel) ?? channel
  const domain = await createDomain({ configuration, open, stores, transact, log, translations, now, limitRules })
  return { configuration, log, database, changes, ...stores, events, domain, transact, isolation, now, origin }
}

function subscribe(events: EventBus<ServerEvents>, listeners: object): (() => void)[] {
  return Object.entries(listeners).map(([name, listener]) =>
    events.subscribe(name as keyof ServerEvents, listener as (event: ServerEvents[keyof ServerEvents]) => void),
  )
}

/** Identifies the caller by the first module that knows them. */
async function identifyCaller(created: readonly Created[], authorization: string | undefined): Promise<Actor> {
  for (const { module, self } of created) {
    const actor = await module.identify?.(self, authorization)
    if (actor) return actor
  }
  return anonymous
}
