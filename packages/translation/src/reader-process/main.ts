import { warmArgument } from './warm-argument.js'

// A reader that warms up optimises in idle times; any other reduces V8's optimisation before it loads anything else.
if (!process.argv.includes(warmArgument)) await import('../run/short-process.js')
const { installedReaders } = await import('../run/installed-readers.js')
const { serveOneJob } = await import('./serve-one-job.js')
await serveOneJob(installedReaders)
