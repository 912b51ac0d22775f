import { readFileSync } from 'node:fs'
import inspector from 'node:inspector'
import { isatty } from 'node:tty'
import { pino } from 'pino'
import pretty from 'pino-pretty'
import { root } from '../run.mjs'

/*
 * Server for `supervisor.mjs`: the production server, with a readable log and with readers outside the sandbox. The
 * argument is `{ inspect, inspectReader }`, ports or null.
 */

const stopMilliseconds = 10_000
const { inspect, inspectReader } = JSON.parse(process.argv[2])

/** A debugging session may be long; readers must not time out meanwhile. */
const oneDayMilliseconds = 24 * 3600 * 1000

const log = pino(
  { level: process.env.KAMAR_LOG_LEVEL, base: null },
  pretty({
    destination: 2,
    sync: true,
    colorize: isatty(2) && process.stderr.hasColors(),
    translateTime: 'HH:MM:ss.l',
    singleLine: true,
    ignore: 'reqId,method,route,status,milliseconds',
    messageFormat: '{msg}{if method}{method} {route} {status} in {milliseconds} ms{end}',
  }),
)

let server = null

const libraries = loadLibraries()
process.once('message', () => void start())
process.once('disconnect', () => void stop())
// The terminal sends these to the whole process group; the supervisor closes the channel when it has received them.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

/** Loads the third-party libraries, which do not change; our modules are loaded when the server starts. */
async function loadLibraries() {
  const workspaces = ['apps/server', 'packages/contracts', 'packages/database']
  const names = workspaces.flatMap((workspace) => {
    const { dependencies } = JSON.parse(readFileSync(`${root}${workspace}/package.json`, 'utf8'))
    return Object.keys(dependencies).filter((name) => !name.startsWith('@kamar/'))
  })
  // The module that imports a broken library reports the error.
  await Promise.allSettled(names.map((name) => import(name)))
}

async function start() {
  try {
    await libraries
    const { readConfiguration } = await import('../../../apps/server/dist/platform/configuration/configuration.js')
    const { openProcessDatabase } = await import('../../../apps/server/dist/platform/database/process-database.js')
    const configuration = readConfiguration(process.env)
    // Runs in a separate thread, while this one loads the other modules.
    const opening = openProcessDatabase(configuration, log)
    opening.catch(() => undefined)
    const { startServer } = await import('../../../apps/server/dist/start.js')
    // The port is free only after the predecessor has exited.
    if (inspect !== null) inspector.open(inspect, '127.0.0.1')
    server = await startServer(configuration, log, { opening, readers: await readerOptions() })
    await expireTranslations(await opening)
    process.send?.({ address: server.address })
  } catch (error) {
    process.stderr.write(`${error.stack}\n`)
    process.exit(1)
  }
}

/**
 * Invalidates reuse of translations, as readers may have changed: identical bytes are translated again on upload.
 * Existing results stay available.
 */
function expireTranslations({ pool }) {
  return pool.query("update translation set writer_version = 'before ' || id where state = 'succeeded'")
}

async function readerOptions() {
  const { readerLimits } = await import('../../../packages/core/dist/index.js')
  const limits = inspectReader === null ? readerLimits : { ...readerLimits, wallClockMilliseconds: oneDayMilliseconds }
  const inspectArguments = inspectReader === null ? [] : [`--inspect-wait=127.0.0.1:${inspectReader}`]
  return {
    sandboxed: false,
    nodeArguments: ['--enable-source-maps', ...inspectArguments],
    limits,
    maxLimits: limits,
  }
}

async function stop() {
  setTimeout(() => process.exit(1), stopMilliseconds).unref()
  await server?.stop()
  process.exit(0)
}
