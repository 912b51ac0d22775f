import { binary, run } from './lib/run.mjs'
import { readerSuites } from './lib/reader-suites.mjs'

// What tries to break in, by the ids of `tests/abuse/catalogue.ts`: all of `*.abuse.test.ts`, what needs a database server
// and an object store (`fleet`, which starts them), and of suites that are about more (those of every reader, of stores and
// queues by their adapters, of dependencies) the tests that have an id.
const adapterSuites = ['storage/src/blob-store.test', 'storage/src/derivative-store.test', 'database/src/database.test']
const tests = [
  'run',
  ...['unit', 'house', 'pages', 'pages-isolated', 'nightly', 'fleet'].flatMap((project) => ['--project', project]),
  '-t',
  String.raw`(^| )[A-Z]\d\d `,
  '--reporter=./tests/abuse/table-reporter.ts',
  'abuse.',
  'fleet',
  'architecture/dependencies.test',
  'jobs/queue',
  ...adapterSuites,
  ...readerSuites(),
]
// All of what `npm test` tries a part of.
const { code } = await run(binary('vitest'), tests, { environment: { KAMAR_CAMPAIGN: '1' } })
process.exit(code)
