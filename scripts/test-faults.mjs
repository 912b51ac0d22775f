import { faultFiles, idPattern } from './lib/fault-files.mjs'
import { binary, run } from './lib/run.mjs'

// What tries to break in, by the ids of `tests/abuse/catalogue.ts`: all of `*.abuse.test.ts`, what needs a database server
// and an object store (`fleet`, which starts them), and of suites that are about more (those of every reader, of stores and
// queues by their adapters, of dependencies) the tests that have an id. Groups and ids choose: `npm run test:faults -- K D04`.
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
// All of what `npm test` tries a part of.
const { code } = await run(binary('vitest'), tests, {
  environment: { KAMAR_CAMPAIGN: '1', KAMAR_FAULTS: selection.length === 0 ? '' : pattern },
})
process.exit(code)
