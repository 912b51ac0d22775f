import { faultFiles, idPattern } from './lib/fault-files.mjs'
import { binary, run } from './lib/run.mjs'

// Runs the attack tests by the ids of `tests/abuse/catalogue.ts`: all of `*.abuse.test.ts`, those that need a database
// server and an object store (`fleet`, which starts them), and in mixed suites (those of every reader, of stores and
// queues by their adapters, of dependencies) the tests that have an id. Groups and ids select tests: `npm run
// test:faults -- K D04`.
const selection = process.argv.slice(2)
const pattern = idPattern(selection)
const projects = ['unit', 'house', 'pages', 'nightly', 'fleet']
const tests = [
  'run',
  ...projects.flatMap((project) => ['--project', project]),
  '-t',
  `(^| )(${pattern}) `,
  '--reporter=./tests/abuse/table-reporter.ts',
  ...faultFiles(pattern),
]
// The full set, of which `npm test` runs a part.
const { code } = await run(binary('vitest'), tests, {
  environment: { KAMAR_CAMPAIGN: '1', KAMAR_FAULTS: selection.length === 0 ? '' : pattern },
})
process.exit(code)
