import { canReadAccounts, type PubSub, type OpenDatabase } from '@kamar/database'
import { createTranslationEvents, watchTranslations } from '@kamar/translation'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Configuration } from './platform/configuration/configuration.js'
import { createEventBus, selectChannel } from './platform/events/event-bus.js'
import type { ServerEvents } from './platform/events/server-events.js'
import { createMetrics } from './platform/monitoring/metrics.js'
import { startMonitor } from './platform/monitoring/monitor-server.js'
import { joinPubSub, openProcessDatabase } from './platform/database/process-database.js'
import { openStores, type Stores } from './platform/storage/stores.js'
import { createStorageLocation } from './platform/storage/storage-mark.js'
import { startTranslating } from './platform/translating.js'
import { waitForServer } from './platform/database/wait-for-server.js'

/** How often a worker looks for cancellations: a reader then ends within a second, however busy the machine is. */
const cancellationPollMilliseconds = 500

/** Process that translates and serves no requests. */
export interface RunningWorker {
  /** Returns jobs in progress to the queue and closes everything. */
  stop(): Promise<void>
}

/** Starts a worker. Throws `StartError` or `DatabaseOpenError` with a sentence for the operator. */
export async function startWorker(configuration: Configuration, log: FastifyBaseLogger): Promise<RunningWorker> {
  const open = await openProcessDatabase(configuration, log, { migrations: 'none' })
  try {
    const stores = await openStores(configuration)
    await waitForServer(open.database, createStorageLocation(configuration, stores.objects))
    await warnOfExcessPermissions(open, log)
    const pubSub = await joinPubSub(configuration, open, log)
    return await work({ configuration, log, open, stores, pubSub })
  } catch (error) {
    await open.close()
    throw error
  }
}

interface WorkerDependencies {
  readonly configuration: Configuration
  readonly log: FastifyBaseLogger
  readonly open: OpenDatabase
  readonly stores: Stores
  readonly pubSub: PubSub | null
}

async function work({ configuration, log, pubSub, open, stores }: WorkerDependencies): Promise<RunningWorker> {
  const { database } = open
  const translation = createTranslationEvents()
  const metrics = createMetrics(database, configuration.role)
  const bus = createEventBus<Pick<ServerEvents, 'translation'>>({ translation }, pubSub)
  const events = metrics.counted(selectChannel(bus, 'translation'))
  const onError = (error: unknown): void => log.error({ err: error }, 'translation watch failed')
  const stopWatching = watchTranslations({
    database,
    events: translation,
    onError,
    intervalMilliseconds: cancellationPollMilliseconds,
  })
  const translating = startTranslating({ ...stores, configuration, database, log }, events)
  const isReady = async (): Promise<boolean> =>
    Promise.all([sql`select 1`.execute(database), stores.objects?.assertReady(), translating.isolation()]).then(
      () => true,
      () => false,
    )
  const { host, metricsPort } = configuration
  const stopMonitor =
    metricsPort === null
      ? async () => undefined
      : await startMonitor({ host, port: metricsPort }, { metrics, isReady, log })
  return {
    async stop() {
      await Promise.all([translating.stop(), stopWatching(), stopMonitor()])
      await pubSub?.close()
      stores.objects?.close()
      await open.close()
    },
  }
}

/**
 * Warns of excess database permissions: a worker runs readers on untrusted files, and an attacker who escapes a reader
 * has its permissions.
 */
async function warnOfExcessPermissions({ database }: OpenDatabase, log: FastifyBaseLogger): Promise<void> {
  if (await canReadAccounts(database))
    log.warn('database role of this worker can read accounts: set KAMAR_WORKER_DATABASE_ROLE')
}
