import { accessSync, constants } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@kamar/database'
import { createTranslationEvents, watchTranslations } from '@kamar/translation'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.js'
import type { Configuration } from './configuration.js'
import { ensureAdministrator, issueSetUpCode } from './features/accounts/administrator.js'
import { importAllExamples } from './import-examples.js'
import { startHousekeeping } from './housekeeping.js'
import { startControl } from './operations/control/control-server.js'
import { operationsOf } from './operations/open-deployment.js'
import { createServices, type Services } from './services.js'
import { StartError } from './start-error.js'
import { startTranslating, type Translating } from './translating.js'

/** A server that takes requests. */
export interface RunningServer {
  /** Where people reach it. */
  readonly address: string
  /** Address of the one-time set-up page; null when there is an administrator. */
  readonly setUpAddress: string | null
  /** Finishes what is under way, for at most ten seconds, and closes everything. */
  stop(): Promise<void>
}

const builtWebSite = fileURLToPath(new URL('../../web/dist/', import.meta.url))
/** Requests get this long to finish; the rest of the ten seconds is for readers and the database. */
const requestDrainMilliseconds = 7000

/**
 * Starts everything in the order in which it is needed: folder, database, services, port, and behind the open port the
 * readers, which take seconds to warm. Throws `StartError` or `DatabaseOpenError` with a sentence for the person who
 * starts it.
 */
export async function startServer(configuration: Configuration, log: FastifyBaseLogger): Promise<RunningServer> {
  await prepareFolder(configuration.dataFolder)
  const open = await openDatabase({
    url: configuration.databaseUrl ?? undefined,
    folder: join(configuration.dataFolder, 'database'),
    onConnectionError: (error) => log.error({ err: error }, 'database connection'),
  })
  try {
    const events = createTranslationEvents()
    let translating: Translating | null = null
    const isolation = (): Promise<string> | null => translating?.isolation() ?? null
    const services = await createServices({ configuration, open, events, log, isolation })
    if (configuration.administrator) await ensureAdministrator(services.database, configuration.administrator)
    const app = await buildApp(services, { webFolder: builtWebSite })
    const address = await listen(app, configuration)
    services.site.origin = new URL(address).origin
    translating = startTranslating(services, events)
    const background = startBackground(services)
    const operations = operationsOf(services, configuration)
    const stopControl = await startControl({ dataFolder: configuration.dataFolder, operations, log })
    const setUpCode = await issueSetUpCode(services.database)
    const running = { app, translating, background, stopControl, closeDatabase: () => open.close() }
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

async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (cause) {
    throw new StartError(`The data folder ${folder} cannot be written. Change its rights, or set KAMAR_DATA_DIR.`, {
      cause,
    })
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

/** What runs beside requests; each member waits for its own end. */
interface Background {
  stop(): Promise<void>
}

function startBackground(services: Services): Background {
  const { log } = services
  const stopHousekeeping = startHousekeeping(services)
  const stopWatching = watchOthers(services)
  services.mailWorker.start()
  services.derivativeService.start()
  const examples = importAllExamples(services).catch((error: unknown) => {
    log.error({ err: error }, 'importing the examples')
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

/** With a database server there may be workers elsewhere; what they do is only seen by looking. */
function watchOthers({ configuration, database, log, translation }: Services): () => Promise<void> {
  if (configuration.databaseUrl === null && configuration.workers > 0) return async () => undefined
  return watchTranslations({
    database,
    events: translation.events,
    onError: (error) => log.error({ err: error }, 'watching translations'),
  })
}

interface Running {
  readonly app: FastifyInstance
  readonly translating: Translating
  readonly background: Background
  readonly stopControl: () => Promise<void>
  readonly closeDatabase: () => Promise<void>
}

async function stop({ app, translating, background, stopControl, closeDatabase }: Running): Promise<void> {
  const impatience = setTimeout(() => app.server.closeAllConnections(), requestDrainMilliseconds)
  await Promise.all([app.close(), translating.stop(), background.stop(), stopControl()])
  clearTimeout(impatience)
  await closeDatabase()
}
