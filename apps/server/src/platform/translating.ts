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
import type { Services } from '../services.js'

/** Dependencies of translating in a process. */
export type TranslatingDependencies = Pick<Services, 'blobs' | 'configuration' | 'database' | 'derivatives' | 'log'>

/** Translations of this process. */
export interface Translating {
  /** Returns the isolation level of the readers; null when this process translates nothing. */
  isolation(): Promise<string> | null
  stop(): Promise<void>
}

/** Options of reader processes that differ from the product: without a sandbox, under an inspector. */
export type ReaderOptions = Pick<ReaderPoolOptions, 'limits' | 'nodeArguments' | 'sandboxed'>

/** Starts the readers and the worker in the background; does nothing with no workers configured. */
export function startTranslating(
  services: TranslatingDependencies,
  events: TranslationEvents,
  readers: ReaderOptions = {},
): Translating {
  const { configuration, log } = services
  if (configuration.workers === 0) return { isolation: () => null, stop: async () => undefined }
  const opening = ReaderPool.open({
    warm: configuration.warmReaders,
    ...readers,
    workFolder: getWorkFolder(services),
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
    const worker = createWorker(services, events, pool)
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
  services: TranslatingDependencies,
  events: TranslationEvents,
  pool: ReaderPool,
): TranslationWorker {
  const { blobs, configuration, database, derivatives, log } = services
  const settings = configuration.autodeskCloud
  return createTranslationWorker({
    database,
    events,
    blobs,
    derivatives,
    pool,
    // The credentials of a worker process need no delete permission: a server removes what its workers leave.
    canRemove: configuration.role !== 'worker',
    cloud: settings === null ? null : new CloudProvider({ settings, workFolder: getWorkFolder(services) }),
    onRefused: (refusal) => log.warn(refusal, 'autodesk’s cloud gave nothing'),
    onFailure: ({ cause, ...report }) => log.warn({ ...report, err: cause }, 'translation failed'),
    onError: (error) => log.error({ err: error }, 'translation worker failed'),
  })
}
