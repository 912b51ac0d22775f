import { administratorSignInPath } from '@kamar/contracts'
import { DatabaseOpenError } from '@kamar/database'
import { type Logger, pino } from 'pino'
import { type Configuration, ConfigurationError, readConfiguration } from './platform/configuration/configuration.js'
import { LogDestination } from './platform/log-destination.js'
import { startServer } from './start.js'
import { startWorker } from './start-worker.js'
import { StartError } from './platform/start-error.js'

const stopMilliseconds = 10_000

await main()

async function main(): Promise<void> {
  try {
    const configuration = readConfiguration(process.env)
    // Logs go to standard error, so that standard output holds only the URL of Kamar.
    const log = pino({ level: configuration.logLevel, base: null }, new LogDestination(2))
    await (configuration.role === 'worker' ? translate(configuration, log) : serve(configuration, log))
  } catch (error) {
    process.stderr.write(`${formatErrorMessage(error)}\n`)
    process.exit(1)
  }
}

async function serve(configuration: Configuration, log: Logger): Promise<void> {
  const server = await startServer(configuration, log)
  // Before the ready line: the first reaction to it may be a stop signal.
  stopOnSignal(server)
  const forAdministrators = server.setUpAddress
    ? `Create the first administrator at ${server.setUpAddress}`
    : `Administrators sign in at ${server.address}${administratorSignInPath}`
  // One write: a reader that waits for the first line has the second one too.
  process.stdout.write(`Kamar is ready at ${server.address}\n${forAdministrators}\n`)
}

async function translate(configuration: Configuration, log: Logger): Promise<void> {
  stopOnSignal(await startWorker(configuration, log))
  process.stdout.write(`Kamar translates, ${configuration.workers} at once\n`)
}

function stopOnSignal(server: { stop(): Promise<void> }): void {
  let isStopping = false
  const stop = (): void => {
    // A second signal stops immediately.
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(0), stopMilliseconds).unref()
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function formatErrorMessage(error: unknown): string {
  const isExpected =
    error instanceof ConfigurationError || error instanceof DatabaseOpenError || error instanceof StartError
  if (isExpected) return error.message
  return `Kamar could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
