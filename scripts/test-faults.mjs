import { binary, run } from './lib/run.mjs'
import { readerSuites } from './lib/reader-suites.mjs'

// What tries to break in, by the ids of `tests/abuse/catalogue.ts`: all of `*.abuse.test.ts`, and of the suite that every
// reader passes the tests that have an id.
const { code } = await run(binary('vitest'), [
  'run',
  ...['unit', 'house', 'pages', 'pages-isolated', 'nightly'].flatMap((project) => ['--project', project]),
  '-t',
  String.raw`(^| )[A-Z]\d\d `,
  '--reporter=./tests/abuse/table-reporter.ts',
  'abuse.',
  ...readerSuites(),
])
process.exit(code)
