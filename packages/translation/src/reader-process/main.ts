import { warmArgument } from './warm-argument.js'

// One that gets warm optimises in quiet times; one that does not is asked to be patient before anything else is loaded.
if (!process.argv.includes(warmArgument)) await import('../run/short-process.js')
const { installedReaders } = await import('../run/installed-readers.js')
const { serveOneJob } = await import('./serve-one-job.js')
await serveOneJob(installedReaders)
