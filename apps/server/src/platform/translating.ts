import { join } from 'node:path'
import {
  CloudProvider,
  commonFallbackFont,
  createTranslationWorker,
  isAtLeast,
  ReaderPool,
  type ReaderPoolOptions,
  type TranslationEvents,
  type TranslationWorker,
} from '@kamar/translation'
import type { Database } from '@kamar/database'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Configuration } from './configuration/configuration.js'
import type { Stores } from './storage/stores.js'

/** Dependencies of translating in a process. */
export interface TranslatingDependencies extends Pick<Stores, 'blobs' | 'derivatives'> {
  readonly configuration: Configuration
  readonly database: Kysely<Database>
  readonly log: FastifyBaseLogger
}

/** Translations of this process. */
export interface Translating {
  /** Returns the isolation level of the readers; null when this process translates nothing. */
  isolation(): Promise<string> | null
  stop(): Promise<void>
}

/** Options of reader processes that differ from the product: without a sandbox, under an inspector. */
export type ReaderOptions = Pick<ReaderPoolOptions, 'limits' | 'maxLimits' | 'nodeArguments' | 'sandboxed'>

/** Starts the readers and the worker in the background; does nothing with no workers configured. */
export function startTranslating(
  dependencies: TranslatingDependencies,
  events: TranslationEvents,
  readers: ReaderOptions = {},
): Translating {
  const { configuration, log } = dependencies
  if (configuration.workers === 0) return { isolation: () => null, stop: async () => undefined }
  const opening = ReaderPool.open({
    warm: configuration.warmReaders,
    maxLimits: {
      dataBytes: configuration.readerMemoryBytes,
      wallClockMilliseconds: configuration.readerMinutes * 60_000,
    },
    ...readers,
    workFolder: getWorkFolder(dependencies),
    size: configuration.workers,
    minIsolation: configuration.minIsolation,
    fallbackFont: configuration.fallbackFont ?? commonFallbackFont(),
  })
  const starting = opening.then((pool) => {
    const { level, refused } = pool.isolation
    const minimum = configuration.minIsolation
    if (!isAtLeast(level, minimum))
      log.error({ level, minimum, refused }, 'translation disabled: reader isolation is below KAMAR_MINIMUM_ISOLATION')
    for (const { path, reason } of pool.unusableFonts)
      log.error({ path, reason }, 'font of KAMAR_FALLBACK_FONT rejected')
    const worker = createWorker(dependencies, events, pool)
    worker.start()
    return { pool, worker }
  })
  starting.catch((error: unknown) => log.error({ err: error }, 'reader start failed'))
  return {
    isolation: () => starting.then(({ pool }) => pool.isolation.level),
    async stop() {
      const started = await starting.catch(() => null)
      await started?.worker.stop()
      await started?.pool.stop()
    },
  }
}

const getWorkFolder = ({ configuration }: TranslatingDependencies): string => join(configuration.dataFolder, 'readers')

function createWorker(
  dependencies: TranslatingDependencies,
  events: TranslationEvents,
  pool: ReaderPool,
): TranslationWorker {
  const { blobs, configuration, database, derivatives, log } = dependencies
  const settings = configuration.autodeskCloud
  return createTranslationWorker({
    database,
    events,
    blobs,
    derivatives,
    pool,
    // The credentials of a worker process need no delete permission: a server removes what its workers leave.
    canRemove: configuration.role !== 'worker',
    cloud: settings === null ? null : new CloudProvider({ settings, workFolder: getWorkFolder(dependencies) }),
    onRefused: (refusal) => log.warn(refusal, 'autodesk’s cloud gave nothing'),
    onFailure: ({ cause, ...report }) => log.warn({ ...report, err: cause }, 'translation failed'),
    onError: (error) => log.error({ err: error }, 'translation worker failed'),
  })
}
