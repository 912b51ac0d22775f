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
    translating = startTranslating(services, events)
    const parts = { app, services, stopWatching: watchOthers(services), translating, closeDatabase: () => open.close() }
    const setUpCode = await issueSetUpCode(services.database)
    return {
      address,
      setUpAddress: setUpCode === null ? null : `${address}/setup?code=${setUpCode}`,
      stop: stopper(parts),
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
  readonly services: Services
  readonly translating: Translating
  readonly stopWatching: () => Promise<void>
  readonly closeDatabase: () => Promise<void>
}

function stopper({ app, services, translating, stopWatching, closeDatabase }: Running): () => Promise<void> {
  const stopHousekeeping = startHousekeeping(services)
  const examples = importAllExamples(services).catch((error: unknown) => {
    services.log.error({ err: error }, 'importing the examples')
  })
  let stopping: Promise<void> | null = null
  const stop = async (): Promise<void> => {
    const impatience = setTimeout(() => app.server.closeAllConnections(), requestDrainMilliseconds)
    await Promise.all([app.close(), translating.stop(), stopHousekeeping(), stopWatching(), examples])
    clearTimeout(impatience)
    await closeDatabase()
  }
  return () => (stopping ??= stop())
}
