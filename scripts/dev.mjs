import { OptionError, readOptions, usage } from './lib/dev/options.mjs'
import { ensureDependencies } from './lib/requirements.mjs'

/*
 * Development mode (docs/development.md): pages with hot replacement, a server that restarts when its sources change,
 * and readers without a sandbox; or reads one file in this process.
 */

try {
  const options = readOptions(process.argv.slice(2))
  await ensureDependencies()
  if (options.help) process.stdout.write(`${usage}\n`)
  else if (options.reader === null) await (await import('./lib/dev/run-development.mjs')).runDevelopment(options)
  else process.exitCode = await (await import('./lib/dev/read-file.mjs')).runReader(options)
} catch (error) {
  if (!(error instanceof OptionError)) throw error
  process.stderr.write(`${error.message}\n\n${usage}\n`)
  process.exitCode = 2
}
