import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { onlyOne, type OpenDatabase } from '@kamar/database'
import { type TranslationEvents, watchTranslations } from '@kamar/translation'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.js'
import type { Configuration } from './platform/configuration/configuration.js'
import { ensureAdministrator, issueSetUpCode } from './domain/accounts/administrator.js'
import { grantWorker } from './platform/database/grant-worker.js'
import { importAllExamples } from './import-examples.js'
import { startHousekeeping } from './housekeeping.js'
import { createEventBus } from './platform/events/event-bus.js'
import { createServerChannels } from './platform/events/server-events.js'
import { createMetrics, type Metrics } from './platform/monitoring/metrics.js'
import { startMonitor } from './platform/monitoring/monitor-server.js'
import { joinPubSub, openProcessDatabase } from './platform/database/process-database.js'
import { readiness } from './modules/health/health-service.js'
import { startControl } from './operations/control/control-server.js'
import { createOperations } from './operations/open-deployment.js'
import { createServices, type Services } from './services.js'
import { StartError } from './platform/start-error.js'
import { assertSameStorage, createStorageLocation } from './platform/storage/storage-mark.js'
import { type ReaderOptions, startTranslating, type Translating } from './platform/translating.js'

/** Server that accepts requests. */
export interface RunningServer {
  /** URL of the server. */
  readonly address: string
  /** URL of the one-time set-up page; null when there is an administrator. */
  readonly setUpAddress: string | null
  /** Finishes requests in progress, for at most ten seconds, and closes everything. */
  stop(): Promise<void>
}

/** Options of a start; without them the server is the product's. */
export interface StartOptions {
  /** Database of this process, where it is being opened already. */
  readonly opening?: Promise<OpenDatabase>
  readonly readers?: ReaderOptions
}

const builtWebSite = fileURLToPath(new URL('../../web/dist/', import.meta.url))
/** Time for requests to finish; the rest of the ten seconds is for readers and the database. */
const requestDrainMilliseconds = 7000

/**
 * Starts everything in the order of dependency: folder, database, services, port, and after the port opens the readers,
 * which take seconds to warm. Throws `StartError` or `DatabaseOpenError` with a sentence for the operator.
 */
export async function startServer(
  configuration: Configuration,
  log: FastifyBaseLogger,
  { opening = openProcessDatabase(configuration, log), readers }: StartOptions = {},
): Promise<RunningServer> {
  const open = await opening
  try {
    const channels = createServerChannels()
    const pubSub = await joinPubSub(configuration, open, log)
    const metrics = createMetrics(open.database, configuration.role)
    const events = createEventBus(channels, pubSub)
    let translating: Translating | null = null
    const isolation = (): Promise<string> | null => translating?.isolation() ?? null
    const services = await createServices({ configuration, open, events, metrics, log, isolation })
    // Pages reload everything when their connection ends, including what they may have missed.
    pubSub?.onGap(() => services.hub.endAll())
    await assertSameStorage(open, createStorageLocation(configuration, services.objects))
    await grantWorker(open, configuration)
    await makeAdministrator(services)
    const app = await buildApp(services, { webFolder: builtWebSite, metrics })
    const address = await listen(app, configuration)
    services.site.origin = new URL(address).origin
    translating = startTranslating(services, services.translation.events, readers)
    const background = startBackground(services, channels.translation)
    const stopMonitor = await monitor(services, metrics)
    const operations = createOperations(services, configuration)
    const stopControl = await startControl({ dataFolder: configuration.dataFolder, operations, log })
    const setUpCode = await issueSetUpCode(services.database)
    const closeConnections = async (): Promise<void> => {
      await pubSub?.close()
      services.objects?.close()
      await open.close()
    }
    const running = { app, translating, background, stopControl, stopMonitor, closeConnections }
    return {
      address,
      setUpAddress: setUpCode === null ? null : `${address}/setup?code=${setUpCode}`,
      stop: () => stop(running),
    }
  } catch (error) {
    await open.close()
    throw error
  }
}

async function listen(app: FastifyInstance, { host, port, publicUrl }: Configuration): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    await app.close()
    if (code === 'EADDRINUSE') {
      throw new StartError(`Port ${port} is in use by another program. Stop it, or set PORT to a free port.`)
    }
    if (code === 'EACCES')
      throw new StartError(`Port ${port} may not be used by this user. Set PORT to one above 1023.`)
    throw error
  }
  const bound = app.server.address() as AddressInfo
  return publicUrl ? publicUrl.origin : `http://localhost:${bound.port}`
}

/** Ensures that several servers that start together create one administrator. */
async function makeAdministrator({ configuration, database, open }: Services): Promise<void> {
  const { administrator } = configuration
  if (administrator === null) return
  await onlyOne(open, 'starting', { wait: true, work: () => ensureAdministrator(database, administrator) })
}

/** Starts metrics and probes, where a port for them is configured. */
async function monitor({ configuration, health, log }: Services, metrics: Metrics): Promise<() => Promise<void>> {
  const { host, metricsPort } = configuration
  if (metricsPort === null) return async () => undefined
  const isReady = async (): Promise<boolean> => (await readiness(health)).status === 'ready'
  return startMonitor({ host, port: metricsPort }, { metrics, isReady, log })
}

/** Background tasks beside requests; each member waits for its own end. */
interface Background {
  stop(): Promise<void>
}

function startBackground(services: Services, events: TranslationEvents): Background {
  const { log } = services
  const stopHousekeeping = startHousekeeping(services)
  const stopWatching = watchOthers(services, events)
  services.mailWorker.start()
  services.derivativeService.start()
  const work = (): Promise<void> => importAllExamples(services)
  const examples = onlyOne(services.open, 'starting', { wait: true, work }).catch((error: unknown) => {
    log.error({ err: error }, 'import of example models failed')
  })
  return {
    async stop() {
      await Promise.all([
        stopHousekeeping(),
        stopWatching(),
        services.mailWorker.stop(),
        services.derivativeService.stop(),
        examples,
      ])
    },
  }
}

/**
 * Watches other workers, which may exist with a database server. They publish events; polling finds the missed ones.
 */
function watchOthers({ configuration, database, log }: Services, events: TranslationEvents): () => Promise<void> {
  if (configuration.databaseUrl === null && configuration.workers > 0) return async () => undefined
  return watchTranslations({
    database,
    events,
    onError: (error) => log.error({ err: error }, 'translation watch failed'),
  })
}

interface Running {
  readonly app: FastifyInstance
  readonly translating: Translating
  readonly background: Background
  readonly stopControl: () => Promise<void>
  readonly stopMonitor: () => Promise<void>
  readonly closeConnections: () => Promise<void>
}

async function stop({
  app,
  translating,
  background,
  stopControl,
  stopMonitor,
  closeConnections,
}: Running): Promise<void> {
  const impatience = setTimeout(() => app.server.closeAllConnections(), requestDrainMilliseconds)
  await Promise.all([app.close(), translating.stop(), background.stop(), stopControl(), stopMonitor()])
  clearTimeout(impatience)
  await closeConnections()
}
