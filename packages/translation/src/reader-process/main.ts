import { installedReaders } from '../run/installed-readers.js'
import { serveOneJob } from './serve-one-job.js'

await serveOneJob(installedReaders)
