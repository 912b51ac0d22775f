import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { runExclusively, type OpenDatabase } from '@kamar/database'
import { type TranslationEvents, watchTranslations } from '@kamar/translation'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Application, createApplication } from './application.js'
import type { Configuration } from './platform/configuration/configuration.js'
import { ensureAdministrator, issueSetUpCode } from './domain/accounts/administrator.js'
import { grantWorker } from './platform/database/grant-worker.js'
import { createEventBus } from './platform/events/event-bus.js'
import { createServerChannels } from './platform/events/server-events.js'
import { createMetrics, type Metrics } from './platform/monitoring/metrics.js'
import { startMonitor } from './platform/monitoring/monitor-server.js'
import { joinPubSub, openProcessDatabase } from './platform/database/process-database.js'
import { startJobs } from './platform/jobs.js'
import { startControl } from './operations/control/control-server.js'
import { createOperations } from './operations/open-deployment.js'
import type { ModuleContext } from './domain/module-context.js'
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
    const application = await createApplication({ configuration, open, events, metrics, log, isolation })
    const { context } = application
    pubSub?.onGap(() => channels.gap.publish(null))
    await assertSameStorage(open, createStorageLocation(configuration, context.objects))
    await grantWorker(open, configuration)
    await makeAdministrator(open, configuration)
    const app = await application.buildHttp({ webFolder: builtWebSite })
    const address = await listen(app, configuration)
    application.setOrigin(new URL(address).origin)
    translating = startTranslating(context, context.domain.translation.events, readers)
    const stopWatching = watchOthers(context, channels.translation)
    const stopJobs = startJobs(application.jobs, { open, log })
    const stopMonitor = await monitor(application, metrics)
    const operations = createOperations(context, configuration)
    const stopControl = await startControl({ dataFolder: configuration.dataFolder, operations, log })
    const setUpCode = await issueSetUpCode(open.database)
    const closeConnections = async (): Promise<void> => {
      await pubSub?.close()
      context.objects?.close()
      await open.close()
    }
    const stops = [() => translating?.stop(), stopJobs, stopWatching, stopControl, stopMonitor]
    return {
      address,
      setUpAddress: setUpCode === null ? null : `${address}/setup?code=${setUpCode}`,
      stop: () => stop(app, stops, closeConnections),
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
async function makeAdministrator(open: OpenDatabase, { administrator }: Configuration): Promise<void> {
  if (administrator === null) return
  await runExclusively(open, 'starting', { wait: true, work: () => ensureAdministrator(open.database, administrator) })
}

/** Starts metrics and probes, where a port for them is configured. */
async function monitor({ context, isReady }: Application, metrics: Metrics): Promise<() => Promise<void>> {
  const { host, metricsPort } = context.configuration
  if (metricsPort === null) return async () => undefined
  return startMonitor({ host, port: metricsPort }, { metrics, isReady, log: context.log })
}

/**
 * Watches other workers, which may exist with a database server. They publish events; polling finds the missed ones.
 */
function watchOthers({ configuration, database, log }: ModuleContext, events: TranslationEvents): () => Promise<void> {
  if (configuration.databaseUrl === null && configuration.workers > 0) return async () => undefined
  return watchTranslations({
    database,
    events,
    onError: (error) => log.error({ err: error }, 'translation watch failed'),
  })
}

/** Finishes requests and background work at the same time, then closes the connections that both use. */
async function stop(
  app: FastifyInstance,
  stops: readonly (() => Promise<void> | undefined)[],
  closeConnections: () => Promise<void>,
): Promise<void> {
  const impatience = setTimeout(() => app.server.closeAllConnections(), requestDrainMilliseconds)
  await Promise.all([app.close(), ...stops.map((end) => end())])
  clearTimeout(impatience)
  await closeConnections()
}
